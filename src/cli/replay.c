// `clew replay`: runs one test natively, as `clew tests` does, and says what happened and what it covers.
#include "base/memory/alloc.h"
#include "cli/command.h"
#include "cli/open.h"
#include "cli/trials.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TRIAL_SECONDS 10.0

static int tell(struct job *job, const struct trials *t, const struct trial *trial) {
  struct text out = {0};
  struct error error = {0};
  const struct options *options = &job->request->options;
  bool reached = trial->end == TRIAL_ERROR;
  if (options->json) {
    coverage_of_trial_json(&t->suite, trial, &out);
    output_write(options->json, &out, &error);
    text_clear(&out);
  }
  if (!options->quiet) {
    trial_end_text(trial, &out);
    text_addc(&out, '\n');
    coverage_of_trial(&t->suite, trial, &out);
  }
  if (reached) text_add(&out, "RESULT: false(unreach-call)\n");
  else text_add(&out, "No error was reached.\n");
  if (!error.status && (!options->json || strcmp(options->json, "-") != 0)) output_write("-", &out, &error);
  int status = error.status ? error.status : reached ? EXIT_FALSE : 0;
  if (trial->end == TRIAL_FAILED) status = EXIT_INTERNAL;
  if (trial->end == TRIAL_STOPPED) status = EXIT_UNKNOWN;
  if (error.status) job_complain(job, error.message);
  error_release(&error);
  text_release(&out);
  return status;
}

// The first value that its function cannot return, so that its meaning is unclear. False: there is one.
static bool values_fit(const struct trials *t, const struct trial_inputs *inputs, const struct trial *trial,
                       const char *file, struct error *error) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < trial->n_taken && inputs->separate; i++) {
    if (trial->taken[i].in_library) continue;
    while (next < inputs->sequence.size && inputs->sequence.data[next].in_library) next++;
    if (next >= inputs->sequence.size) break;
    const struct trial_input *given = &inputs->sequence.data[next++];
    if (suite_value_fits(&t->suite, &trial->taken[i], given)) continue;
    error_set(error, EXIT_DATA, "%s: input %" PRIu32 ", %.21Lg, is no value that %s can return", file, next,
              given->extended, trial->taken[i].function);
    return false;
  }
  return true;
}

static int run(struct job *job, struct trials *t) {
  struct error error = {0};
  struct trial_inputs inputs = {0};
  struct trial trial;
  int status = 0;
  if (testcase_read(job->request->test, &inputs, &error)) {
    if (job_load(job, &error) && trials_open(t, job, &status)) {
      double left = limits_remaining(&job->limits), seconds = left < TRIAL_SECONDS ? left : TRIAL_SECONDS;
      trial_run(t->program, &inputs, inputs.separate ? TRIAL_MOST_INPUTS : inputs.sequence.size, seconds, &trial);
      if (values_fit(t, &inputs, &trial, job->request->test, &error)) status = tell(job, t, &trial);
    } else if (!status && !error.status) {
      error_set(&error, EXIT_UNKNOWN, "%s", reason_sentence(limits_reason(&job->limits)));
    }
    job_finish(job);
  }
  if (error.status) job_complain(job, error.message);
  status = error.status ? error.status : status;
  error_release(&error);
  trial_inputs_release(&inputs);
  return status;
}

int command_replay(int argc, char **argv) {
  struct request request;
  struct job job;
  struct trials trials = {0};
  int status = 0;
  if (!command_open(&request, &job, &request_forms[REQUEST_replay], argc, argv, &status)) return status;
  if (trials_check(&job, &status)) status = run(&job, &trials);
  trials_close(&trials);
  command_close(&request, &job);
  return status;
}
