// See observe.h.
#include "campaign/observe.h"
#include "base/file/output.h"
#include "native/trial.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define RUN_SECONDS 5
#define SPARE_SECONDS 2 // that must be left of the run's time

struct observation {
  struct job *job;
  const struct claim *claim;
  struct execution_log *log;
  struct vec_string copies, flags;
  struct arena arena; // names of files, flags
  const char *folder;
};

// Only what a trial can run as it is compiled here. There must be time: it takes as long to read the copy as it took to
// read the program.
static bool is_possible(const struct job *job) {
  if (job->request->kind != INPUT_FILE_C || job->request->database.file || job->request->entry.has_parameters)
    return false;
  if (strcmp(request_function(job->request), "main") != 0 || limits_stopped(&job->limits)) return false;
  return limits_remaining(&job->limits) > 3 * job->stats.time_front + SPARE_SECONDS;
}

// The file with its markers. What it includes is where the program's file is.
static bool add_copy(struct observation *o, uint32_t i) {
  const char *name = o->job->request->options.files.data[i], *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
  const char *end = dot && (!slash || dot > slash) ? dot : ".c";
  const char *copy = arena_printf(&o->arena, "%s/log-%u%s", o->folder, (unsigned)i, end);
  struct text text = {0};
  struct error error = {0};
  execution_log_print(o->log, i, &text);
  bool good = output_write(copy, &text, &error);
  error_release(&error);
  text_release(&text);
  vec_string_push(&o->copies, copy);
  vec_string_push(&o->flags, "-iquote");
  vec_string_push(&o->flags,
                  !slash ? "." : arena_printf(&o->arena, "%.*s", slash == name ? 1 : (int)(slash - name), name));
  return good;
}

static bool write_copies(struct observation *o) {
  struct job *job = o->job;
  o->folder = arena_printf(&o->arena, "%s/log", job->temp.path);
  if (mkdir(o->folder, 0700) != 0) return false;
  for (uint32_t i = 0; i < job->request->flags.size; i++) vec_string_push(&o->flags, job->request->flags.data[i]);
  for (uint32_t i = 0; i < job->request->options.files.size; i++)
    if (!add_copy(o, i)) return false;
  return true;
}

static bool is_the_error(const struct job *job, const struct trial *trial) {
  // Only calls of error functions are seen in a trial; other errors need not end it.
  return job->emergency.violated != PROPERTY_UNREACH || trial->end == TRIAL_ERROR;
}

static bool run_program(struct observation *o, struct front_result *front) {
  struct job *job = o->job;
  struct replay_options options = {
      .clang = job->request->options.clang,
      .temp_dir = o->folder,
      .bitcode = front->bitcode,
      .bits = request_bits(job->request),
      .n_error_functions = job->request->error_functions.size,
      .error_functions = job->request->error_functions.data,
      .checked = PROPERTY_SET(UNREACH),
      .entry = request_function(job->request),
      .n_files = o->copies.size,
      .files = o->copies.data,
      .n_flags = o->flags.size,
      .flags = o->flags.data,
  };
  struct text message = {0};
  struct trial_program *program = trial_program_new(front->cfa, &job->limits, &options, LOG_BYTES, &message);
  bool good = false;
  if (program) {
    struct trial_inputs inputs = {0};
    struct trial trial;
    trial_inputs_of(job->program.cfa, &o->claim->inputs, &inputs);
    trial_run(program, &inputs, TRIAL_MOST_INPUTS, RUN_SECONDS, &trial);
    good = is_the_error(job, &trial) && execution_log_read(o->log, o->claim, trial.covered);
    trial_inputs_release(&inputs);
  }
  trial_program_free(program);
  text_release(&message);
  return good;
}

static bool observe(struct observation *o) {
  struct job *job = o->job;
  if (!execution_log_init(o->log, job->request->options.files.size, job->request->options.files.data, job->program.cfa,
                          o->claim) ||
      !write_copies(o))
    return false;
  struct front_options options = job_front_options(job);
  struct front_result front = {0};
  struct error error = {0};
  struct terms *tm = terms_new();
  options.files = o->copies.data;
  options.n_flags = o->flags.size;
  options.flags = o->flags.data;
  options.temp_dir = o->folder;
  options.silent = true;
  options.is_instrumented = true;
  options.checked = PROPERTY_SET(UNREACH); // without the checks of others: what they add is not needed for the log
  bool good = front_run(tm, &job->limits, &options, &front, &error);
  good = good && front_write_replay(&front, &error) && run_program(o, &front);
  if (front.cfa) cfa_free(front.cfa);
  front_result_release(&front);
  terms_free(tm);
  error_release(&error);
  return good;
}

struct execution_log *execution_log_observe(struct job *job, const struct claim *claim) {
  if (!is_possible(job)) return NULL;
  struct observation o = {.job = job, .claim = claim, .log = mem_zalloc(1, sizeof *o.log)};
  arena_init(&o.arena);
  bool good = observe(&o);
  vec_string_release(&o.copies);
  vec_string_release(&o.flags);
  arena_release(&o.arena);
  if (good) return o.log;
  execution_log_free(o.log);
  return NULL;
}

void execution_log_free(struct execution_log *log) {
  if (log) execution_log_release(log);
  mem_free(log);
}
