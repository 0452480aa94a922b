// See witness.h. A correctness witness is confirmed (RESULT: true) if the program with its invariants as checks has no
// error; a violation witness (RESULT: false) if an error at its target was seen in a run that follows it. Everything
// else is UNKNOWN.
#include "cli/witness.h"
#include "base/file/output.h"
#include "base/text/digest.h"
#include "cfa/layout.h"
#include "campaign/undefined_exits.h"
#include "portfolio/portfolio.h"
#include "report/present.h"
#include "run/verifier.h"
#include "base/file/input.h"
#include "witness/expand.h"
#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define EVALUATION_SECONDS 2 // of the processor, for the question whether invariants have undefined behaviour
#define LOOK_SECONDS 4 // at most, for a run that shows it
#define EXIT_EVALUATION 77 // of the child that found one
#define STRICT_SECONDS 60 // for the first of two attempts, without --timeout
#define SPARE_SECONDS 1 // that a child has more than its time to end by itself

enum attempt_kind {
  ATTEMPT_LAST,
  ATTEMPT_STRICT, // where a waypoint to follow is not passed, the path ends
  ATTEMPT_EVALUATION, // only whether the evaluation of invariants is defined
};

struct witness_checking {
  struct job *job;
  struct request request; // of the program with the witness in it; its lists of words are its own
  struct witness witness;
  struct places places;
  struct instrumentation inst;
  struct vec_word originals; // the program's files
  struct vec_word copies; // that are read instead
  struct arena arena; // names of their copies, flags
  struct map_u32 point_of; // number of an error location → the point of the witness that it is of, + 1
  bool judged; // what the preprocessor makes of it
  bool *coded; // of each point: is there code of it?
  struct text why;
  enum attempt_kind kind;
  bool undefined; // the evaluation of an invariant, as a run showed
};

bool witness_check_wants(const char *file) {
  const char *dot = strrchr(file, '.');
  return witness_is(file) || (dot && (!strcmp(dot, ".yml") || !strcmp(dot, ".yaml")) && !input_is_certificate(file));
}

// --- is it about what is asked? ------------------------------------------------------------------

static void say_place(struct witness_checking *c, const struct yaml *node) {
  text_printf(&c->why, "%s:%" PRIu32 ":%" PRIu32 ": ", c->witness.name, node->line, node->column);
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// The hash that the witness has of the file: by its name, or the only one there is. NULL: none, or two fit.
static const struct yaml *hash_of(const struct witness_checking *c, const struct witness_about *about,
                                  const char *file) {
  const struct yaml *found = NULL;
  uint32_t most = 0;
  for (const struct yaml *i = about->files->first; i; i = i->next) {
    uint32_t fits = witness_name_fits(i->text, file);
    if (fits && fits >= most) found = fits > most ? yaml_get(about->hashes, i->text) : NULL;
    if (fits > most) most = fits;
  }
  return most || c->places.n_files > 1 ? found : yaml_get(about->hashes, about->files->first->text);
}

// Each of its files must be there, and no other.
static bool same_program(struct witness_checking *c, const struct witness_about *about) {
  if (yaml_size(about->files) != c->places.n_files) {
    say_place(c, about->files);
    text_printf(&c->why, "it is for another program: it has %zu files, not %" PRIu32, (size_t)yaml_size(about->files),
                c->places.n_files);
    return false;
  }
  for (uint32_t i = 0; i < c->places.n_files; i++) {
    const struct outline *o = &c->places.outlines[i];
    const struct yaml *said = hash_of(c, about, o->name);
    char hash[DIGEST_DIGITS + 1];
    digest_sha256(text_cstr(&o->content), o->content.size, hash);
    bool twice = false;
    for (uint32_t k = 0; k < i; k++) twice |= said && hash_of(c, about, c->places.outlines[k].name) == said;
    if (said && !twice && yaml_text(said) && strcasecmp(said->text, hash) == 0) continue;
    say_place(c, said ? said : about->hashes);
    text_printf(&c->why, "it is for another program: the hash of %s is %s", o->name, hash);
    return false;
  }
  return true;
}

static const char *error_function(const struct specification *s) {
  return s->error_function ? s->error_function : "reach_error";
}

// Tools fold lines of a property into one.
static void unfold_lines(const char *text, struct text *out) {
  for (; *text; text++) {
    if (out->size && !strncmp(text, "CHECK", 5)) text_addc(out, '\n');
    text_addc(out, *text);
  }
}

static bool same_property(struct witness_checking *c, const struct yaml *specification, struct error *error) {
  struct job *job = c->job;
  const struct specification *asked = &job->request->specification;
  struct specification said = {0};
  struct text lines = {0};
  unfold_lines(specification->text, &lines);
  bool good = specification_parse(&said, c->witness.name, &lines, error);
  if (!good) {
    error_release(error);
    yaml_complain(error, c->witness.name, specification, "this is no property");
  } else if (said.unsupported || said.checked != asked->checked ||
             ((said.checked & PROPERTY_SET(UNREACH)) && strcmp(error_function(&said), error_function(asked)) != 0)) {
    say_place(c, specification);
    text_add(&c->why, "it is for another property; if that is meant, say so with --property or --check");
    good = false;
  } else if (strcmp(said.entry, request_entry(job->request)) != 0) {
    say_place(c, specification);
    text_printf(&c->why, "it is for the program that starts at `%s`, not at `%s`", said.entry,
                request_entry(job->request));
    good = false;
  }
  specification_release(&said);
  text_release(&lines);
  return good;
}

static bool same_model(struct witness_checking *c, const struct yaml *model) {
  const char *asked = request_bits(c->job->request) == 32 ? "ILP32" : "LP64";
  if (strcmp(model->text, asked) == 0) return true;
  say_place(c, model);
  text_printf(&c->why, "it is for the data model %s, not for %s; if that is meant, say --%d", model->text, asked,
              request_bits(c->job->request) == 32 ? 64 : 32);
  return false;
}

// Every entry must be about what is asked.
static bool same_task(struct witness_checking *c, struct error *error) {
  for (uint32_t i = 0; i < c->witness.about.size; i++) {
    const struct witness_about *about = &c->witness.about.data[i];
    if (!same_program(c, about) || !same_property(c, about->specification, error) || !same_model(c, about->data_model))
      return false;
  }
  return true;
}

// --- the program with the witness in it ----------------------------------------------------------

static const char *add_copy(struct witness_checking *c, uint32_t i, struct error *error) {
  struct job *job = c->job;
  const char *name = c->originals.data[i], *dot = strrchr(base_name(name), '.');
  const char *copy = arena_printf(&c->arena, "%s/witness-%" PRIu32 "%s", job->temp.path, i, dot ? dot : ".c");
  struct text text = {0};
  instrument_print(&c->inst, i, &text);
  bool good = output_write(copy, &text, error);
  text_release(&text);
  // What it includes is where the program's file is.
  char path[PATH_MAX];
  if (c->inst.insertions.absolute && realpath(name, path)) name = path;
  const char *slash = strrchr(name, '/');
  vec_word_push(&c->request.flags, "-iquote");
  vec_word_push(&c->request.flags,
                slash ? arena_printf(&c->arena, "%.*s", slash == name ? 1 : (int)(slash - name), name) : ".");
  return good ? copy : NULL;
}

// One form of a file (expand.h) as the preprocessor leaves it.
static bool preprocess(struct witness_checking *c, uint32_t i, bool marked, struct text *out, struct error *error) {
  struct job *job = c->job;
  const char *source = arena_printf(&c->arena, "%s/form-%" PRIu32 "%s.c", job->temp.path, i, marked ? "m" : "p");
  const char *result = arena_printf(&c->arena, "%s.i", source);
  struct front_options options = job_front_options(job);
  struct front_unit unit;
  const struct front_unit *given = NULL;
  struct text text = {0};
  expand_print(&c->inst, i, marked, &text);
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

// The file and line of the program that the compiler speaks of.
static bool find_line(const struct witness_checking *c, const char *name, uint32_t said, uint32_t *file,
                      uint32_t *line) {
  for (*file = 0; *file < c->places.n_files; (*file)++) {
    const struct outline *o = &c->places.outlines[*file];
    bool own = strcmp(o->name, name) == 0 ||
               (c->inst.insertions.absolute && strcmp(base_name(o->name), base_name(name)) == 0);
    *line = outline_line(o, own ? NULL : name, said);
    if (*line) return true;
  }
  return false;
}

// It does not compile: which expression is it? The compiler's first message tells, which is of the copy.
static void explain(struct witness_checking *c, struct error *error) {
  struct text messages = {0};
  struct error none = {0};
  uint32_t file, line, point = OUTLINE_NONE, said = 0, column = 0;
  const char *path = arena_printf(&c->arena, "%s/messages", c->job->temp.path);
  const char *mark = input_read(path, &messages, &none) ? strstr(text_cstr(&messages), ": error: ") : NULL;
  const char *fatal = strstr(text_cstr(&messages), ": fatal error: ");
  if (fatal && (!mark || fatal < mark)) mark = fatal;
  error_release(&none);
  const char *start = mark, *text = mark ? strstr(mark, "error: ") + strlen("error: ") : "";
  while (start && start > messages.data && start[-1] != '\n') start--;
  int length = (int)strcspn(text, "\n");
  const char *name = start ? arena_printf(&c->arena, "%.*s", (int)(mark - start), start) : "";
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
  if (said && column && find_line(c, name, said, &file, &line))
    point = instrument_place(&c->inst, file, line, &column, NULL);
  if (point != OUTLINE_NONE) {
    const struct witness_point *p = &c->witness.points.data[point];
    error_release(error);
    yaml_complain(error, c->witness.name, p->value_node ? p->value_node : p->node,
                  "it does not compile at %s:%" PRIu32 ": %.*s", p->file, p->line, length, text);
  } else if (said) {
    error_release(error);
    error_set(error, EXIT_DATA, "%s:%" PRIu32 ":%" PRIu32 ": %.*s (with the expressions of %s in it)", name, said,
              column, length, text, c->witness.name);
  }
  text_release(&messages);
}

// Is what is compiled the program, and its witness what it says?
static bool judge_forms(struct witness_checking *c, uint32_t i, struct error *error) {
  struct text plain = {0}, marked = {0};
  bool good = preprocess(c, i, false, &plain, error) && preprocess(c, i, true, &marked, error);
  if (!good && error->status == EXIT_DATA) explain(c, error);
  good = good && expand_judge(&c->inst, i, &plain, &marked, error);
  text_release(&plain);
  text_release(&marked);
  return good && !limits_stopped(&c->job->limits);
}

// An invariant that was not checked is not confirmed.
static bool all_are_seen(struct witness_checking *c, const bool *seen, const char *what) {
  for (uint32_t i = 0; i < c->witness.points.size && !c->witness.is_violation; i++) {
    const struct witness_point *p = &c->witness.points.data[i];
    if (seen[i]) continue;
    say_place(c, p->node);
    text_printf(&c->why, "the invariant at %s:%" PRIu32 " was not checked: %s", p->file, p->line, what);
    return false;
  }
  return true;
}

// The entry of a compilation database is that of the copy.
static void replace_unit(struct witness_checking *c, uint32_t i) {
  struct database *d = &c->request.database;
  if (!d->file || !d->given.data[i]) return;
  struct front_unit *unit = arena_alloc(&c->arena, sizeof *unit);
  *unit = *d->given.data[i];
  unit->file = c->copies.data[i];
  d->given.data[i] = unit;
}

static bool write_copies(struct job *job, void *context, struct error *error) {
  struct witness_checking *c = context;
  c->inst.insertions.absolute = job->request->database.file; // the compiler works elsewhere
  for (uint32_t i = 0; i < c->originals.size; i++) {
    const char *copy = add_copy(c, i, error);
    if (!copy) return false;
    vec_word_push(&c->copies, copy);
    replace_unit(c, i);
  }
  for (uint32_t i = 0; i < c->originals.size; i++)
    if (!judge_forms(c, i, error)) return false;
  if (c->inst.unsupported || !all_are_seen(c, c->inst.seen, "the preprocessor leaves out its place")) return false;
  c->judged = true;
  c->request.options.files = c->copies; // until the program is read; the front end keeps the list
  return true;
}

// A place as it was before; the point in whose text it is. `live`: of code that control can get to.
static uint32_t tell_back(struct witness_checking *c, struct source_place *place, bool live) {
  uint32_t file, line;
  bool check;
  if (!place->column || !places_find(&c->places, *place, &file, &line)) return OUTLINE_NONE;
  uint32_t point = instrument_place(&c->inst, file, line, &place->column, &check);
  if (point != OUTLINE_NONE && live && check) c->coded[point] = true;
  return point;
}

// What a variable of the witness is behind an edge, as a term of what is before it.
static struct term value_behind(const struct cfa *cfa, const struct cfa_edge *e, uint32_t var) {
  for (uint32_t i = 0; i < e->updates.size; i++)
    if (e->updates.data[i].var == var) return e->updates.data[i].value;
  return cfa->vars.data[var].term;
}

// The error is reached where the variable is that. A variable that the automaton does not have was never set.
static void demand(struct cfa *cfa, struct cfa_location *l, const char *name, uint32_t value) {
  uint32_t var = 0;
  while (var < cfa->vars.size && strcmp(cfa->vars.data[var].name, name) != 0) var++;
  if (var == cfa->vars.size && value) l->kind = LOC_STOP;
  for (uint32_t i = 0; i < l->in.size && var < cfa->vars.size; i++) {
    struct cfa_edge *e = cfa_edge(cfa, l->in.data[i]);
    struct term is = value_behind(cfa, e, var);
    e->guard = term_and(cfa->tm, e->guard, term_eq(cfa->tm, is, term_bv(cfa->tm, term_width(cfa->tm, is), value)));
  }
}

// Errors that are not at the target are no errors, nor are those that come before the waypoints. Leaks are nowhere.
static void keep_target(struct witness_checking *c, struct cfa_location *l) {
  struct cfa *cfa = c->job->program.cfa;
  uint32_t file, line;
  bool leak = property_has(l->property, TRAIT_AT_END);
  if (leak || !c->inst.passed_all) demand(cfa, l, INSTRUMENT_COUNTER, c->witness.segments - 1);
  if (leak) demand(cfa, l, INSTRUMENT_PASSED, 1);
  else if (!places_find(&c->places, l->place, &file, &line) ||
           !instrument_is_target(&c->inst, file, line, l->place.column))
    l->kind = LOC_STOP;
}

// They are not shown.
static void hide_names(struct cfa *cfa) {
  for (uint32_t i = 0; cfa->layout && i < cfa->vars.size; i++)
    if (!strncmp(cfa->vars.data[i].name, "__witness", 9))
      map_u32_put(&cfa->layout->hidden, cfa->vars.data[i].term.id, 1);
}

// The locations that control can get to in their functions, by id.
static bool *find_live(const struct cfa *cfa) {
  bool *live = mem_zalloc(cfa->locations.size + 1, sizeof *live);
  struct vec_u32 work = {0};
  for (uint32_t i = 0; i < cfa->functions.size; i++) vec_u32_push(&work, cfa->functions.data[i].entry.id);
  while (work.size) {
    uint32_t id = vec_u32_pop(&work);
    if (id == LOCATION_NONE.id || live[id]) continue;
    live[id] = true;
    const struct vec_edge *out = &cfa_location(cfa, (struct location){id})->out;
    for (uint32_t i = 0; i < out->size; i++) vec_u32_push(&work, cfa_edge(cfa, out->data[i])->to.id);
  }
  vec_u32_release(&work);
  return live;
}

static void adapt(struct job *job, void *context) {
  struct witness_checking *c = context;
  struct cfa *cfa = job->program.cfa;
  c->request.options.files = c->originals;
  places_bind(&c->places, cfa);
  hide_names(cfa);
  bool *live = find_live(cfa);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct cfa_edge *e = &cfa->edges.data[i];
    tell_back(c, &e->first, live[e->from.id]);
    tell_back(c, &e->last, live[e->from.id]);
    for (uint32_t k = 0; k < e->inputs.size; k++) tell_back(c, &e->inputs.data[k].place, false);
  }
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    uint32_t point = tell_back(c, &l->place, live[i]);
    if (l->kind != LOC_ERROR) continue;
    if (c->kind == ATTEMPT_EVALUATION && (point == OUTLINE_NONE || l->property == PROPERTY_UNREACH)) l->kind = LOC_STOP;
    if (point != OUTLINE_NONE) map_u32_put(&c->point_of, l->number, point + 1);
    else if (c->witness.is_violation) keep_target(c, l);
    if (point != OUTLINE_NONE && c->witness.is_violation) l->kind = LOC_STOP;
  }
  mem_free(live);
}

// --- what a verdict on it means ------------------------------------------------------------------

static void refuse(struct verifier *v, struct witness_checking *c) {
  v->result.check = CHECK_NONE;
  result_refuse(&v->result, REASON_WITNESS, text_cstr(&c->why));
}

// Paths that end in the evaluation of an invariant: it must be free of undefined behaviour. What a search finds is
// refused; the checks themselves do not depend on it.
static void review_evaluation(struct verifier *v, struct witness_checking *c) {
  struct undefined_exits exits = {0};
  if (!c->inst.partial) return;
  double left = limits_remaining(&v->job->limits) / 4;
  undefined_exits_find_each(v->job, &exits, left < EVALUATION_SECONDS ? left : EVALUATION_SECONDS);
  for (uint32_t i = 0; i < exits.list.size && !c->why.size; i++) {
    struct source_place place = exits.list.data[i].place;
    uint32_t point = tell_back(c, &place, false);
    if (point == OUTLINE_NONE) continue;
    const struct witness_point *p = &c->witness.points.data[point];
    say_place(c, p->value_node);
    text_printf(&c->why, "the evaluation of the invariant at %s:%" PRIu32 " may be undefined: %s", p->file, p->line,
                exits.list.data[i].text);
  }
  undefined_exits_release(&exits);
  if (c->why.size) refuse(v, c);
}

static void review_invariants(struct verifier *v, struct witness_checking *c) {
  if (v->result.verdict == VERDICT_TRUE) review_evaluation(v, c);
  if (v->result.verdict != VERDICT_FALSE) return;
  const struct cfa_location *error = cfa_location(v->job->program.cfa, v->result.claim.error_location);
  uint32_t point = map_u32_get_or(&c->point_of, error->number, 0);
  if (point) {
    const struct witness_point *p = &c->witness.points.data[point - 1];
    say_place(c, p->value_node);
    bool fails = error->property == PROPERTY_UNREACH || !strstr(error->text ? error->text : "", "overflow");
    text_printf(&c->why, "the invariant at %s:%" PRIu32 " %s, as a run shows", p->file, p->line,
                fails ? "does not hold" : "does not hold or its evaluation is undefined");
  } else {
    text_printf(&c->why, "%s: the program violates the property, as a run shows: ", c->witness.name);
    cfa_place_print(v->job->program.cfa, error->place, &c->why);
  }
  refuse(v, c);
}

static void review_undefined(struct verifier *v, struct witness_checking *c) {
  if (v->result.verdict != VERDICT_FALSE) return;
  const struct cfa_location *error = cfa_location(v->job->program.cfa, v->result.claim.error_location);
  uint32_t point = map_u32_get_or(&c->point_of, error->number, 0);
  if (!point) return;
  const struct witness_point *p = &c->witness.points.data[point - 1];
  say_place(c, p->value_node);
  text_printf(&c->why, "the evaluation of the invariant at %s:%" PRIu32 " is undefined, as a run shows: %s", p->file,
              p->line, error->text ? error->text : property_table[error->property].name);
  c->undefined = true;
  refuse(v, c);
}

static void review_violation(struct verifier *v, struct witness_checking *c) {
  if (v->result.verdict != VERDICT_TRUE) return;
  text_printf(&c->why, "%s: no run that follows it violates the property at its target", c->witness.name);
  refuse(v, c);
}

static void review(struct verifier *v, void *context) {
  struct witness_checking *c = context;
  if (c->kind == ATTEMPT_EVALUATION) review_undefined(v, c);
  else if (c->witness.is_violation) review_violation(v, c);
  else review_invariants(v, c);
}

// -------------------------------------------------------------------------------------------------

// What cannot be checked. False: there is nothing of the kind.
static bool refuse_unsupported(struct witness_checking *c, struct verifier *v) {
  const char *unsupported = c->witness.unsupported ? c->witness.unsupported : c->inst.unsupported;
  if (!unsupported) return false;
  const struct yaml *node = c->witness.unsupported   ? c->witness.unsupported_node
                            : c->witness.points.size ? c->witness.points.data[c->inst.unsupported_point].node
                                                     : c->witness.about.data[0].specification;
  say_place(c, node);
  text_printf(&c->why, "%s cannot be checked", unsupported);
  refuse(v, c);
  v->result.reason = REASON_UNSUPPORTED;
  return true;
}

// Reads the witness and finds its places. False: the verdict stands, or there is an error.
static bool prepare(struct witness_checking *c, struct verifier *v, struct error *error) {
  struct job *job = c->job;
  if (job->request->kind != INPUT_FILE_C) {
    error_set(error, EXIT_USAGE, "%s: a witness is about C files", job->request->certificate);
    return false;
  }
  if (!witness_read(&c->witness, job->request->certificate, error) ||
      !places_init(&c->places, c->originals.size, c->originals.data, error))
    return false;
  if (!same_task(c, error)) {
    if (!error->status) refuse(v, c);
    return false;
  }
  if (c->kind == ATTEMPT_EVALUATION) // what is undefined in C, instead of what is asked; other errors end paths
    job->program.checked = property_with(TRAIT_EVALUATION);
  if (!c->witness.unsupported &&
      !instrument_init(&c->inst, &c->witness, &c->places, job->program.checked, c->kind == ATTEMPT_STRICT, error))
    return false;
  return !refuse_unsupported(c, v);
}

// Of an expression without names no code is needed.
static void note_constants(struct witness_checking *c) {
  for (uint32_t i = 0; i < c->witness.points.size; i++) {
    const char *value = c->witness.points.data[i].value;
    for (; value && *value && !isalpha((unsigned char)*value) && *value != '_'; value++) continue;
    if (!value || !*value) c->coded[i] = true;
  }
}

static bool load(struct witness_checking *c, struct verifier *v, struct error *error) {
  struct job *job = c->job;
  if (job->program.checked & PROPERTY_SET(UNREACH)) vec_word_push(&c->request.error_functions, INSTRUMENT_FAILS);
  job->hooks = (struct job_hooks){.before = write_copies, .after = adapt, .context = c};
  c->coded = mem_zalloc(c->witness.points.size + 1, sizeof *c->coded);
  bool good = job_load(job, error);
  vec_string_clear(&job->program.front.uncalled); // the witness's own error function need not be called
  note_constants(c);
  if (good && !all_are_seen(c, c->coded, "no code is made of it: control never gets there, or it is always true")) {
    refuse(v, c);
    return false;
  }
  if (good) return true;
  c->request.options.files = c->originals;
  if (!error->status && refuse_unsupported(c, v)) return false;
  if (!error->status && c->why.size) refuse(v, c);
  else if (!error->status) v->result.reason = limits_reason(&job->limits);
  else if (error->status == EXIT_DATA && c->judged) explain(c, error);
  return false;
}

static void announce(const struct witness_checking *c) {
  const struct job *job = c->job;
  if (job->request->options.quiet) return;
  FILE *out = request_has_document_on_stdout(job->request) ? stderr : stdout;
  if (c->witness.is_violation)
    fprintf(out, "The witness has %" PRIu32 " waypoints on the way to its target.\n", c->witness.points.size - 1);
  else fprintf(out, "The witness has %" PRIu32 " invariants.\n", c->witness.points.size);
  fflush(out);
}

static void copy_words(const struct vec_word *from, struct vec_word *to) {
  *to = (struct vec_word){0};
  for (uint32_t i = 0; i < from->size; i++) vec_word_push(to, from->data[i]);
}

// The request, with lists that can be added to.
static void copy_request(struct witness_checking *c, double seconds) {
  const struct request *asked = c->job->request;
  c->request = *asked;
  c->request.options.timeout = seconds;
  copy_words(&asked->flags, &c->request.flags);
  copy_words(&asked->error_functions, &c->request.error_functions);
  c->request.database.given = (struct vec_unit_of_file){0};
  for (uint32_t i = 0; i < asked->database.given.size; i++)
    vec_unit_of_file_push(&c->request.database.given, asked->database.given.data[i]);
  c->job->request = &c->request;
}

static void release_request(struct witness_checking *c, const struct request *asked) {
  c->job->request = asked;
  vec_word_release(&c->request.flags);
  vec_word_release(&c->request.error_functions);
  vec_unit_of_file_release(&c->request.database.given);
}

// One attempt; never returns but in debug builds.
static int attempt(struct job *job, enum attempt_kind kind, double seconds) {
  const struct request *asked = job->request;
  struct witness_checking c = {.job = job, .originals = asked->options.files, .kind = kind};
  copy_request(&c, seconds);
  struct verifier v;
  struct error error = {0};
  verifier_init(&v, job);
  arena_init(&c.arena);
  job->limits.started = clock_now();
  if (prepare(&c, &v, &error) && load(&c, &v, &error)) {
    announce(&c);
    portfolio_run(&v, &error);
  }
  if (!error.status) review(&v, &c);
  int status = present_result(&v, &error);
  if (kind == ATTEMPT_EVALUATION) status = c.undefined ? EXIT_EVALUATION : EXIT_UNKNOWN;
#ifndef CLEW_DEBUG
  job_end(job);
  _exit(status);
#endif
  verifier_release(&v);
  vec_word_release(&c.copies);
  instrument_release(&c.inst);
  places_release(&c.places);
  witness_release(&c.witness);
  map_u32_release(&c.point_of);
  mem_free(c.coded);
  arena_release(&c.arena);
  text_release(&c.why);
  release_request(&c, asked);
  return status;
}

// What is looked for first: a strict run where there are waypoints that a run may pass by, undefined behaviour of
// invariants where there are any.
static enum attempt_kind first_attempt(const char *file) {
  struct witness w;
  struct error error = {0};
  enum attempt_kind kind = ATTEMPT_LAST;
  if (witness_read(&w, file, &error) && w.is_violation && w.points.size > 1) kind = ATTEMPT_STRICT;
  else if (!error.status && !w.is_violation && w.points.size) kind = ATTEMPT_EVALUATION;
  error_release(&error);
  witness_release(&w);
  return kind;
}

static void copy_all(int from, FILE *to) {
  char block[4096];
  ssize_t n;
  lseek(from, 0, SEEK_SET);
  while ((n = read(from, block, sizeof block)) > 0)
    if (fwrite(block, 1, (size_t)n, to) != (size_t)n) return;
  fflush(to);
}

// What ends a run from outside; what was ignored stays so.
static void interrupts(sigset_t *set) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction before;
  sigemptyset(set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaddset(set, numbers[i]);
}

static bool has_ended(pid_t child, int *status) { return waitpid(child, status, WNOHANG) == child; }

// Waits for the child, but not longer than so many seconds, nor when the run is interrupted: then it is told to end,
// and is killed if it does not. False: the run was interrupted.
static bool wait_for(pid_t child, double seconds, const sigset_t *interrupting, int *status) {
  sigset_t set = *interrupting;
  double end = clock_now() + seconds;
  int number = 0;
  sigaddset(&set, SIGCHLD);
  bool ended = has_ended(child, status);
  while (!ended && clock_now() < end && !sigismember(interrupting, number > 0 ? number : SIGCHLD)) {
    number = sigtimedwait(&set, NULL, &(struct timespec){.tv_nsec = 100000000});
    ended = has_ended(child, status);
  }
  if (!ended) kill(child, SIGTERM);
  for (int i = 0; i < 100 && !ended; i++) {
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    ended = has_ended(child, status);
  }
  if (!ended) {
    kill(child, SIGKILL);
    waitpid(child, status, 0);
  }
  bool interrupted = number > 0 && sigismember(interrupting, number);
  return !interrupted && sigtimedwait(interrupting, NULL, &(struct timespec){0}) < 0;
}

// The child's own part.
static _Noreturn void attempt_kept_back(struct job *job, enum attempt_kind kind, double seconds, const int *kept) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  dup2(kept[0], STDOUT_FILENO);
  dup2(kept[1], STDERR_FILENO);
  job->progress_wanted = false;
  job->emptied = 0; // the parent sees to them
  int status = attempt(job, kind, seconds);
  fflush(NULL);
  _exit(status);
}

// In a child, whose words are kept back. Of a violation: is it confirmed when every waypoint is passed at the first
// visit of its place? That is what most witnesses mean, and leaves little to search. Of invariants: is there a run in
// which the evaluation of one is undefined? The exit status if that is the answer, or -1.
static int attempt_first(struct job *job, enum attempt_kind kind) {
  int kept[2] = {memfd_create("clew-check", MFD_CLOEXEC), memfd_create("clew-messages", MFD_CLOEXEC)};
  if (kept[0] < 0 || kept[1] < 0) return -1;
  double timeout = job->request->options.timeout, most = kind == ATTEMPT_STRICT ? STRICT_SECONDS : LOOK_SECONDS;
  double seconds = timeout > 0 ? timeout / (kind == ATTEMPT_STRICT ? 2 : 4) : most;
  if (kind == ATTEMPT_EVALUATION && seconds > most) seconds = most;
  sigset_t interrupting, blocked, before;
  interrupts(&interrupting);
  blocked = interrupting;
  sigaddset(&blocked, SIGCHLD);
  fflush(NULL);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  pid_t child = fork();
  if (child == 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    attempt_kept_back(job, kind, seconds, kept);
  }
  int status = -1, wanted = kind == ATTEMPT_STRICT ? EXIT_FALSE : EXIT_EVALUATION;
  bool goes_on = child <= 0 || wait_for(child, seconds + SPARE_SECONDS, &interrupting, &status);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (!goes_on) _exit(job_emergency_report(job, REASON_INTERRUPTED));
  bool answered = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == wanted;
  if (answered) copy_all(kept[0], stdout);
  if (answered && request_has_document_on_stdout(job->request)) copy_all(kept[1], stderr);
  close(kept[0]);
  close(kept[1]);
  return !answered ? -1 : kind == ATTEMPT_STRICT ? EXIT_FALSE : EXIT_UNKNOWN;
}

int witness_check(struct job *job) {
  double seconds = job->request->options.timeout;
  enum attempt_kind first = job->request->kind == INPUT_FILE_C ? first_attempt(job->request->certificate)
                                                               : ATTEMPT_LAST;
  if (first != ATTEMPT_LAST) {
    double before = clock_now();
    int status = attempt_first(job, first);
    if (status >= 0) return status;
    double left = seconds - (clock_now() - before);
    if (seconds > 0) seconds = left > 0.1 ? left : 0.1;
  }
  return attempt(job, ATTEMPT_LAST, seconds);
}
