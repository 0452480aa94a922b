// See open.h.
#include "cli/open.h"
#include "cli/command.h"
#include "report/emergency.h"
#include "portfolio/portfolio.h"
#include "report/present.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// --- the terminal ----------------------------------------------------------------------------------------------------

// A line that wraps could not be erased. 0: not known.
static uint32_t line_width(void *context) {
  struct winsize window;
  (void)context;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col ? window.ws_col - 1u : 0;
}

static void show_line(void *context, const char *line, size_t size) {
  struct job *job = context;
  uint32_t width = line_width(NULL);
  if (width && size > width) size = width;
  struct text text = {0};
  text_add(&text, "\r\033[K");
  text_add_n(&text, line, size);
  if (write(STDERR_FILENO, text.data, text.size) < 0) job->progress.wanted = false;
  text_release(&text);
}

static void erase_line(void *context) {
  (void)context;
  ssize_t ignored = write(STDERR_FILENO, "\r\033[K", 4);
  (void)ignored;
}

static void complain(void *context, const char *message) {
  const struct job *job = context;
  fprintf(stderr, "clew %s: %s\n", job->request->command, message);
}

// --- opening ---------------------------------------------------------------------------------------------------------

static void print_notes(const struct request *request) {
  const char *note = text_cstr(&request->notes);
  for (size_t n; *note; note += n + 1) {
    n = strcspn(note, "\n");
    fprintf(stderr, "clew %s: %.*s\n", request->command, (int)n, note);
  }
}

bool command_open(struct request *request, struct job *job, const struct request_form *form, int argc, char **argv,
                  int *status) {
  struct error error = {0};
  bool good = request_read(request, form, &strategy_portfolio, argc, argv, &error);
  print_notes(request);
  if (!good) {
    fprintf(stderr, "clew %s: %s\n", form->command, error.message);
    if (error.status == EXIT_USAGE && request->options.files.size == 0)
      fprintf(stderr, "usage: clew %s %s; `clew help %s` explains\n", form->command,
              command_find(form->command)->arguments, form->command);
    *status = error.status;
    error_release(&error);
  } else if (request->options.help) {
    char *words[] = {(char *)form->command};
    *status = command_help(1, words);
  } else {
    job_init(job, request);
    job->listener = (struct job_listener){.context = job,
                                          .progress = show_line,
                                          .width = line_width,
                                          .erase = erase_line,
                                          .complain = complain,
                                          .explain = present_explanation,
                                          .emergency_report = emergency_report_write};
    job->n_arguments = (uint32_t)argc + 2; // with the program and the command
    job->arguments = (const char *const *)argv - 2;
    job->progress.wanted = isatty(STDERR_FILENO) && !request->options.quiet;
    return true;
  }
  request_release(request);
  return false;
}

void command_close(struct request *request, struct job *job) {
  job_release(job);
  request_release(request);
}
