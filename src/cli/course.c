// See course.h.
#include "cli/course.h"
#include "base/output.h"
#include "proof/trial.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define RUN_SECONDS 5
#define SPARE_SECONDS 2 // that must be left of the run's time

struct observation {
  struct session *session;
  const struct claim *claim;
  struct course *course;
  struct vec_string copies, flags;
  struct arena arena; // names of files, flags
  const char *folder;
};

// Only what a trial can run as it is compiled here. There must be time: it takes as long to read the copy as it took to
// read the program.
static bool is_possible(const struct session *session) {
  if (session->kind != INPUT_FILE_C || session->database.file || session->entry.has_parameters) return false;
  if (strcmp(session_function(session), "main") != 0 || limits_stopped(&session->limits)) return false;
  return limits_remaining(&session->limits) > 3 * session->stats.time_front + SPARE_SECONDS;
}

// The file with its probes. What it includes is where the program's file is.
static bool add_copy(struct observation *o, uint32_t i) {
  const char *name = o->session->options.files.data[i], *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
  const char *end = dot && (!slash || dot > slash) ? dot : ".c";
  const char *copy = arena_printf(&o->arena, "%s/course-%u%s", o->folder, (unsigned)i, end);
  struct text text = {0};
  struct error error = {0};
  course_print(o->course, i, &text);
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
  struct session *session = o->session;
  o->folder = arena_printf(&o->arena, "%s/course", session->temp.path);
  if (mkdir(o->folder, 0700) != 0) return false;
  for (uint32_t i = 0; i < session->flags.size; i++) vec_string_push(&o->flags, session->flags.data[i]);
  for (uint32_t i = 0; i < session->options.files.size; i++)
    if (!add_copy(o, i)) return false;
  return true;
}

static bool is_the_error(const struct session *session, const struct trial *trial) {
  // Only calls of error functions are seen in a trial; other errors need not end it.
  return session->violated != PROPERTY_UNREACH || trial->end == TRIAL_ERROR;
}

static bool run_program(struct observation *o, struct front_result *front) {
  struct session *session = o->session;
  struct replay_options options = {
      .clang = session->options.clang,
      .temp_dir = o->folder,
      .bitcode = front->bitcode,
      .bits = session_bits(session),
      .n_error_functions = session->error_functions.size,
      .error_functions = session->error_functions.data,
      .checked = PROPERTY_SET(UNREACH),
      .entry = session_function(session),
      .n_files = o->copies.size,
      .files = o->copies.data,
      .n_flags = o->flags.size,
      .flags = o->flags.data,
  };
  struct text message = {0};
  struct trial_program *program = trial_program_new(front->cfa, &session->limits, &options, COURSE_BYTES, &message);
  bool good = false;
  if (program) {
    struct trial_inputs inputs = {0};
    struct trial trial;
    trial_inputs_of(session->cfa, &o->claim->inputs, &inputs);
    trial_run(program, &inputs, TRIAL_MOST_INPUTS, RUN_SECONDS, &trial);
    good = is_the_error(session, &trial) && course_read(o->course, o->claim, trial.covered);
    trial_inputs_release(&inputs);
  }
  trial_program_free(program);
  text_release(&message);
  return good;
}

static bool observe(struct observation *o) {
  struct session *session = o->session;
  if (!course_init(o->course, session->options.files.size, session->options.files.data, session->cfa, o->claim) ||
      !write_copies(o))
    return false;
  struct front_options options = session_front_options(session);
  struct front_result front = {0};
  struct error error = {0};
  struct terms *tm = terms_new();
  options.files = o->copies.data;
  options.n_flags = o->flags.size;
  options.flags = o->flags.data;
  options.temp_dir = o->folder;
  options.silent = true;
  options.is_instrumented = true;
  options.checked =
      PROPERTY_SET(UNREACH); // without the checks of others: what they add is not needed to see the course
  bool good = front_run(tm, &session->limits, &options, &front, &error);
  good = good && front_write_replay(&front, &error) && run_program(o, &front);
  if (front.cfa) cfa_free(front.cfa);
  front_result_release(&front);
  terms_free(tm);
  error_release(&error);
  return good;
}

struct course *course_observe(struct session *session, const struct claim *claim) {
  if (!is_possible(session)) return NULL;
  struct observation o = {.session = session, .claim = claim, .course = mem_zalloc(1, sizeof *o.course)};
  arena_init(&o.arena);
  bool good = observe(&o);
  vec_string_release(&o.copies);
  vec_string_release(&o.flags);
  arena_release(&o.arena);
  if (good) return o.course;
  course_free(o.course);
  return NULL;
}

void course_free(struct course *course) {
  if (course) course_release(course);
  mem_free(course);
}
