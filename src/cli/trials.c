// See trials.h.
#include "cli/trials.h"
#include "base/memory/alloc.h"
#include "cli/command.h"
#include <string.h>

static bool refuse(struct job *job, int code, const char *message, int *status) {
  job_complain(job, message);
  *status = code;
  return false;
}

bool trials_check(struct job *job, int *status) {
  if (job->request->kind == INPUT_FILE_CFA)
    return refuse(job, EXIT_USAGE, "an automaton has no C program to run", status);
  if (job->request->entry.has_parameters || strcmp(request_function(job->request), "main") != 0)
    return refuse(job, EXIT_USAGE, "tests start in main: --entry is not supported", status);
  return true;
}

static bool write_program(void *context, const char *file, struct error *error) {
  struct job *job = context;
  return front_write_copy(&job->program.front, file, false, error);
}

bool trials_open(struct trials *t, struct job *job, int *status) {
  struct text file = {0}, message = {0};
  struct error error = {0};
  text_printf(&file, "%s/covered.bc", job->temp.path);
  const char *bitcode = cfa_string(job->program.cfa, text_cstr(&file));
  text_release(&file);
  t->job = job;
  t->replay = job_replay(job);
  t->replay.temp_dir = job->temp.path;
  t->replay.bitcode = bitcode;
  t->replay.stats = &job->stats;
  t->suite = (struct suite){.cfa = job->program.cfa,
                            .goals = front_goals(&job->program.front),
                            .replay = &t->replay,
                            .version = CLEW_VERSION,
                            .limits = &job->limits,
                            .stats = &job->stats,
                            .write_program = job->request->database.file || job->request->linked ? write_program : NULL,
                            .context = job,
                            .entry = request_function(job->request)};
  suite_init(&t->suite);
  if (front_write_covered(&job->program.front, bitcode, &error))
    t->program =
        trial_program_new(job->program.cfa, &job->limits, &t->replay, suite_size_of_covered(&t->suite), &message);
  else text_add(&message, error.message);
  bool stopped = limits_stopped(&job->limits);
  if (!t->program)
    refuse(job, stopped ? EXIT_UNKNOWN : EXIT_DATA,
           stopped ? reason_sentence(limits_reason(&job->limits)) : text_cstr(&message), status);
  error_release(&error);
  text_release(&message);
  return t->program;
}

void trials_close(struct trials *t) {
  trial_program_free(t->program);
  if (t->suite.covered) suite_release(&t->suite);
}

void trials_phase(struct job *job, double seconds, size_t mebibytes) {
  double started = job->limits.started;
  limits_finish(&job->limits);
  limits_start(&job->limits, seconds, mebibytes);
  job->limits.started = started;
}
