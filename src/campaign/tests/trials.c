// See trials.h.
#include "campaign/tests/trials.h"
#include "base/memory/alloc.h"
#include <string.h>

bool trials_check(const struct request *request, struct error *error) {
  if (request->kind == INPUT_FILE_CFA) error_set(error, EXIT_USAGE, "an automaton has no C program to run");
  else if (request->entry.has_parameters || strcmp(request_function(request), "main") != 0)
    error_set(error, EXIT_USAGE, "tests start in main: --entry is not supported");
  return !error->status;
}

bool trials_open(struct trials *t, struct job *job, struct error *error) {
  struct text file = {0}, message = {0};
  text_printf(&file, "%s/covered.bc", job->temp.path);
  const char *bitcode = cfa_string(job->program.cfa, text_cstr(&file));
  text_release(&file);
  t->job = job;
  t->replay = job_replay(job);
  t->replay.temp_dir = job->temp.path;
  t->replay.bitcode = bitcode;
  t->replay.stats = &job->stats;
  t->suite = (struct suite){.cfa = job->program.cfa, .goals = front_goals(&job->program.front)};
  suite_init(&t->suite);
  struct error written = {0};
  if (front_write_covered(&job->program.front, bitcode, &written))
    t->program =
        trial_program_new(job->program.cfa, &job->limits, &t->replay, suite_size_of_covered(&t->suite), &message);
  else text_add(&message, written.message);
  if (!t->program && limits_stopped(&job->limits))
    error_set(error, EXIT_UNKNOWN, "%s", reason_sentence(limits_reason(&job->limits)));
  else if (!t->program) error_set(error, EXIT_DATA, "%s", text_cstr(&message));
  error_release(&written);
  text_release(&message);
  return t->program;
}

void trials_close(struct trials *t) {
  trial_program_free(t->program);
  if (t->suite.covered) suite_release(&t->suite);
}
