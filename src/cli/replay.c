// `clew replay`: runs one test natively, as `clew tests` does, and says what happened and what it covers.
#include "base/alloc.h"
#include "cli/command.h"
#include "cli/trials.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TRIAL_SECONDS 10.0

static int tell(struct session *session, const struct trials *t, const struct trial *trial) {
  struct text out = {0};
  struct error error = {0};
  const struct options *options = &session->options;
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
  if (error.status) session_complain(session, error.message);
  error_release(&error);
  text_release(&out);
  return status;
}

// The first value that the function cannot return which asked for it: nobody knows what is meant. False: there is one.
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

static int run(struct session *session, struct trials *t) {
  struct error error = {0};
  struct trial_inputs inputs = {0};
  struct trial trial;
  int status = 0;
  if (testcase_read(session->test, &inputs, &error)) {
    if (session_load(session, &error) && trials_open(t, session, &status)) {
      double left = limits_remaining(&session->limits), seconds = left < TRIAL_SECONDS ? left : TRIAL_SECONDS;
      trial_run(t->program, &inputs, inputs.separate ? TRIAL_MOST_INPUTS : inputs.sequence.size, seconds, &trial);
      if (values_fit(t, &inputs, &trial, session->test, &error)) status = tell(session, t, &trial);
    } else if (!status && !error.status) {
      error_set(&error, EXIT_UNKNOWN, "%s", reason_sentence(limits_reason(&session->limits)));
    }
    session_settle(session);
  }
  if (error.status) session_complain(session, error.message);
  status = error.status ? error.status : status;
  error_release(&error);
  trial_inputs_release(&inputs);
  return status;
}

int command_replay(int argc, char **argv) {
  struct session session;
  struct trials trials = {0};
  int status = 0;
  if (!session_open_test(&session, "replay", argc, argv, &status)) return status;
  session.options.no_slice = true; // as the suite was made
  session.specification.checked = PROPERTY_SET(UNREACH);
  if (trials_check(&session, &status)) status = run(&session, &trials);
  trials_close(&trials);
  session_release(&session);
  return status;
}
