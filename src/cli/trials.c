// See trials.h.
#include "cli/trials.h"
#include "base/alloc.h"
#include "cli/command.h"
#include <string.h>

static bool refuse(struct session *session, int code, const char *message, int *status) {
  session_complain(session, message);
  *status = code;
  return false;
}

bool trials_check(struct session *session, int *status) {
  if (session->kind == INPUT_FILE_CFA)
    return refuse(session, EXIT_USAGE, "an automaton has no C program to run", status);
  if (session->entry.has_parameters || strcmp(session_function(session), "main") != 0)
    return refuse(session, EXIT_USAGE, "tests start in main: --entry is not supported", status);
  return true;
}

static bool write_program(void *context, const char *file, struct error *error) {
  struct session *session = context;
  return front_write_copy(&session->front, file, false, error);
}

bool trials_open(struct trials *t, struct session *session, int *status) {
  struct text file = {0}, message = {0};
  struct error error = {0};
  text_printf(&file, "%s/covered.bc", session->temp.path);
  const char *bitcode = cfa_string(session->cfa, text_cstr(&file));
  text_release(&file);
  t->session = session;
  t->replay = session_replay(session);
  t->replay.temp_dir = session->temp.path;
  t->replay.bitcode = bitcode;
  t->replay.stats = &session->stats;
  t->suite = (struct suite){.cfa = session->cfa,
                            .goals = front_goals(&session->front),
                            .replay = &t->replay,
                            .version = CLEW_VERSION,
                            .limits = &session->limits,
                            .stats = &session->stats,
                            .write_program = session->database.file || session->linked ? write_program : NULL,
                            .context = session,
                            .entry = session_function(session)};
  suite_init(&t->suite);
  if (front_write_covered(&session->front, bitcode, &error))
    t->program =
        trial_program_new(session->cfa, &session->limits, &t->replay, suite_size_of_covered(&t->suite), &message);
  else text_add(&message, error.message);
  bool stopped = limits_stopped(&session->limits);
  if (!t->program)
    refuse(session, stopped ? EXIT_UNKNOWN : EXIT_DATA,
           stopped ? reason_sentence(limits_reason(&session->limits)) : text_cstr(&message), status);
  error_release(&error);
  text_release(&message);
  return t->program;
}

void trials_close(struct trials *t) {
  trial_program_free(t->program);
  if (t->suite.covered) suite_release(&t->suite);
}

void trials_phase(struct session *session, double seconds, size_t mebibytes) {
  double started = session->limits.started;
  limits_finish(&session->limits);
  limits_start(&session->limits, seconds, mebibytes);
  session->limits.started = started;
}
