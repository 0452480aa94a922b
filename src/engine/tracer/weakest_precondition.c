// See weakest_precondition.h.
//
// What must not happen is a conjunction of parts: the negation of what is wanted after the step, in terms of the
// variables before it, and the guard. The state excludes it; the result is its negation, made of as few parts as the
// state excludes together. Each part is first simplified by what the state decides, which costs facts: they become
// conjuncts of the result if the part is kept. Inputs of the step are eliminated; where that loses too much, values of
// the state take the place of what was lost.
//
// Most parts are constant in the state, so most of this needs no solver.
#include "engine/tracer/weakest_precondition.h"
#include "solve/interpolate/interpolate.h"
#include "term/walk.h"
#include <assert.h>

enum {
  MAX_SIZE = 3000,       // of a conjunct
  MAX_CONJUNCTS = 500,   // of a result
  MAX_DEPTH = 6,         // how often a conjunct is made simpler in turn
  MAX_UNEQUAL = 3,       // constants that a term is said not to be
  FEW = 8,               // parts that are tried one by one
  ASK_SIZE = 400,        // questions without the state are larger only where nothing else helps
  SPLIT_PARTS = 3,       // parts of a case split that may be kept
  SPLIT_SIZE = 40        // and their size together
};

struct wp {
  struct run *run;
  struct prover *prover; // the run's
  struct terms *tm;
  struct solver *solver; // best effort, for questions without the state
#ifdef CLEW_DEBUG
  struct solver *checker;              // for results
#endif
};

// One conjunct of what must not happen.
struct part {
  struct term term;
  struct term value;           // in the state, over the path's inputs
  uint32_t first, n_facts;     // in struct work: they hold in the state, and where they hold the part is what it was
  bool foreign;                // has inputs of the step
};
VEC_TYPE(vec_part, struct part)

struct wanted {
  struct term term;
  uint32_t depth;
};
VEC_TYPE(vec_wanted, struct wanted)

struct work {
  struct wp *wp;
  struct terms *tm;
  struct state *s;
  uint32_t n_inputs;
  const struct term *inputs;
  struct term heap;
  bool split;                  // small case splits are kept
  struct map_u32 values;       // term → its value in the state
  struct map_u32 simple;       // of the part at hand: term → simplified
  struct map_u32 known;        // what was wanted before
  struct vec_term facts;
  struct vec_wanted todo;      // what R needs: the state satisfies it
  struct vec_term done;
};

// --- the state's view --------------------------------------------------------------------------------------------

static bool is_program_var(struct work *w, struct term var) {
  struct context context;
  uint32_t index;
  return term_same(var, w->heap) || unfold_var_of(program_unfold(w->wp->prover->program), var, &context, &index);
}

// Has it inputs of the step, or anything else that is no variable of the program?
static bool is_foreign(struct work *w, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(w->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!is_program_var(w, (struct term){ids[i]})) return true;
  return false;
}

static struct term value(struct work *w, struct term t) {
  if (term_is_const(w->tm, t)) return t;
  uint32_t *known = map_u32_find(&w->values, t.id);
  if (known) return (struct term){*known};
  struct term v = state_formula(w->s, t);
  map_u32_put(&w->values, t.id, v.id);
  return v;
}

// The constant that the state, without regard to inputs of the step, has for a term; none if there is none.
static struct term fixed(struct work *w, struct term t) {
  if (term_is_const(w->tm, t)) return t;
  if (is_foreign(w, t)) return TERM_NONE;
  struct term v = value(w, t);
  return term_is_const(w->tm, v) ? v : TERM_NONE;
}

static struct term fixed_value(void *context, struct term t) { return fixed(context, t); }

static void add_fact(struct work *w, struct term fact) {
  if (!term_is_true(w->tm, fact)) vec_term_push(&w->facts, fact);
}

// Does the state decide the condition? Then that is a fact.
static bool decided(struct work *w, struct term condition, bool *yes) {
  struct term v = fixed(w, condition);
  if (!term_none(v)) {
    *yes = term_is_true(w->tm, v);
  } else {
    if (is_foreign(w, condition)) return false;
    struct term symbolic = value(w, condition);
    *yes = path_contains(state_path(w->s), symbolic);
    if (!*yes && !path_contains(state_path(w->s), term_not(w->tm, symbolic))) return false;
  }
  add_fact(w, *yes ? condition : term_not(w->tm, condition));
  return true;
}

// Adds t = its value in the state, if that is a constant.
static void add_equation(struct work *w, struct term t, struct vec_term *out) {
  struct term v = value(w, t);
  if (term_is_const(w->tm, v)) vec_term_push(out, term_eq(w->tm, t, v));
}

// What the state says about the variables and cells of a term, as equations with constants.
static void collect_equations(struct work *w, struct term root, struct map_u32 *seen, struct vec_term *out) {
  struct terms *tm = w->tm;
  struct term_walk walk = {.tm = tm, .seen = seen, .left_to_right = true};
  term_walk_add(&walk, root);
  for (struct term t; term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(tm, t);
    bool var = kind == TERM_VAR && is_program_var(w, t) && sort_kind(tm, term_sort(tm, t)) != SORT_ARRAY;
    bool cell = kind == TERM_SELECT && term_kind(tm, term_child(tm, t, 0)) == TERM_VAR &&
                term_is_const(tm, term_child(tm, t, 1)) && !is_foreign(w, t);
    if (var || cell) add_equation(w, t, out);
    if (cell || term_is_const(tm, t)) term_walk_skip(&walk);
  }
  term_walk_release(&walk);
}

// --- simplification by the state ---------------------------------------------------------------------------------

static struct term simplify(struct work *w, struct term t);

// The term is k in the state: that is a fact. Addresses of one array are sums of few variables, and much is said about
// each of them: what the variables are says it all at once.
static void pin(struct work *w, struct term t, struct term k) {
  struct terms *tm = w->tm;
  struct vec_term equations = {0};
  struct map_u32 seen = {0};
  struct substitution *values = substitution_new(tm);
  collect_equations(w, t, &seen, &equations);
  for (uint32_t i = 0; i < equations.size; i++) {
    struct term constant, about = wp_equated(tm, equations.data[i], &constant);
    if (!term_none(about)) substitution_set(values, about, constant);
  }
  if (equations.size <= FEW && term_same(substitution_apply(values, t), k))
    for (uint32_t i = 0; i < equations.size; i++) add_fact(w, equations.data[i]);
  else add_fact(w, term_eq(tm, t, k));
  substitution_free(values);
  map_u32_release(&seen);
  vec_term_release(&equations);
}

// An address becomes the constant it is in the state.
static struct term simplify_index(struct work *w, struct term t) {
  struct term index = simplify(w, t), k = fixed(w, index);
  if (term_none(k)) return index;
  pin(w, index, k);
  return k;
}

// At a constant index the rewriter looks for the cell below writes elsewhere and makes choices of what it cannot tell;
// the state decides them. Of such a write it need only say that it is elsewhere.
static struct term simplify_select(struct work *w, struct term t) {
  struct terms *tm = w->tm;
  struct term array = term_child(tm, t, 0);
  if (term_is_const(tm, array)) return term_select(tm, array, simplify(w, term_child(tm, t, 1)));
  struct term k = simplify_index(w, term_child(tm, t, 1));
  if (term_is_const(tm, k)) {
    struct term cell = term_select(tm, array, k);
    bool same = term_kind(tm, cell) == TERM_SELECT && term_same(term_child(tm, cell, 1), k);
    if (!same) return simplify(w, cell);
    array = term_child(tm, cell, 0);
  }
  return term_select(tm, simplify(w, array), k);
}

static struct term rebuild(struct work *w, struct term t) {
  struct terms *tm = w->tm;
  enum term_kind kind = term_kind(tm, t);
  uint32_t n = term_arity(tm, t);
  struct vec_term children = {0};
  for (uint32_t i = 0; i < n; i++) {
    bool address = (kind == TERM_STORE && i == 1) || (kind == TERM_COPY && (i == 1 || i == 3 || i == 4));
    struct term child = term_child(tm, t, i);
    vec_term_push(&children, address ? simplify_index(w, child) : simplify(w, child));
  }
  struct term result = term_with_children(tm, t, children.data);
  vec_term_release(&children);
  return result;
}

static struct term simplify_new(struct work *w, struct term t) {
  struct terms *tm = w->tm;
  bool yes;
  if (term_is_const(tm, t)) return t;
  switch (term_kind(tm, t)) {
  case TERM_VAR:
    if (!term_same(t, w->heap)) return t;
    add_fact(w, term_eq(tm, t, value(w, t)));
    return value(w, t);
  case TERM_ITE: {
    struct term condition = simplify(w, term_child(tm, t, 0));
    if (decided(w, condition, &yes)) return simplify(w, term_child(tm, t, yes ? 1 : 2));
    return term_ite(tm, condition, simplify(w, term_child(tm, t, 1)), simplify(w, term_child(tm, t, 2)));
  }
  case TERM_EQ: {
    struct term a = simplify(w, term_child(tm, t, 0)), b = simplify(w, term_child(tm, t, 1));
    if (sort_kind(tm, term_sort(tm, a)) == SORT_BOOL) { // a choice, too
      if (decided(w, a, &yes)) a = term_bool(tm, yes);
      else if (decided(w, b, &yes)) b = term_bool(tm, yes);
    }
    return term_eq(tm, a, b);
  }
  case TERM_SELECT: return simplify_select(w, t);
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: {
    struct term same = rebuild(w, t), bounds, spread = wp_spread(tm, same, fixed_value, w, &bounds);
    if (term_none(spread)) return same;
    add_fact(w, bounds);
    return spread;
  }
  default: return rebuild(w, t);
  }
}

// The same where the facts hold. Sizes are limited, so the stack is, too.
static struct term simplify(struct work *w, struct term t) {
  uint32_t *known = map_u32_find(&w->simple, t.id);
  if (known) return (struct term){*known};
  struct term result = simplify_new(w, t);
  map_u32_put(&w->simple, t.id, result.id);
  return result;
}

// --- parts -------------------------------------------------------------------------------------------------------

// The heap's bump pointer equals a constant, or not: all that is ever said about it.
static bool is_heap_equation(struct work *w, struct term t) {
  if (term_kind(w->tm, t) == TERM_NOT) t = term_child(w->tm, t, 0);
  if (term_kind(w->tm, t) != TERM_EQ) return false;
  struct term a = term_child(w->tm, t, 0), b = term_child(w->tm, t, 1);
  return (term_same(a, w->heap) && term_is_const(w->tm, b)) || (term_same(b, w->heap) && term_is_const(w->tm, a));
}

static void add_part(struct work *w, struct vec_part *parts, struct term t) {
  struct part p = {.first = w->facts.size};
  map_u32_clear(&w->simple);
  p.term = is_heap_equation(w, t) ? t : simplify(w, t);
  p.n_facts = w->facts.size - p.first;
  p.foreign = is_foreign(w, p.term);
  p.value = value(w, p.term);
  vec_part_push(parts, p);
}

// The conjuncts of t. False: one is too large; with `less` it is left out instead.
static bool add_parts(struct work *w, struct vec_part *parts, struct term t, bool less) {
  struct vec_term conjuncts = {0};
  bool fine = true;
  vec_term_push(&conjuncts, t);
  terms_tidy(w->tm, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size && fine; i++) {
    bool large = term_dag_size(w->tm, conjuncts.data[i]) > MAX_SIZE;
    if (!large) add_part(w, parts, conjuncts.data[i]);
    fine = !large || less;
  }
  vec_term_release(&conjuncts);
  return fine;
}

static void copy_parts(struct vec_part *to, const struct vec_part *from) {
  for (uint32_t i = 0; i < from->size; i++) vec_part_push(to, from->data[i]);
}

static void keep_only(struct vec_part *parts, uint32_t i) {
  parts->data[0] = parts->data[i];
  parts->size = 1;
}

static struct term conjunction(struct work *w, const struct vec_part *parts) {
  struct term all = term_true(w->tm);
  for (uint32_t i = 0; i < parts->size; i++) all = term_and(w->tm, all, parts->data[i].term);
  return all;
}

// Which part is better to keep if one is enough? One without inputs, then one whose negation is more than a single
// value, then a small one.
static int compare_parts(struct work *w, const struct part *a, const struct part *b) {
  struct terms *tm = w->tm;
  uint32_t key[2][4];
  const struct part *both[2] = {a, b};
  for (uint32_t i = 0; i < 2; i++) {
    struct term t = both[i]->term;
    key[i][0] = both[i]->foreign;
    key[i][1] = term_kind(tm, t) == TERM_NOT && term_kind(tm, term_child(tm, t, 0)) == TERM_EQ;
    term_free_vars(tm, t, &key[i][2]);
    key[i][2] += both[i]->n_facts;
    key[i][3] = term_dag_size(tm, t);
  }
  for (uint32_t k = 0; k < 4; k++)
    if (key[0][k] != key[1][k]) return key[0][k] < key[1][k] ? -1 : 1;
  return 0;
}

// The worst first; equal ones keep their order.
static void sort_parts(struct work *w, struct vec_part *parts) {
  for (uint32_t i = 1; i < parts->size; i++) {
    struct part p = parts->data[i];
    uint32_t k = i;
    for (; k > 0 && compare_parts(w, &parts->data[k - 1], &p) < 0; k--) parts->data[k] = parts->data[k - 1];
    parts->data[k] = p;
  }
}

// Does the state exclude the parts from first to last-1 without number `skip`, whatever the inputs are?
static bool excludes(struct work *w, const struct vec_part *parts, uint32_t first, uint32_t last, uint32_t skip) {
  struct prover *p = w->wp->prover;
  struct term all = term_true(w->tm);
  for (uint32_t i = first; i < last; i++)
    if (i != skip) all = term_and(w->tm, all, parts->data[i].value);
  return state_violates(w->s, p->solver, term_not(w->tm, all), NULL) == ANSWER_UNSAT;
}

// Many parts: those of a core are enough to go on with.
static void take_core(struct work *w, struct vec_part *parts) {
  struct solver *solver = w->wp->solver;
  struct vec_term path = {0}, values = {0};
  path_conjuncts(state_path(w->s), &path);
  for (uint32_t i = 0; i < parts->size; i++) vec_term_push(&values, parts->data[i].value);
  solver_push(solver);
  for (uint32_t i = 0; i < path.size; i++) solver_assert(solver, path.data[i]);
  if (solver_check(solver, values.size, values.data) == ANSWER_UNSAT) {
    struct map_u32 needed = {0};
    uint32_t n, kept = 0;
    const struct term *core = solver_core(solver, &n);
    for (uint32_t i = 0; i < n; i++) map_u32_put(&needed, core[i].id, 1);
    for (uint32_t i = 0; i < parts->size; i++)
      if (map_u32_remove(&needed, parts->data[i].value.id)) parts->data[kept++] = parts->data[i];
    parts->size = kept;
    map_u32_release(&needed);
  }
  solver_pop(solver);
  vec_term_release(&path);
  vec_term_release(&values);
}

// One part that is enough?
static bool take_single(struct work *w, struct vec_part *parts) {
  for (uint32_t i = parts->size, tries = FEW; i-- > 0 && tries; tries--)
    if (excludes(w, parts, i, i + 1, UINT32_MAX)) {
      keep_only(parts, i);
      return true;
    }
  return false;
}

// Leaves as few parts as the state excludes together; false if it does not exclude them (`known`: it does).
static bool keep_needed(struct work *w, struct vec_part *parts, bool known) {
  uint32_t kept = 0, best = UINT32_MAX;
  for (uint32_t i = 0; i < parts->size; i++)
    if (term_is_false(w->tm, parts->data[i].value) &&
        (best == UINT32_MAX || compare_parts(w, &parts->data[i], &parts->data[best]) < 0))
      best = i;
  if (best != UINT32_MAX) {
    keep_only(parts, best);
    return true;
  }
  for (uint32_t i = 0; i < parts->size; i++)
    if (!term_is_true(w->tm, parts->data[i].value)) parts->data[kept++] = parts->data[i];
  parts->size = kept;
  if (!kept || (!known && !excludes(w, parts, 0, kept, UINT32_MAX))) return false;
  if (kept == 1) return true;
  sort_parts(w, parts);
  if (take_single(w, parts)) return true;
  if (parts->size > FEW) take_core(w, parts);
  for (uint32_t i = 0, tries = 2 * FEW; i < parts->size && parts->size > 2 && tries; tries--) {
    if (excludes(w, parts, 0, parts->size, i)) {
      memmove(parts->data + i, parts->data + i + 1, (parts->size - i - 1) * sizeof *parts->data);
      parts->size--;
    } else {
      i++;
    }
  }
  return true;
}

// --- what R needs ------------------------------------------------------------------------------------------------

// What was wanted before is or was on the list, and what it became was not taken from there without being resolved.
static void want(struct work *w, struct term t, uint32_t depth) {
  if (map_u32_find(&w->known, t.id)) return;
  map_u32_put(&w->known, t.id, 1);
  vec_wanted_push(&w->todo, (struct wanted){t, depth});
}

static void want_facts(struct work *w, const struct vec_part *parts, uint32_t depth) {
  for (uint32_t i = 0; i < parts->size; i++)
    for (uint32_t k = 0; k < parts->data[i].n_facts; k++) want(w, w->facts.data[parts->data[i].first + k], depth);
}

static bool any_foreign(const struct vec_part *parts) {
  for (uint32_t i = 0; i < parts->size; i++)
    if (parts->data[i].foreign) return true;
  return false;
}

// R must exclude the parts, as the state does. False: inputs cannot be eliminated such that the state still excludes
// what is left.
static bool want_without(struct work *w, const struct vec_part *parts) {
  struct vec_part left = {0};
  bool fine = true;
  if (any_foreign(parts)) {
    struct vec_term conjuncts = {0};
    for (uint32_t i = 0; i < parts->size; i++) vec_term_push(&conjuncts, parts->data[i].term);
    interpolate_eliminate(run_interpolator(w->wp->run), &conjuncts, w->n_inputs, w->inputs);
    for (uint32_t i = 0; i < conjuncts.size; i++)
      fine = fine && !is_foreign(w, conjuncts.data[i]) && add_parts(w, &left, conjuncts.data[i], false);
    fine = fine && left.size <= MAX_CONJUNCTS && keep_needed(w, &left, false);
    vec_term_release(&conjuncts);
  } else {
    copy_parts(&left, parts);
  }
  if (fine) {
    want_facts(w, parts, 0);
    want_facts(w, &left, 0);
    want(w, term_not(w->tm, conjunction(w, &left)), 0);
  }
  vec_part_release(&left);
  return fine;
}

// The last resort: values of the state that exclude the parts whatever the rest of it is.
static bool want_values(struct work *w, const struct vec_part *parts) {
  struct solver *solver = w->wp->solver;
  struct vec_term equations = {0};
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < parts->size; i++) collect_equations(w, parts->data[i].term, &seen, &equations);
  solver_push(solver);
  for (uint32_t i = 0; i < parts->size; i++) solver_assert(solver, parts->data[i].term);
  bool fine = solver_check(solver, equations.size, equations.data) == ANSWER_UNSAT;
  if (fine) {
    uint32_t n;
    const struct term *core = solver_core_minimise(solver, 0.5, &n);
    for (uint32_t i = 0; i < n; i++) want(w, core[i], 0);
    want_facts(w, parts, 0);
  }
  solver_pop(solver);
  map_u32_release(&seen);
  vec_term_release(&equations);
  return fine;
}

// --- one conjunct ------------------------------------------------------------------------------------------------

static bool share_variable(struct terms *tm, struct term a, struct term b) {
  uint32_t n, m;
  const uint32_t *x = term_free_vars(tm, a, &n), *y = term_free_vars(tm, b, &m);
  for (uint32_t i = 0, k = 0; i < n && k < m;) {
    if (x[i] == y[k]) return true;
    if (x[i] < y[k]) i++;
    else k++;
  }
  return false;
}

// Is what must not happen impossible in every state? Then R need not say anything.
static bool impossible(struct work *w, struct term guard, struct term wrong) {
  struct terms *tm = w->tm;
  if (!share_variable(tm, guard, wrong)) return false;
  struct term both = term_and(tm, guard, wrong);
  if (term_is_false(tm, both)) return true;
  if (term_dag_size(tm, both) > ASK_SIZE) return false;
  return solver_check(w->wp->solver, 1, &both) == ANSWER_UNSAT;
}

static bool is_literal(struct terms *tm, struct term t) {
  if (term_kind(tm, t) == TERM_NOT) t = term_child(tm, t, 0);
  return term_kind(tm, t) != TERM_AND && term_kind(tm, t) != TERM_OR && term_kind(tm, t) != TERM_ITE;
}

// Parts that may stay together as they are.
static bool is_small_split(struct work *w, const struct vec_part *parts) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < parts->size; i++) {
    if (!is_literal(w->tm, parts->data[i].term)) return false;
    if (parts->data[i].foreign || parts->data[i].n_facts || term_is_true(w->tm, parts->data[i].term)) return false;
    size += term_dag_size(w->tm, parts->data[i].term);
  }
  return parts->size > 1 && parts->size <= SPLIT_PARTS && size <= SPLIT_SIZE;
}

static bool keep_split(struct work *w, const struct vec_part *parts) {
  if (!is_small_split(w, parts) || !excludes(w, parts, 0, parts->size, UINT32_MAX)) return false;
  vec_term_push(&w->done, term_not(w->tm, conjunction(w, parts)));
  return true;
}

// R must exclude guard ∧ wrong: rather without the guard, rather with few parts of it, and rather by elimination than
// by values.
static bool exclude(struct work *w, struct term guard, const struct vec_part *guards, struct term wrong) {
  struct vec_part alone = {0}, few = {0}, all = {0};
  bool fine = false;
  if (impossible(w, guard, wrong)) return true;
  if (!add_parts(w, &all, wrong, false)) goto out;
  copy_parts(&few, &all);
  copy_parts(&few, guards);
  if ((w->split && keep_split(w, &few)) || keep_split(w, &all)) {
    fine = true;
    goto out;
  }
  few.size = 0;
  copy_parts(&alone, &all);
  if (!keep_needed(w, &alone, false)) alone.size = 0;
  fine = alone.size && want_without(w, &alone);
  if (fine) goto out;
  copy_parts(&all, guards);
  copy_parts(&few, &all);
  if (!keep_needed(w, &few, alone.size)) goto out;
  fine = want_without(w, &few) || (any_foreign(&few) && all.size > few.size && want_without(w, &all)) ||
         (alone.size && want_values(w, &alone)) || want_values(w, &few) || want_values(w, &all);
out:
  vec_part_release(&alone);
  vec_part_release(&few);
  vec_part_release(&all);
  return fine;
}

// The value under the state's model: what holds there may hold in all of the state.
static struct term model_value(void *context, struct term t) {
  struct work *w = context;
  struct term v = value(w, t);
  return term_is_const(w->tm, v) ? v : model_eval(state_model(w->s), v);
}

// A comparison that the state satisfies without wrap-around, said without it. Otherwise the same.
static struct term unwrapped(struct work *w, struct term t) {
  struct prover *p = w->wp->prover;
  struct term better = wp_unwrap(w->tm, t, model_value, w);
  if (term_none(better)) return t;
  return state_violates(w->s, p->solver, better, NULL) == ANSWER_UNSAT ? better : t;
}

// Makes one wanted conjunct simpler, stronger where the state decides a case.
static void resolve(struct work *w, struct wanted wanted) {
  struct terms *tm = w->tm;
  struct vec_term conjuncts = {0};
  vec_term_push(&conjuncts, wanted.term);
  terms_tidy(tm, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    struct term t = conjuncts.data[i], wrong = term_not(tm, t);
    struct vec_part parts = {0};
    bool same = wanted.depth >= MAX_DEPTH || !add_parts(w, &parts, wrong, false);
    same = same || (parts.size == 1 && term_same(parts.data[0].term, wrong)) || !keep_needed(w, &parts, true);
    struct term better = same ? t : term_not(tm, conjunction(w, &parts));
    if (!same) want_facts(w, &parts, wanted.depth + 1);
    if (term_same(better, t) && wanted.depth < MAX_DEPTH) better = unwrapped(w, t);
    if (term_same(better, t)) vec_term_push(&w->done, t);
    else
      vec_wanted_push(&w->todo,
                      (struct wanted){better, wanted.depth + 1}); // never left out, so each chain ends in `done`
    vec_part_release(&parts);
  }
  vec_term_release(&conjuncts);
}

// A term that is none of many constants lies between two of them.
static void enclose(struct work *w) {
  struct terms *tm = w->tm;
  struct map_u32 times = {0};
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0, n = w->done.size; i < n; i++) {
      struct term t = w->done.data[i], inner = term_kind(tm, t) == TERM_NOT ? term_child(tm, t, 0) : t, k, about, v;
      if (term_same(inner, t) || term_none(about = wp_equated(tm, inner, &k)) ||
          sort_kind(tm, term_sort(tm, about)) != SORT_BV)
        continue;
      if (pass == 0) map_u32_put(&times, about.id, map_u32_get_or(&times, about.id, 0) + 1);
      else if (map_u32_get_or(&times, about.id, 0) > MAX_UNEQUAL && term_is_const(tm, v = value(w, about)))
        w->done.data[i] = term_is_true(tm, term_ult(tm, k, v)) ? term_ult(tm, k, about) : term_ult(tm, about, k);
    }
  map_u32_release(&times);
}

static bool finish(struct work *w) {
  uint32_t budget = 4 * MAX_CONJUNCTS;
  while (w->todo.size && --budget) resolve(w, vec_wanted_pop(&w->todo));
  if (w->todo.size) return false;
  enclose(w);
  wp_merge(w->tm, &w->done);
  if (w->done.size > MAX_CONJUNCTS) return false;
  for (uint32_t i = 0; i < w->done.size; i++)
    if (is_foreign(w, w->done.data[i]) || term_dag_size(w->tm, w->done.data[i]) > MAX_SIZE) return false;
  return true;
}

// --- the whole ---------------------------------------------------------------------------------------------------

struct wp *wp_new(struct run *run) {
  struct wp *wp = mem_zalloc(1, sizeof *wp);
  wp->run = run;
  wp->prover = &run->prover;
  wp->tm = run->tm;
  wp->solver = run->best_effort; // it is asked nothing that could not be done without
#ifdef CLEW_DEBUG
  struct solver_config config = run->setting.solver;
  config.query_seconds = 0.1;
  config.record_file = config.trace_file = NULL;
  wp->checker = solver_new(wp->tm, run->limits, run->stats, &config);
#endif
  return wp;
}

void wp_free(struct wp *wp) {
  if (!wp) return;
#ifdef CLEW_DEBUG
  solver_free(wp->checker);
#endif
  mem_free(wp);
}

#ifdef CLEW_DEBUG
// The state satisfies R, and R excludes the wrong cases under the guard. Large and hard questions stay open.
static void check(struct work *w, struct term guard, uint32_t n, const struct term *wrong) {
  struct term r = term_true(w->tm), any = term_false(w->tm);
  struct map_u32 said = {0};
  for (uint32_t i = 0; i < w->done.size; i++) {
    r = term_and(w->tm, r, w->done.data[i]);
    map_u32_put(&said, w->done.data[i].id, 1);
  }
  for (uint32_t i = 0; i < n; i++)
    if (!map_u32_find(&said, term_not(w->tm, wrong[i]).id)) any = term_or(w->tm, any, wrong[i]);
  struct term query[3] = {r, guard, any};
  if (term_dag_size(w->tm, term_and_n(w->tm, 3, query)) <= ASK_SIZE) {
    assert(state_violates(w->s, w->wp->checker, r, NULL) != ANSWER_SAT);
    assert(solver_check(w->wp->checker, 3, query) != ANSWER_SAT);
  }
  map_u32_release(&said);
}
#endif

// R such that guard ∧ wrong[i] is impossible, for each i and all inputs.
static bool exclude_all(struct work *w, struct term guard, uint32_t n, const struct term *wrong, struct vec_term *out) {
  struct vec_part guards = {0};
  bool fine = add_parts(w, &guards, guard, true);
  for (uint32_t i = 0; i < n && fine; i++)
    fine = !limits_stopped(w->wp->run->limits) && exclude(w, guard, &guards, wrong[i]);
  fine = fine && finish(w);
#ifdef CLEW_DEBUG
  if (fine) check(w, guard, n, wrong);
#endif
  for (uint32_t i = 0; i < w->done.size && fine; i++) vec_term_push(out, w->done.data[i]);
  vec_part_release(&guards);
  return fine;
}

static void work_init(struct work *w, struct wp *wp, struct state *s, uint32_t n_inputs, const struct term *inputs) {
  *w = (struct work){.wp = wp,
                     .tm = wp->tm,
                     .s = s,
                     .n_inputs = n_inputs,
                     .inputs = inputs,
                     .heap = unfold_heap(program_unfold(wp->prover->program))};
}

static void work_release(struct work *w) {
  map_u32_release(&w->values);
  map_u32_release(&w->simple);
  map_u32_release(&w->known);
  vec_term_release(&w->facts);
  vec_wanted_release(&w->todo);
  vec_term_release(&w->done);
}

bool wp_step(struct wp *wp, struct state *s, const struct unfold_step *step, enum wp_how how, uint32_t n,
             const struct term *after, struct vec_term *out) {
  if (!step->known) return false;
  struct terms *tm = wp->tm;
  struct work w;
  struct vec_term wrong = {0};
  work_init(&w, wp, s, step->step.n_inputs, step->step.inputs);
  w.split = how == WP_SPLIT;
  for (uint32_t i = 0; i < n; i++) {
    struct term before = substitution_apply(step->back, after[i]);
    // Most conjuncts have nothing to do with the step, and are as simple as they were after it.
    bool untouched = how != WP_SPLIT && term_same(before, after[i]) && is_literal(tm, before) &&
                     !is_foreign(&w, before) && !share_variable(tm, step->step.guard, before) &&
                     term_is_true(tm, value(&w, before));
    vec_term_push(untouched ? &w.done : &wrong, before);
  }
  terms_tidy(tm, &wrong);
  for (uint32_t i = 0; i < wrong.size; i++) wrong.data[i] = term_not(tm, wrong.data[i]);
  bool fine = exclude_all(&w, how == WP_UNGUARDED ? term_true(tm) : step->step.guard, wrong.size, wrong.data, out);
  vec_term_release(&wrong);
  work_release(&w);
  return fine;
}

bool wp_never(struct wp *wp, struct state *s, struct term condition, uint32_t n_inputs, const struct term *inputs,
              struct vec_term *out) {
  struct work w;
  struct term wrong = term_true(wp->tm);
  work_init(&w, wp, s, n_inputs, inputs);
  bool fine = exclude_all(&w, condition, 1, &wrong, out);
  work_release(&w);
  return fine;
}
