// `clew replay`: runs one test natively, as `clew tests` does, and says what happened and what it covers.
#include "campaign/tests/testcase.h"
#include "cli/command.h"
#include "cli/open.h"
#include "report/suite_files.h"
#include <string.h>

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

static int run(struct job *job, struct trials *t) {
  struct error error = {0};
  struct trial_inputs inputs = {0};
  struct trial trial;
  const char *file = job->request->test;
  int status = 0;
  if (testcase_read(file, &inputs, &error)) {
    bool loaded = job_load(job, &error);
    if (!loaded && !error.status) error_set(&error, EXIT_UNKNOWN, "%s", reason_sentence(limits_reason(&job->limits)));
    if (loaded && trials_open(t, job, &error) && testcase_run(t, file, &inputs, &trial, &error))
      status = tell(job, t, &trial);
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
  struct error error = {0};
  int status = 0;
  if (!command_open(&request, &job, &request_forms[REQUEST_replay], argc, argv, &status)) return status;
  if (trials_check(&request, &error)) {
    status = run(&job, &trials);
  } else {
    job_complain(&job, error.message);
    status = error.status;
  }
  error_release(&error);
  trials_close(&trials);
  command_close(&request, &job);
  return status;
}
