// Copies of the program's files are instrumented with the witness, judged as the preprocessor leaves them, and compiled
// instead of the files; messages about the copies become messages about the witness.
#include "campaign/validate/validator.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "witness/expand.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static const char *add_copy(struct validator *v, uint32_t i, struct error *error) {
  struct job *job = v->job;
  const char *name = v->originals.data[i], *dot = strrchr(base_name(name), '.');
  const char *copy = arena_printf(&v->arena, "%s/witness-%" PRIu32 "%s", job->temp.path, i, dot ? dot : ".c");
  struct text text = {0};
  instrument_print(&v->inst, i, &text);
  bool good = output_write(copy, &text, error);
  text_release(&text);
  // What it includes is where the program's file is.
  char path[PATH_MAX];
  if (v->inst.insertions.absolute && realpath(name, path)) name = path;
  const char *slash = strrchr(name, '/');
  vec_word_push(&v->request.flags, "-iquote");
  vec_word_push(&v->request.flags,
                slash ? arena_printf(&v->arena, "%.*s", slash == name ? 1 : (int)(slash - name), name) : ".");
  return good ? copy : NULL;
}

// One form of a file (expand.h) as the preprocessor leaves it.
static bool preprocess(struct validator *v, uint32_t i, bool marked, struct text *out, struct error *error) {
  struct job *job = v->job;
  const char *source = arena_printf(&v->arena, "%s/form-%" PRIu32 "%s.c", job->temp.path, i, marked ? "m" : "p");
  const char *result = arena_printf(&v->arena, "%s.i", source);
  struct front_options options = job_front_options(job);
  struct front_unit unit;
  const struct front_unit *given = NULL;
  struct text text = {0};
  expand_print(&v->inst, i, marked, &text);
  bool good = output_write(source, &text, error);
  text_release(&text);
  if (options.given && options.given[i]) {
    unit = *options.given[i];
    unit.file = source;
    given = &unit;
  }
  options.n_files = 1;
  options.files = &source;
  options.given = &given;
  options.silent = true;
  return good && front_preprocess(&job->limits, &options, result, error) && input_read(result, out, error);
}

// The file and line of the program that a message of the compiler names.
static bool find_line(const struct validator *v, const char *name, uint32_t said, uint32_t *file, uint32_t *line) {
  for (*file = 0; *file < v->places.n_files; (*file)++) {
    const struct outline *o = &v->places.outlines[*file];
    bool own = strcmp(o->name, name) == 0 ||
               (v->inst.insertions.absolute && strcmp(base_name(o->name), base_name(name)) == 0);
    *line = outline_line(o, own ? NULL : name, said);
    if (*line) return true;
  }
  return false;
}

// The compiler's first message, which is about a copy, tells which expression it is.
void validator_explain(struct validator *v, struct error *error) {
  struct text messages = {0};
  struct error none = {0};
  uint32_t file, line, point = OUTLINE_NONE, said = 0, column = 0;
  const char *path = arena_printf(&v->arena, "%s/messages", v->job->temp.path);
  const char *mark = input_read(path, &messages, &none) ? strstr(text_cstr(&messages), ": error: ") : NULL;
  const char *fatal = strstr(text_cstr(&messages), ": fatal error: ");
  if (fatal && (!mark || fatal < mark)) mark = fatal;
  error_release(&none);
  const char *start = mark, *text = mark ? strstr(mark, "error: ") + strlen("error: ") : "";
  while (start && start > messages.data && start[-1] != '\n') start--;
  int length = (int)strcspn(text, "\n");
  const char *name = start ? arena_printf(&v->arena, "%.*s", (int)(mark - start), start) : "";
  char *colon = strrchr(name, ':');
  if (colon) {
    column = (uint32_t)strtoul(colon + 1, NULL, 10);
    *colon = 0;
  }
  colon = colon ? strrchr(name, ':') : NULL;
  if (colon) {
    said = (uint32_t)strtoul(colon + 1, NULL, 10);
    *colon = 0;
  }
  if (said && column && find_line(v, name, said, &file, &line))
    point = instrument_place(&v->inst, file, line, &column, NULL);
  if (point != OUTLINE_NONE) {
    const struct witness_point *p = &v->witness.points.data[point];
    error_release(error);
    yaml_complain(error, v->witness.name, p->value_node ? p->value_node : p->node,
                  "it does not compile at %s:%" PRIu32 ": %.*s", p->file, p->line, length, text);
  } else if (said) {
    error_release(error);
    error_set(error, EXIT_DATA, "%s:%" PRIu32 ":%" PRIu32 ": %.*s (with the expressions of %s in it)", name, said,
              column, length, text, v->witness.name);
  }
  text_release(&messages);
}

// Do macros leave the program and the expressions of the witness as they are written?
static bool judge_forms(struct validator *v, uint32_t i, struct error *error) {
  struct text plain = {0}, marked = {0};
  bool good = preprocess(v, i, false, &plain, error) && preprocess(v, i, true, &marked, error);
  if (!good && error->status == EXIT_DATA) validator_explain(v, error);
  good = good && expand_judge(&v->inst, i, &plain, &marked, error);
  text_release(&plain);
  text_release(&marked);
  return good && !limits_stopped(&v->job->limits);
}

bool validator_all_seen(struct validator *v, const bool *seen, const char *what) {
  for (uint32_t i = 0; i < v->witness.points.size && !v->witness.is_violation; i++) {
    const struct witness_point *p = &v->witness.points.data[i];
    if (seen[i]) continue;
    validator_say_place(v, p->node);
    text_printf(&v->why, "the invariant at %s:%" PRIu32 " was not checked: %s", p->file, p->line, what);
    return false;
  }
  return true;
}

// The copy is compiled as the compilation database says of the file.
static void replace_unit(struct validator *v, uint32_t i) {
  struct database *d = &v->request.database;
  if (!d->file || !d->given.data[i]) return;
  struct front_unit *unit = arena_alloc(&v->arena, sizeof *unit);
  *unit = *d->given.data[i];
  unit->file = v->copies.data[i];
  d->given.data[i] = unit;
}

bool validator_write_copies(struct job *job, void *validator, struct error *error) {
  struct validator *v = validator;
  v->inst.insertions.absolute = job->request->database.file; // the compiler works elsewhere
  for (uint32_t i = 0; i < v->originals.size; i++) {
    const char *copy = add_copy(v, i, error);
    if (!copy) return false;
    vec_word_push(&v->copies, copy);
    replace_unit(v, i);
  }
  for (uint32_t i = 0; i < v->originals.size; i++)
    if (!judge_forms(v, i, error)) return false;
  if (v->inst.unsupported || !validator_all_seen(v, v->inst.seen, "the preprocessor leaves out its place"))
    return false;
  v->judged = true;
  v->request.options.files = v->copies; // until the program is read; the front end keeps the list
  return true;
}
