// See witness.h. A correctness witness is confirmed (RESULT: true) if the program with its invariants as checks has no
// error; a violation witness (RESULT: false) if an error at its target was seen in a run that follows it. Everything
// else is UNKNOWN.
#include "cli/witness.h"
#include "base/output.h"
#include "base/digest.h"
#include "cfa/layout.h"
#include "cli/verify.h"
#include "report/witness/weave.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define EVALUATION_SECONDS 2 // of the processor, for the question whether invariants have undefined behaviour

struct witness_checking {
  struct session *session;
  struct witness witness;
  struct places places;
  struct weave weave;
  struct vec_word originals; // the program's files
  struct vec_word copies; // that are read instead
  struct arena arena; // names of their copies, flags
  struct map_u32 point_of; // number of an error location → the point of the witness that it is of, + 1
  struct text why;
  bool strict; // where a waypoint to follow is not passed, the path ends
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

// The hash that the witness has of the file: by its name, or the only one there is.
static const struct yaml *hash_of(const struct witness_checking *c, const char *file) {
  const struct yaml *hashes = c->witness.hashes;
  for (const struct yaml *i = hashes->first; i; i = i->next)
    if (strcmp(base_name(i->key), base_name(file)) == 0) return i;
  return yaml_size(hashes) == 1 && c->places.n_files == 1 ? hashes->first : NULL;
}

static bool same_program(struct witness_checking *c) {
  for (uint32_t i = 0; i < c->places.n_files; i++) {
    const struct outline *o = &c->places.outlines[i];
    const struct yaml *said = hash_of(c, o->name);
    char hash[DIGEST_DIGITS + 1];
    digest_sha256(text_cstr(&o->content), o->content.size, hash);
    if (said && yaml_text(said) && strcasecmp(said->text, hash) == 0) continue;
    say_place(c, said ? said : c->witness.hashes);
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

static bool same_property(struct witness_checking *c, struct error *error) {
  struct session *session = c->session;
  const struct specification *asked = &session->specification;
  struct specification said = {0};
  struct text lines = {0};
  unfold_lines(c->witness.specification->text, &lines);
  bool good = specification_parse(&said, c->witness.name, &lines, error);
  if (!good) {
    error_release(error);
    yaml_complain(error, c->witness.name, c->witness.specification, "this is no property");
  } else if (said.unsupported || said.checked != asked->checked ||
             ((said.checked & PROPERTY_SET(UNREACH)) && strcmp(error_function(&said), error_function(asked)) != 0)) {
    say_place(c, c->witness.specification);
    text_add(&c->why, "it is for another property; if that is meant, say so with --property or --check");
    good = false;
  } else if (strcmp(said.entry, session_entry(session)) != 0) {
    say_place(c, c->witness.specification);
    text_printf(&c->why, "it is for the program that starts at `%s`, not at `%s`", said.entry, session_entry(session));
    good = false;
  }
  specification_release(&said);
  text_release(&lines);
  return good;
}

static bool same_model(struct witness_checking *c) {
  const char *asked = session_bits(c->session) == 32 ? "ILP32" : "LP64";
  if (strcmp(c->witness.data_model->text, asked) == 0) return true;
  say_place(c, c->witness.data_model);
  text_printf(&c->why, "it is for the data model %s, not for %s; if that is meant, say --%d",
              c->witness.data_model->text, asked, session_bits(c->session) == 32 ? 64 : 32);
  return false;
}

// --- the program with the witness in it ----------------------------------------------------------

static const char *add_copy(struct witness_checking *c, uint32_t i, struct error *error) {
  struct session *session = c->session;
  const char *name = c->originals.data[i], *dot = strrchr(base_name(name), '.');
  const char *copy = arena_printf(&c->arena, "%s/witness-%" PRIu32 "%s", session->temp.path, i, dot ? dot : ".c");
  struct text text = {0};
  weave_print(&c->weave, i, &text);
  bool good = output_write(copy, &text, error);
  text_release(&text);
  // What it includes is where the program's file is.
  const char *slash = strrchr(name, '/');
  vec_word_push(&session->flags, "-iquote");
  vec_word_push(&session->flags,
                slash ? arena_printf(&c->arena, "%.*s", slash == name ? 1 : (int)(slash - name), name) : ".");
  return good ? copy : NULL;
}

static bool write_copies(struct session *session, void *context, struct error *error) {
  struct witness_checking *c = context;
  for (uint32_t i = 0; i < c->originals.size; i++) {
    const char *copy = add_copy(c, i, error);
    if (!copy) return false;
    vec_word_push(&c->copies, copy);
  }
  session->options.files = c->copies; // until the program is read; the front end keeps the list
  return true;
}

// A place as it was before; the point in whose text it is.
static uint32_t tell_back(struct witness_checking *c, struct source_place *place) {
  uint32_t file, line;
  if (!place->column || !places_find(&c->places, *place, &file, &line)) return OUTLINE_NONE;
  return weave_place(&c->weave, file, line, &place->column);
}

// Errors that are not at the target are no errors.
static void keep_target(struct witness_checking *c, struct cfa_location *l) {
  uint32_t file, line;
  if (l->property == PROPERTY_MEMTRACK || l->property == PROPERTY_MEMCLEANUP) return; // they are nowhere
  if (!places_find(&c->places, l->place, &file, &line) || !weave_is_target(&c->weave, file, line, l->place.column))
    l->kind = LOC_STOP;
}

// Nobody wants to see them.
static void hide_names(struct cfa *cfa) {
  for (uint32_t i = 0; cfa->layout && i < cfa->vars.size; i++)
    if (!strncmp(cfa->vars.data[i].name, "__witness", 9))
      map_u32_put(&cfa->layout->hidden, cfa->vars.data[i].term.id, 1);
}

static void adapt(struct session *session, void *context) {
  struct witness_checking *c = context;
  struct cfa *cfa = session->cfa;
  session->options.files = c->originals;
  places_bind(&c->places, cfa);
  hide_names(cfa);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct cfa_edge *e = &cfa->edges.data[i];
    tell_back(c, &e->first);
    tell_back(c, &e->last);
    for (uint32_t k = 0; k < e->inputs.size; k++) tell_back(c, &e->inputs.data[k].place);
  }
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    uint32_t point = tell_back(c, &l->place);
    if (l->kind != LOC_ERROR) continue;
    if (point != OUTLINE_NONE) map_u32_put(&c->point_of, l->number, point + 1);
    else if (c->witness.is_violation) keep_target(c, l);
    if (point != OUTLINE_NONE && c->witness.is_violation) l->kind = LOC_STOP;
  }
}

// --- what a verdict on it means ------------------------------------------------------------------

static void refuse(struct verification *v, struct witness_checking *c) {
  v->check = CHECK_NONE;
  verification_refuse(v, REASON_WITNESS, text_cstr(&c->why));
}

// Paths that end in the evaluation of an invariant: it must be free of undefined behaviour. What a search finds is
// refused; the checks themselves do not depend on it.
static void review_evaluation(struct verification *v, struct witness_checking *c) {
  struct path_ends ends = {0};
  if (!c->weave.partial) return;
  double left = limits_remaining(&v->session->limits) / 4;
  ends_find_each(v->session, &ends, left < EVALUATION_SECONDS ? left : EVALUATION_SECONDS);
  for (uint32_t i = 0; i < ends.list.size && !c->why.size; i++) {
    struct source_place place = ends.list.data[i].place;
    uint32_t point = tell_back(c, &place);
    if (point == OUTLINE_NONE) continue;
    const struct witness_point *p = &c->witness.points.data[point];
    say_place(c, p->value_node);
    text_printf(&c->why, "the evaluation of the invariant at %s:%" PRIu32 " may be undefined: %s", p->file, p->line,
                ends.list.data[i].text);
  }
  ends_release(&ends);
  if (c->why.size) refuse(v, c);
}

static void review_invariants(struct verification *v, struct witness_checking *c) {
  if (v->verdict == VERDICT_TRUE) review_evaluation(v, c);
  if (v->verdict != VERDICT_FALSE) return;
  const struct cfa_location *error = cfa_location(v->session->cfa, v->claim.error_location);
  uint32_t point = map_u32_get_or(&c->point_of, error->number, 0);
  if (point) {
    const struct witness_point *p = &c->witness.points.data[point - 1];
    say_place(c, p->value_node);
    bool fails = error->property == PROPERTY_UNREACH || !strstr(error->text ? error->text : "", "overflow");
    text_printf(&c->why, "the invariant at %s:%" PRIu32 " %s, as a run shows", p->file, p->line,
                fails ? "does not hold" : "does not hold or its evaluation is undefined");
  } else {
    text_printf(&c->why, "%s: the program violates the property, as a run shows: ", c->witness.name);
    cfa_place_print(v->session->cfa, error->place, &c->why);
  }
  refuse(v, c);
}

static void review_violation(struct verification *v, struct witness_checking *c) {
  if (v->verdict != VERDICT_TRUE) return;
  text_printf(&c->why, "%s: no run that follows it violates the property at its target", c->witness.name);
  refuse(v, c);
}

static void review(struct verification *v, void *context) {
  struct witness_checking *c = context;
  if (c->witness.is_violation) review_violation(v, c);
  else review_invariants(v, c);
}

// -------------------------------------------------------------------------------------------------

// Reads the witness and finds its places. False: the verdict stands, or there is an error.
static bool prepare(struct witness_checking *c, struct verification *v, struct error *error) {
  struct session *session = c->session;
  if (session->kind != INPUT_FILE_C) {
    error_set(error, EXIT_USAGE, "%s: a witness is about C files", session->certificate);
    return false;
  }
  if (!witness_read(&c->witness, session->certificate, error) ||
      !places_init(&c->places, c->originals.size, c->originals.data, error))
    return false;
  if (!same_program(c) || !same_property(c, error) || !same_model(c)) {
    if (!error->status) refuse(v, c);
    return false;
  }
  if (!c->witness.unsupported &&
      !weave_init(&c->weave, &c->witness, &c->places, session->specification.checked, c->strict, error))
    return false;
  const char *unsupported = c->witness.unsupported ? c->witness.unsupported : c->weave.unsupported;
  if (!unsupported) return true;
  const struct yaml *node = c->witness.unsupported   ? c->witness.unsupported_node
                            : c->witness.points.size ? c->witness.points.data[c->weave.unsupported_point].node
                                                     : c->witness.specification;
  say_place(c, node);
  text_printf(&c->why, "%s cannot be checked", unsupported);
  refuse(v, c);
  v->reason = REASON_UNSUPPORTED;
  return false;
}

static bool load(struct witness_checking *c, struct verification *v, struct error *error) {
  struct session *session = c->session;
  if (session->specification.checked & PROPERTY_SET(UNREACH)) vec_word_push(&session->error_functions, WEAVE_FAILS);
  session->hooks = (struct session_hooks){.before = write_copies, .after = adapt, .context = c};
  bool good = session_load(session, error);
  vec_string_clear(&session->front.uncalled); // that its own error function is not called is nobody's mistake
  if (good) return true;
  session->options.files = c->originals;
  if (!error->status) v->reason = limits_reason(&session->limits);
  else if (error->status == EXIT_DATA) {
    error_release(error);
    error_set(error, EXIT_DATA, "%s: the program does not compile with its expressions in it", c->witness.name);
  }
  return false;
}

static void announce(const struct witness_checking *c) {
  const struct session *session = c->session;
  if (session->options.quiet) return;
  FILE *out = session_text_goes_to_stderr(session) ? stderr : stdout;
  if (c->witness.is_violation)
    fprintf(out, "The witness has %" PRIu32 " waypoints on the way to its target.\n", c->witness.points.size - 1);
  else fprintf(out, "The witness has %" PRIu32 " invariants.\n", c->witness.points.size);
  fflush(out);
}

// One attempt; never returns but in debug builds.
static int attempt(struct session *session, bool strict, int argc, char **argv) {
  struct witness_checking c = {.session = session, .originals = session->options.files, .strict = strict};
  struct verification v;
  struct error error = {0};
  int status = 0;
  bool reports = true;
  verification_init(&v, session);
  v.review = review;
  v.review_context = &c;
  arena_init(&c.arena);
  session->limits.started = clock_now();
  if (prepare(&c, &v, &error) && load(&c, &v, &error)) {
    announce(&c);
    reports = verify_run(&v, argc, argv, &status, &error);
  }
  verification_finish(&v);
  if (error.status) {
    session_complain(session, error.message);
    status = error.status;
    error_release(&error);
  } else if (reports) {
    status = verification_report(&v, argc, argv);
  }
#ifndef CLEW_DEBUG
  fflush(NULL);
  _exit(status);
#endif
  verification_release(&v);
  vec_word_release(&c.copies);
  weave_release(&c.weave);
  places_release(&c.places);
  witness_release(&c.witness);
  map_u32_release(&c.point_of);
  arena_release(&c.arena);
  text_release(&c.why);
  session_release(session);
  return status;
}

// Are there waypoints that a run may pass by?
static bool has_choice(const char *file) {
  struct witness w;
  struct error error = {0};
  bool good = witness_read(&w, file, &error) && w.is_violation && w.points.size > 1;
  error_release(&error);
  witness_release(&w);
  return good;
}

static void copy_all(int from) {
  char block[4096];
  ssize_t n;
  lseek(from, 0, SEEK_SET);
  while ((n = read(from, block, sizeof block)) > 0)
    if (fwrite(block, 1, (size_t)n, stdout) != (size_t)n) return;
  fflush(stdout);
}

// In a child, whose words are kept back: is the violation confirmed when every waypoint is passed at the first visit of
// its place? That is what most witnesses mean, and leaves little to search. The exit status, or -1.
static int attempt_strictly(struct session *session, int argc, char **argv) {
  int out = memfd_create("clew-check", MFD_CLOEXEC);
  if (out < 0) return -1;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(out, STDOUT_FILENO);
    if (null >= 0) dup2(null, STDERR_FILENO);
    session->progress_wanted = false;
    session->options.timeout /= 2;
    int status = attempt(session, true, argc, argv);
    fflush(NULL);
    _exit(status);
  }
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  bool confirmed = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FALSE;
  if (confirmed) copy_all(out);
  close(out);
  return confirmed ? EXIT_FALSE : -1;
}

int witness_check(struct session *session, int argc, char **argv) {
  bool to_stderr = session_text_goes_to_stderr(session); // a child could not keep it back
  if (!to_stderr && session->kind == INPUT_FILE_C && has_choice(session->certificate)) {
    double before = clock_now();
    int status = attempt_strictly(session, argc, argv);
    if (status == EXIT_FALSE) {
      session_release(session);
      return status;
    }
    double left = session->options.timeout - (clock_now() - before);
    if (session->options.timeout > 0) session->options.timeout = left > 0.1 ? left : 0.1;
  }
  return attempt(session, false, argc, argv);
}
