// Scripts on several solvers at once, and the judgement.
//
// There is no majority vote. A model (or an assignment the script was made with) that evaluates the query to true,
// exactly, shows that it is satisfiable; whoever says UNSAT then is wrong. A core is checked by asking the reference
// about it.
#include "queries.h"
#include "base/memory/map.h"
#include <stdio.h>

const char *failure_name(enum failure f) {
  static const char *const names[FAIL_KINDS] = {
      "none",          "wrong unsat", "wrong model",     "wrong core",
      "refused model", "wrong value", "crash or no end", "reference is wrong"};
  return names[f];
}

const char *mutation_name(enum mutation s) {
  static const char *const names[MUTATION_KINDS] = {"none", "ult", "store", "float", "core"};
  return names[s];
}

void script_add(struct script *s, enum op_kind kind, uint32_t n, const struct term *terms) {
  struct op op = {.kind = kind};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&op.terms, terms[i]);
  vec_op_push(&s->ops, op);
}

void script_append(struct script *s, const struct script *other) {
  for (uint32_t i = 0; i < other->ops.size; i++)
    script_add(s, other->ops.data[i].kind, other->ops.data[i].terms.size, other->ops.data[i].terms.data);
}

void script_release(struct script *s) {
  for (uint32_t i = 0; i < s->ops.size; i++) vec_term_release(&s->ops.data[i].terms);
  vec_op_release(&s->ops);
}

// --- the bench -------------------------------------------------------------------------------------------

// Where a subject stands on its path; `model` satisfies the path or is NULL.
struct stand {
  struct path *path;
  struct model *model;
};
VEC_TYPE(vec_stand, struct stand)

struct player {
  struct solver *solver;
  struct stats stats;
  struct vec_stand stands;  // the last is the present one
  // Of the check at hand.
  enum answer answer;
  struct model *model;
  bool refused;
};

struct bench {
  struct terms *tm;
  const struct setup *setup;
  struct limits limits;
  struct player players[MAX_SUBJECTS];
  struct vec_term assertions, path;   // of the script, as the reference is asked
  struct vec_u32 marks, path_marks;
};

struct bench *bench_new(struct terms *tm, const struct setup *setup) {
  struct bench *b = mem_zalloc(1, sizeof *b);
  b->tm = tm;
  b->setup = setup;
  for (uint32_t i = 0; i < setup->n_subjects; i++) {
    struct solver_config config = {.backend = setup->subjects[i].backend,
                                   .caches = setup->subjects[i].caches,
                                   .query_seconds = setup->query_seconds};
    b->players[i].solver = solver_new(tm, &b->limits, &b->players[i].stats, &config);
  }
  return b;
}

static void stand_drop(struct player *p) {
  struct stand s = vec_stand_pop(&p->stands);
  path_unref(s.path);
  model_unref(s.model);
}

static void bench_reset(struct bench *b) {
  for (uint32_t i = 1; i < b->setup->n_subjects; i++) {
    struct player *p = &b->players[i];
    for (uint32_t k = 0; k < b->marks.size; k++) solver_pop(p->solver);
    while (p->stands.size) stand_drop(p);
  }
  b->assertions.size = b->path.size = b->marks.size = b->path_marks.size = 0;
}

// One scope always, so that the assertions of a script go with it.
static void bench_start(struct bench *b) {
  bench_reset(b);
  for (uint32_t i = 1; i < b->setup->n_subjects; i++) {
    solver_push(b->players[i].solver);
    vec_stand_push(&b->players[i].stands, (struct stand){path_new(b->tm), NULL});
  }
  vec_u32_push(&b->marks, 0);
}

void bench_free(struct bench *b) {
  if (!b) return;
  bench_reset(b);
  for (uint32_t i = 0; i < b->setup->n_subjects; i++) {
    solver_free(b->players[i].solver);
    vec_stand_release(&b->players[i].stands);
  }
  vec_term_release(&b->assertions);
  vec_term_release(&b->path);
  vec_u32_release(&b->marks);
  vec_u32_release(&b->path_marks);
  mem_free(b);
}

// --- mutation --------------------------------------------------------------------------------------------

static struct term mutate(void *context, struct terms *tm, struct term t, uint32_t n, const struct term *children) {
  enum mutation mutation = *(enum mutation *)context;
  enum term_kind kind = term_kind(tm, t);
  if (mutation == MUTATION_ULT && kind == TERM_BV_ULT) kind = TERM_BV_ULE;
  if (mutation == MUTATION_FLOAT && kind == TERM_FP_LE) kind = TERM_FP_LT;
  if (mutation == MUTATION_STORE && (kind == TERM_STORE || kind == TERM_STORES)) return children[0];
  return term_again(tm, t, kind, n, children);
}

// What a solver under test is given for t.
static struct term given(struct bench *b, struct term t) {
  enum mutation mutation = b->setup->mutation;
  if (mutation == MUTATION_NONE || mutation == MUTATION_CORE) return t;
  return term_rebuild(b->tm, &(struct rebuild){.apply = mutate, .context = &mutation}, t);
}

// --- one check -------------------------------------------------------------------------------------------

static bool holds_all(struct model *m, const struct vec_term *terms) {
  for (uint32_t i = 0; i < terms->size; i++)
    if (!model_holds(m, terms->data[i])) return false;
  return true;
}

// Evaluates in a copy, which has no values remembered.
static bool holds_anew(struct terms *tm, struct model *m, const struct vec_term *terms) {
  struct model *copy = model_merge(tm, NULL, m);
  bool holds = holds_all(copy, terms);
  model_unref(copy);
  return holds;
}

// The remainder of floats is found by refinement with a limit; a model may then be refused without anyone being wrong.
static bool has_remainder(struct terms *tm, const struct vec_term *terms) {
  struct script s = {0};
  struct vec_term nodes = {0};
  bool found = false;
  script_add(&s, OP_CHECK, terms->size, terms->data);
  script_nodes_list(tm, &s, &nodes);
  for (uint32_t i = 0; i < nodes.size; i++) found |= term_kind(tm, nodes.data[i]) == TERM_FP_REM;
  vec_term_release(&nodes);
  script_release(&s);
  return found;
}

static void note(struct bench *b, uint32_t i, enum answer answer, struct model *model, double start, uint64_t refused,
                 struct tally *tallies) {
  struct player *p = &b->players[i];
  double seconds = clock_now() - start;
  p->answer = answer;
  model_unref(p->model);
  p->model = model;
  p->refused = p->stats.models_refused != refused;
  struct tally *t = &tallies[i];
  if (answer == ANSWER_SAT) t->sat++;
  else if (answer == ANSWER_UNSAT) t->unsat++;
  else t->unknown++;
  t->refused += p->refused;
  t->seconds += seconds;
  if (seconds > t->slowest) t->slowest = seconds;
  if (b->setup->verbose)
    printf("  %s: %s%s, %.1f ms\n", b->setup->subjects[i].name,
           answer == ANSWER_SAT     ? "sat"
           : answer == ANSWER_UNSAT ? "unsat"
                                    : "unknown",
           p->refused ? " (a model was refused)" : "", seconds * 1e3);
}

static struct outcome judge(struct bench *b, const struct vec_term *all, struct witnesses *w) {
  bool satisfiable = false;
  for (uint32_t i = 0; w && i < WITNESSES && !satisfiable; i++)
    satisfiable = w->models[i] && holds_all(w->models[i], all);
  for (uint32_t i = 0; i < b->setup->n_subjects; i++) {
    struct player *p = &b->players[i];
    if (p->answer != ANSWER_SAT) continue;
    if (!p->model || !holds_anew(b->tm, p->model, all)) return (struct outcome){i ? FAIL_MODEL : FAIL_REFERENCE, 0, i};
    satisfiable = true;
  }
  // Those under test first: the reference is blamed only when nobody else is.
  for (uint32_t i = b->setup->n_subjects; i--;) {
    struct player *p = &b->players[i];
    if (satisfiable && p->answer == ANSWER_UNSAT) return (struct outcome){i ? FAIL_ANSWER : FAIL_REFERENCE, 0, i};
    // Where the reference's model is refused too, its circuit of a float operation is at fault, and perhaps borrowed:
    // only counted.
    bool own = b->setup->refused_fails && p->refused && !b->players[0].refused;
    if (i && own && p->answer == ANSWER_UNKNOWN && !has_remainder(b->tm, all))
      return (struct outcome){FAIL_REFUSED, 0, i};
  }
  return (struct outcome){0};
}

static void ask_reference(struct bench *b, const struct vec_term *all, struct tally *tallies) {
  struct player *p = &b->players[0];
  uint64_t refused = p->stats.models_refused;
  double start = clock_now();
  enum answer answer = solver_check(p->solver, all->size, all->data);
  note(b, 0, answer, answer == ANSWER_SAT ? solver_model(p->solver) : NULL, start, refused, tallies);
}

// The core must be among the assumptions and conflict with the assertions. `assumed` is what the subject was given for
// `assumptions`.
static bool core_is_right(struct bench *b, struct player *p, const struct vec_term *assumptions,
                          const struct vec_term *assumed, struct tally *tallies) {
  uint32_t n;
  const struct term *core = solver_core(p->solver, &n);
  struct vec_term query = {0};
  bool known = true;
  for (uint32_t i = 0; i < b->assertions.size; i++) vec_term_push(&query, b->assertions.data[i]);
  for (uint32_t i = b->setup->mutation == MUTATION_CORE; i < n && known; i++) {
    uint32_t k = 0;
    while (k < assumed->size && !term_same(assumed->data[k], core[i])) k++;
    known = k < assumed->size;
    if (known) vec_term_push(&query, assumptions->data[k]);
  }
  bool right = known;
  if (known && query.size < b->assertions.size + assumptions->size) {
    struct player *reference = &b->players[0];
    double start = clock_now();
    right = solver_check(reference->solver, query.size, query.data) != ANSWER_SAT;
    tallies[0].seconds += clock_now() - start;
  }
  vec_term_release(&query);
  return right;
}

static struct outcome check_scope(struct bench *b, const struct vec_term *assumptions, struct witnesses *w,
                                  struct tally *tallies) {
  struct vec_term all = {0}, assumed = {0};
  for (uint32_t i = 0; i < b->assertions.size; i++) vec_term_push(&all, b->assertions.data[i]);
  for (uint32_t i = 0; i < assumptions->size; i++)
    vec_term_push(&all, assumptions->data[i]), vec_term_push(&assumed, given(b, assumptions->data[i]));
  ask_reference(b, &all, tallies);
  for (uint32_t i = 1; i < b->setup->n_subjects; i++) {
    struct player *p = &b->players[i];
    uint64_t refused = p->stats.models_refused;
    double start = clock_now();
    enum answer answer = solver_check(p->solver, assumed.size, assumed.data);
    note(b, i, answer, answer == ANSWER_SAT ? solver_model(p->solver) : NULL, start, refused, tallies);
  }
  struct outcome o = judge(b, &all, w);
  for (uint32_t i = 1; i < b->setup->n_subjects && !o.failure; i++)
    if (b->players[i].answer == ANSWER_UNSAT && !core_is_right(b, &b->players[i], assumptions, &assumed, tallies))
      o = (struct outcome){FAIL_CORE, 0, i};
  vec_term_release(&all);
  vec_term_release(&assumed);
  return o;
}

// --- paths -----------------------------------------------------------------------------------------------

// Everybody goes on with the formula; those who have just found a model (or have one that satisfies it) take it along.
static void path_goes_on(struct bench *b, struct term t, bool asked) {
  for (uint32_t i = 1; i < b->setup->n_subjects; i++) {
    struct player *p = &b->players[i];
    struct stand here = p->stands.data[p->stands.size - 1];
    struct term mine = given(b, t);
    struct model *model = asked ? p->model : here.model;
    if (!model || !model_holds(model, mine)) model = NULL;
    vec_stand_push(&p->stands, (struct stand){path_add(here.path, mine), model ? model_ref(model) : NULL});
  }
  vec_u32_push(&b->path_marks, b->path.size);
  vec_term_push(&b->path, t);
}

static void path_goes_back(struct bench *b) {
  if (!b->path_marks.size) return;
  b->path.size = vec_u32_pop(&b->path_marks);
  for (uint32_t i = 1; i < b->setup->n_subjects; i++) stand_drop(&b->players[i]);
}

static struct outcome check_path(struct bench *b, struct term t, bool go_on, struct witnesses *w,
                                 struct tally *tallies) {
  struct vec_term all = {0};
  for (uint32_t i = 0; i < b->path.size; i++) vec_term_push(&all, b->path.data[i]);
  vec_term_push(&all, t);
  ask_reference(b, &all, tallies);
  bool satisfiable = b->players[0].answer == ANSWER_SAT;
  for (uint32_t i = 1; i < b->setup->n_subjects; i++) {
    struct player *p = &b->players[i];
    struct stand here = p->stands.data[p->stands.size - 1];
    struct model *model = NULL;
    uint64_t refused = p->stats.models_refused;
    double start = clock_now();
    enum answer answer = path_check(p->solver, here.path, given(b, t), here.model, &model);
    note(b, i, answer, model, start, refused, tallies);
    satisfiable |= answer == ANSWER_SAT;
  }
  struct outcome o = judge(b, &all, w);
  vec_term_release(&all);
  if (!o.failure && go_on && satisfiable) path_goes_on(b, t, true);
  return o;
}

// --- scripts ---------------------------------------------------------------------------------------------

static void scope_open(struct bench *b) {
  for (uint32_t i = 1; i < b->setup->n_subjects; i++) solver_push(b->players[i].solver);
  vec_u32_push(&b->marks, b->assertions.size);
}

static void scope_close(struct bench *b) {
  if (b->marks.size < 2) return;
  for (uint32_t i = 1; i < b->setup->n_subjects; i++) solver_pop(b->players[i].solver);
  b->assertions.size = vec_u32_pop(&b->marks);
}

static void scope_assert(struct bench *b, struct term t) {
  vec_term_push(&b->assertions, t);
  struct term mine = given(b, t);
  for (uint32_t i = 1; i < b->setup->n_subjects; i++) solver_assert(b->players[i].solver, mine);
}

struct outcome bench_run(struct bench *b, const struct script *s, struct witnesses *w, struct tally *tallies,
                         uint64_t *checks) {
  struct outcome o = {0};
  bench_start(b);
  for (uint32_t i = 0; i < s->ops.size && !o.failure; i++) {
    const struct op *op = &s->ops.data[i];
    bool check = op->kind == OP_CHECK || op->kind == OP_TAKE || op->kind == OP_ASK;
    *checks += check;
    if (check && b->setup->verbose) printf("operation %u:\n", i + 1);
    switch (op->kind) {
    case OP_PUSH: scope_open(b); break;
    case OP_POP: scope_close(b); break;
    case OP_ASSERT: scope_assert(b, op->terms.data[0]); break;
    case OP_CHECK: o = check_scope(b, &op->terms, w, tallies); break;
    case OP_ADD: path_goes_on(b, op->terms.data[0], false); break;
    case OP_TAKE:
    case OP_ASK: o = check_path(b, op->terms.data[0], op->kind == OP_TAKE, w, tallies); break;
    case OP_BACK: path_goes_back(b); break;
    case OP_RESET: bench_start(b); break;
    }
    o.op = i;
  }
  for (uint32_t i = 0; i < b->setup->n_subjects; i++) {
    model_unref(b->players[i].model);
    b->players[i].model = NULL;
  }
  bench_reset(b);
  return o;
}
