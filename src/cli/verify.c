// `clew verify` and `clew cfa`.
#include "base/file/output.h"
#include "cli/command.h"
#include "cli/open.h"
#include "library/verify.h"
#include <unistd.h>

int command_verify(int argc, char **argv) {
  struct request request;
  struct job job;
  int status;
  if (!command_open(&request, &job, &request_forms[REQUEST_verify], argc, argv, &status)) return status;
  status = verify_job(&job);
#ifndef CLEW_DEBUG
  // Giving back gigabytes piece by piece would take longer than the process lives.
  job_end(&job);
  _exit(status);
#endif
  command_close(&request, &job);
  return status;
}

// --- clew cfa ----------------------------------------------------------------------------

int command_cfa(int argc, char **argv) {
  struct request request;
  struct job job;
  int status;
  if (!command_open(&request, &job, &request_forms[REQUEST_cfa], argc, argv, &status)) return status;
  struct error error = {0};
  struct text out = {0};
  bool good = job_load(&job, &error);
  if (good) {
    if (job.request->options.dot) cfa_print_dot(job.program.cfa, &out);
    else cfa_print(job.program.cfa, &out);
  }
  job_finish(&job);
  if (good) good = output_write("-", &out, &error);
  status = 0;
  if (!good) {
    job_complain(&job, error.status ? error.message : reason_sentence(limits_reason(&job.limits)));
    status = error.status ? error.status : EXIT_UNKNOWN;
  }
  error_release(&error);
  text_release(&out);
  command_close(&request, &job);
  return status;
}
