// The library's functions (include/clew.h).
//
// A run is a fork of the calling process. Only here the run's own machinery begins: signal handlers of the host are put
// back to their defaults, and its descriptors closed. The child's standard output is a file in memory, the JSON
// document from which the result is read; complaints go to another one, the text for people nowhere. Progress comes
// through a pipe, whose end is the end of the run: the host may have waited for the child itself.
#include "clew.h"
#include "library/verify.h"
#include "portfolio/portfolio.h"
#include "report/present.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

// --- requests --------------------------------------------------------------------------------------------------------

struct clew_request {
  char **words;
  int n, room;
  _Atomic bool stopped;
};

PUBLIC struct clew_request *clew_request_new(void) { return calloc(1, sizeof(struct clew_request)); }

PUBLIC void clew_request_free(struct clew_request *request) {
  for (int i = 0; request && i < request->n; i++) free(request->words[i]);
  if (request) free(request->words);
  free(request);
}

PUBLIC bool clew_request_add(struct clew_request *request, const char *word) {
  if (request->n == request->room) {
    int room = request->room ? 2 * request->room : 16;
    char **words = realloc(request->words, (size_t)room * sizeof *words);
    if (!words) return false;
    request->words = words;
    request->room = room;
  }
  char *copy = strdup(word);
  if (!copy) return false;
  request->words[request->n++] = copy;
  return true;
}

PUBLIC void clew_request_stop(struct clew_request *request) { atomic_store(&request->stopped, true); }

// --- the child -------------------------------------------------------------------------------------------------------

enum { FD_PROGRESS = 3, FD_MESSAGES, N_FD }; // where the child has them

static void send_line(void *context, const char *line, size_t size) {
  (void)context;
  char buffer[512];
  size_t n = size < sizeof buffer - 1 ? size : sizeof buffer - 1;
  memcpy(buffer, line, n);
  buffer[n] = '\n';
  ssize_t ignored = write(FD_PROGRESS, buffer, n + 1);
  (void)ignored;
}

static void erase_nothing(void *context) { (void)context; }

static void complain(void *context, const char *message) {
  (void)context;
  dprintf(FD_MESSAGES, "%s\n", message);
}

// The process must end at once: what is certain, as a document.
static int make_emergency_report(struct job *job, enum reason why) {
  char text[400];
  enum verdict decided = (enum verdict)atomic_load(&job->decided);
  temp_remove(&job->temp);
  if (decided == VERDICT_TRUE) snprintf(text, sizeof text, "{\"verdict\": \"true\", \"result\": \"true\"}");
  else if (decided == VERDICT_FALSE)
    snprintf(text, sizeof text, "{\"verdict\": \"false\", \"result\": \"false(%s)\"}",
             property_table[job->violated].name);
  else
    snprintf(text, sizeof text, "{\"verdict\": \"unknown\", \"result\": \"unknown(%s)\", \"explanation\": \"%s\"}",
             reason_name(why), reason_sentence(why));
  (void)!ftruncate(STDOUT_FILENO, 0);
  (void)!pwrite(STDOUT_FILENO, text, strlen(text), 0);
  return decided == VERDICT_TRUE ? EXIT_TRUE : decided == VERDICT_FALSE ? EXIT_FALSE : EXIT_UNKNOWN;
}

static void use_own_signals(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t none;
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// Standard input is empty and standard error lost, the others are the given ones; nothing else of the host's stays
// open.
static void use_own_descriptors(int out, int messages, int progress) {
  int null = open("/dev/null", O_RDWR), from[N_FD] = {null, out, null, progress, messages}, high[N_FD];
  for (int i = 0; i < N_FD; i++) high[i] = fcntl(from[i], F_DUPFD, 16);
  for (int i = 0; i < N_FD; i++) dup2(high[i], i);
  for (int i = FD_PROGRESS; i < N_FD; i++) fcntl(i, F_SETFD, FD_CLOEXEC);
  close_range(N_FD, ~0u, 0);
}

_Noreturn static void run_child(const struct clew_request *asked, int out, int messages, int progress) {
  use_own_signals();
  use_own_descriptors(out, messages, progress);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  struct request request;
  struct error error = {0};
  if (!request_read(&request, &request_forms[REQUEST_verify], &strategy_portfolio, asked->n, asked->words, &error)) {
    dprintf(FD_MESSAGES, "%s%s\n", text_cstr(&request.notes), error.message);
    _exit(error.status);
  }
  dprintf(FD_MESSAGES, "%s", text_cstr(&request.notes));
  request.options.json = "-";
  struct job job;
  job_init(&job, &request);
  job.n_arguments = (uint32_t)asked->n;
  job.arguments = (const char *const *)asked->words;
  job.progress_wanted = true;
  job.listener = (struct job_listener){.progress = send_line,
                                       .erase = erase_nothing,
                                       .complain = complain,
                                       .explain = present_explanation,
                                       .emergency_report = make_emergency_report};
  int status = verify_job(&job);
  job_end(&job);
  _exit(status);
}

// --- results ---------------------------------------------------------------------------------------------------------

struct clew_result {
  enum clew_verdict verdict;
  char *json, *messages;
  json_t *root; // NULL: there is no document
  char **lines; // of the counterexample
  size_t n_lines;
};

// A file in memory, as a string; NULL: no memory.
static char *read_file(int file) {
  off_t size = lseek(file, 0, SEEK_END);
  char *text = malloc((size_t)(size > 0 ? size : 0) + 1);
  ssize_t n, at = 0;
  while (text && at < size && (n = pread(file, text + at, (size_t)(size - at), at)) > 0) at += n;
  if (text) text[at] = '\0';
  return text;
}

static const char *string_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static uint32_t number_of(const json_t *object, const char *key) {
  return (uint32_t)json_integer_value(json_object_get(object, key));
}

// "file:line: source", and of the error what it is.
static char *line_of(const json_t *row) {
  char *line = NULL;
  const char *source = string_of(row, "source"), *error = string_of(row, "text");
  int n = asprintf(&line, "%s:%u: %s%s%s", string_of(row, "file"), number_of(row, "line"), source,
                   *source && *error ? ": " : "", error);
  return n < 0 ? NULL : line;
}

static void read_lines(struct clew_result *result) {
  const json_t *first = json_array_get(json_object_get(result->root, "counterexamples"), 0);
  const json_t *trace = json_object_get(json_object_get(first, "trace"), "rows");
  result->lines = calloc(json_array_size(trace) + 1, sizeof *result->lines);
  for (size_t i = 0; result->lines && i < json_array_size(trace); i++) {
    char *line = line_of(json_array_get(trace, i));
    if (line) result->lines[result->n_lines++] = line;
  }
}

static enum clew_verdict verdict_of(const json_t *root) {
  const char *verdict = string_of(root, "verdict");
  return !strcmp(verdict, "true") ? CLEW_TRUE : !strcmp(verdict, "false") ? CLEW_FALSE : CLEW_UNKNOWN;
}

static struct clew_result *read_result(int out, int messages) {
  struct clew_result *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->json = read_file(out);
  result->messages = read_file(messages);
  result->root = result->json && *result->json ? json_loads(result->json, 0, NULL) : NULL;
  result->verdict = result->root ? verdict_of(result->root) : CLEW_MISTAKE;
  if (result->json && result->messages) {
    if (result->root) read_lines(result);
    return result;
  }
  clew_result_free(result);
  return NULL;
}

PUBLIC void clew_result_free(struct clew_result *result) {
  if (!result) return;
  for (size_t i = 0; i < result->n_lines; i++) free(result->lines[i]);
  free(result->lines);
  json_decref(result->root);
  free(result->json);
  free(result->messages);
  free(result);
}

PUBLIC enum clew_verdict clew_result_verdict(const struct clew_result *result) { return result->verdict; }
PUBLIC const char *clew_result_text(const struct clew_result *result) { return string_of(result->root, "result"); }
PUBLIC const char *clew_result_message(const struct clew_result *result) { return result->messages; }
PUBLIC const char *clew_result_json(const struct clew_result *result) { return result->json; }

PUBLIC const char *clew_result_reason(const struct clew_result *result) {
  return result->verdict == CLEW_UNKNOWN ? string_of(result->root, "explanation") : "";
}

PUBLIC size_t clew_result_checks(const struct clew_result *result) {
  return json_array_size(json_object_get(result->root, "assertions"));
}

PUBLIC struct clew_check clew_result_check(const struct clew_result *result, size_t number) {
  const json_t *check = json_array_get(json_object_get(result->root, "assertions"), number);
  return (struct clew_check){.file = string_of(check, "file"),
                             .function = string_of(check, "function"),
                             .line = number_of(check, "line"),
                             .column = number_of(check, "column"),
                             .kind = string_of(check, "kind"),
                             .text = string_of(check, "text"),
                             .status = string_of(check, "status")};
}

PUBLIC size_t clew_result_lines(const struct clew_result *result) { return result->n_lines; }
PUBLIC const char *clew_result_line(const struct clew_result *result, size_t number) {
  return number < result->n_lines ? result->lines[number] : "";
}

PUBLIC size_t clew_result_assumptions(const struct clew_result *result) {
  return json_array_size(json_object_get(result->root, "assumptions"));
}

PUBLIC const char *clew_result_assumption(const struct clew_result *result, size_t number) {
  return string_of(json_array_get(json_object_get(result->root, "assumptions"), number), "text");
}

// --- the run ---------------------------------------------------------------------------------------------------------

// Whole lines go to the listener; what follows the last one stays.
static size_t tell_lines(const struct clew_listener *listener, char *buffer, size_t size) {
  char *start = buffer, *end = buffer + size, *newline;
  while ((newline = memchr(start, '\n', (size_t)(end - start)))) {
    *newline = '\0';
    if (listener && listener->progress) listener->progress(listener->context, start);
    start = newline + 1;
  }
  memmove(buffer, start, (size_t)(end - start));
  return (size_t)(end - start);
}

// Until the pipe ends, which only the child holds open.
static void await(struct clew_request *request, const struct clew_listener *listener, pid_t child, int from) {
  char buffer[1024];
  size_t size = 0;
  bool stopped = false;
  for (;;) {
    if (!stopped && atomic_load(&request->stopped)) {
      kill(child, SIGINT);
      stopped = true;
    }
    struct pollfd ready = {.fd = from, .events = POLLIN};
    if (poll(&ready, 1, 50) <= 0) continue;
    ssize_t n = read(from, buffer + size, sizeof buffer - size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    size = tell_lines(listener, buffer, size + (size_t)n);
    if (size == sizeof buffer) size = 0;
  }
}

// The document that was asked for with --json goes where it was to go, besides: the child's goes to us.
static void write_document(const struct clew_request *request, struct clew_result *result) {
  const char *file = NULL;
  for (int i = 0; i < request->n; i++) {
    if (!strcmp(request->words[i], "--json") && i + 1 < request->n) file = request->words[i + 1];
    else if (!strncmp(request->words[i], "--json=", 7)) file = request->words[i] + 7;
  }
  if (!file || !result->root || !strcmp(file, "-")) return;
  FILE *stream = fopen(file, "we");
  bool written = stream && fputs(result->json, stream) >= 0;
  if (stream && fclose(stream)) written = false;
  char *messages;
  if (written || asprintf(&messages, "%s%s: cannot be written\n", result->messages, file) < 0) return;
  free(result->messages);
  result->messages = messages;
}

PUBLIC struct clew_result *clew_run(struct clew_request *request, const struct clew_listener *listener) {
  int out = memfd_create("clew-result", MFD_CLOEXEC), messages = memfd_create("clew-messages", MFD_CLOEXEC);
  int ends[2] = {-1, -1};
  struct clew_result *result = NULL;
  atomic_store(&request->stopped, false);
  if (out >= 0 && messages >= 0 && pipe2(ends, O_CLOEXEC) == 0) {
    pid_t child = fork();
    if (child == 0) run_child(request, out, messages, ends[1]);
    close(ends[1]);
    if (child > 0) {
      await(request, listener, child, ends[0]);
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue; // ECHILD: the host has done it
      result = read_result(out, messages);
      if (result) write_document(request, result);
    }
    close(ends[0]);
  }
  if (out >= 0) close(out);
  if (messages >= 0) close(messages);
  return result;
}
