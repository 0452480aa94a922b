// `clew verify` and `clew cfa`.
#include "base/file/output.h"
#include "cli/command.h"
#include "cli/open.h"
#include "library/functions.h"
#include "library/verify.h"
#include <string.h>
#include <unistd.h>

int command_verify(int argc, char **argv) {
  struct request request;
  struct job job;
  int status;
  if (!command_open(&request, &job, &request_forms[REQUEST_verify], argc, argv, &status)) return status;
  status = request.options.each_function ? functions_run(&job, argc, argv) : verify_job(&job);
#ifndef CLEW_DEBUG
  // Giving back gigabytes piece by piece would take longer than the process lives.
  job_end(&job);
  _exit(status);
#endif
  command_close(&request, &job);
  return status;
}

// --- clew cfa ----------------------------------------------------------------------------

static bool print_automaton(const struct job *job, struct error *error) {
  const struct options *options = &job->request->options;
  const char *file = options->output ? options->output : "-";
  struct text out = {0};
  if (strcmp(file, "-") != 0) text_add(&out, options->dot ? "// " OUTPUT_MARK "\n" : "; " OUTPUT_MARK "\n");
  if (options->dot) cfa_print_dot(job->program.cfa, &out);
  else cfa_print(job->program.cfa, &out);
  bool good = output_write(file, &out, error);
  text_release(&out);
  return good;
}

int command_cfa(int argc, char **argv) {
  struct request request;
  struct job job;
  int status;
  if (!command_open(&request, &job, &request_forms[REQUEST_cfa], argc, argv, &status)) return status;
  struct error error = {0};
  bool good = job_load(&job, &error) && print_automaton(&job, &error);
  job_finish(&job);
  status = 0;
  if (!good) {
    job_complain(&job, error.status ? error.message : reason_sentence(limits_reason(&job.limits)));
    status = error.status ? error.status : EXIT_UNKNOWN;
  }
  error_release(&error);
  command_close(&request, &job);
  return status;
}
