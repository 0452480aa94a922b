// See check_witness.h.
#include "cli/check_witness.h"
#include "campaign/validate/validate.h"
#include "report/present.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool witness_check_wants(const char *file) {
  const char *dot = strrchr(file, '.');
  return witness_is(file) || (dot && (!strcmp(dot, ".yml") || !strcmp(dot, ".yaml")) && !input_is_certificate(file));
}

static void announce(const struct job *job, const struct witness *witness) {
  if (job->request->options.quiet) return;
  FILE *out = request_has_document_on_stdout(job->request) ? stderr : stdout;
  if (witness->is_violation)
    fprintf(out, "The witness has %" PRIu32 " waypoints on the way to its target.\n", witness->points.size - 1);
  else fprintf(out, "The witness has %" PRIu32 " invariants.\n", witness->points.size);
  fflush(out);
}

int witness_check(struct job *job) {
  struct validation validation;
  validation_run(&validation, job, &(struct validation_listener){.begin = announce, .present = present_result});
  if (validation.interrupted) _exit(job_emergency_report(job, REASON_INTERRUPTED));
  int status = validation.status;
#ifndef CLEW_DEBUG
  // Giving back gigabytes piece by piece would take longer than the process lives.
  job_end(job);
  _exit(status);
#endif
  validation_release(&validation);
  return status;
}
