// Constraints (section 2.2): the conditions that a path took, over symbolic identifiers.
//
// A state is a set of constraints, the conjuncts of a formula; equal sets are equal states, and the order is inclusion.
// Strengthening (section 2.3) adds the guard of an edge, with the values of the symbolic analysis in place of
// variables, and has no successor where the constraints cannot be satisfied together. A set that was seen before is not
// asked about again, whichever path leads to it; and a state has a model of its constraints, under which one of the
// edges of a branch holds already.
//
// Where a state is closed (composite.h), constraints are said over the variables' new values, and what stays unnamed is
// eliminated. With a precision only its predicates are kept: those that constraints and values entail. They are kept,
// too, where the values alone entail them: a state with values is then covered by one that has the predicate only.
//
// What a solver says here is never trusted: a certificate is checked without it. So questions may go without an answer
// (the edge is then taken), or be decided over mathematical integers (--theory integer, solve/integers.h).
#include "engine/cpa/analysis/live.h"
#include "engine/cpa/cpa.h"
#include "solve/integers.h"
#include "solve/interpolate/interpolate.h"
#include "solve/path.h"
#include "solve/range.h"
#include <assert.h>

struct known {
  struct persistent set; // constraint → 1
  // What execution goes on with. Of a closed state: the set with the closed values in place of variables, for these do
  // not occur as identifiers any more. Otherwise the same.
  struct persistent start;
  struct path *path; // `start` as the solver gets it: over integers with --theory integer; NULL: not yet asked for
  struct model *model; // of the path; NULL: not known
  // A question was not answered on the way here: the model is one of the other constraints only. It decides what is
  // asked next (the hard part is not asked again and again), and what is feasible under it may be infeasible.
  bool doubtful;
};
VEC_TYPE(vec_known, struct known)

// Which predicates of a place a state entails: as the precision grows, only new predicates are looked at when the state
// is reached again.
struct judged {
  struct abstract values, constraints;
  struct place place;
  uint32_t predicates; // the first so many were looked at
  struct persistent kept; // those of them that hold
  uint32_t next; // with the same hash; UINT32_MAX: none
};
VEC_TYPE(vec_judged, struct judged)

struct constraints {
  struct cpa *cpa;
  struct terms *tm;
  uint32_t own; // number of this analysis; UINT32_MAX: not asked yet
  uint32_t symbolic; // number of the one that has the values
  struct integers *integers; // NULL: bit-vectors
  struct solver *exact, *best_effort;
  struct solver *integer_solver; // with integers; both of the above
  struct vec_known states; // by handle
  struct map_u32 by_set; // set, start → handle, or INFEASIBLE
  struct map_u32 entailed; // state << 32 | formula → is it?
  struct map_u32 instances; // context << 32 | predicate → in the context
  struct live *live; // NULL: without CEGAR
  struct map_u32 starts; // closed values << 32 | set → start
  struct vec_judged judged;
  struct map_u32 by_state; // hash of state and place → the first of judged
  struct vec_term parts; // of the guard at hand
  struct map_u32 scratch; // sort << 32 | number → a variable for an identifier without a name, while it is eliminated
};
#define INFEASIBLE UINT32_MAX
#define INTEGER_SECONDS 1.0 // for a question about integers, where products may take long

// --- states ----------------------------------------------------------------------------------------------------------

static struct known *known_at(struct constraints *self, struct abstract a) { return &self->states.data[a.id]; }

static void collect(void *context, uint64_t key, uint32_t word) {
  (void)word;
  vec_term_push(context, (struct term){(uint32_t)key});
}

// What it goes on with.
static void conjuncts_of(struct constraints *self, struct abstract a, struct vec_term *out) {
  persistent_each(self->cpa->pool, known_at(self, a)->start, collect, out);
}

// As the solver gets it.
static struct term decided(struct constraints *self, struct term formula) {
  return self->integers ? integers_translate(self->integers, formula) : formula;
}

static struct path *path_of(struct constraints *self, struct abstract a) {
  struct known *k = known_at(self, a);
  if (k->path) return k->path;
  struct vec_term conjuncts = {0};
  conjuncts_of(self, a, &conjuncts);
  struct path *path = path_new(self->tm);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    struct path *longer = path_add(path, decided(self, conjuncts.data[i]));
    path_unref(path);
    path = longer;
  }
  vec_term_release(&conjuncts);
  return k->path = path;
}

static struct persistent with(struct constraints *self, struct persistent set, struct term constraint) {
  return persistent_put(self->cpa->pool, set, constraint.id, 1);
}

static struct persistent with_all(struct constraints *self, struct persistent set, const struct vec_term *conjuncts) {
  for (uint32_t i = 0; i < conjuncts->size; i++) set = with(self, set, conjuncts->data[i]);
  return set;
}

static uint64_t state_key(struct persistent set, struct persistent start) { return (uint64_t)set.id << 32 | start.id; }

// One that is not there yet; takes the references.
static struct abstract add_state(struct constraints *self, struct persistent set, struct persistent start,
                                 struct path *path, struct model *model) {
  struct abstract a = {self->states.size};
  vec_known_push(&self->states, (struct known){set, start, path, model, false});
  map_u32_put(&self->by_set, state_key(set, start), a.id);
  return a;
}

static bool find(struct constraints *self, struct persistent set, struct persistent start, uint32_t *state) {
  const uint32_t *found = map_u32_find(&self->by_set, state_key(set, start));
  if (found) *state = *found;
  return found;
}

static void *open(struct cpa *cpa, struct error *error) {
  (void)error;
  struct constraints *self = mem_zalloc(1, sizeof *self);
  self->cpa = cpa;
  self->tm = cpa->run.tm;
  self->exact = cpa->run.solver;
  self->best_effort = cpa->run.best_effort;
  if (cpa->options->theory == THEORY_INTEGER) {
    struct solver_config config = cpa->run.setting.solver;
    config.backend = "z3";
    config.query_seconds = INTEGER_SECONDS;
    self->integers = integers_new(self->tm);
    self->integer_solver = solver_new(self->tm, cpa->run.limits, cpa->run.stats, &config);
    self->exact = self->best_effort = self->integer_solver;
    cpa->run.claim->inexact = "deciding constraints over integers that do not wrap (--theory integer)";
  }
  bool found = cpa_find(cpa, "symbolic", &self->symbolic);
  assert(found);
  self->own = UINT32_MAX;
  if (cpa->tracking) self->live = live_new(cpa->run.cfa);
  add_state(self, PERSISTENT_EMPTY, PERSISTENT_EMPTY, NULL, model_new(self->tm));
  return self;
}

static void close(void *me) {
  struct constraints *self = me;
  for (uint32_t i = 0; i < self->states.size; i++) {
    if (self->states.data[i].path) path_unref(self->states.data[i].path);
    model_unref(self->states.data[i].model);
  }
  vec_known_release(&self->states);
  map_u32_release(&self->by_set);
  map_u32_release(&self->entailed);
  map_u32_release(&self->instances);
  map_u32_release(&self->scratch);
  if (self->live) live_free(self->live);
  map_u32_release(&self->starts);
  vec_judged_release(&self->judged);
  map_u32_release(&self->by_state);
  vec_term_release(&self->parts);
  if (self->integers) integers_free(self->integers);
  if (self->integer_solver) solver_free(self->integer_solver);
  mem_free(self);
}

static struct abstract initial(void *me) {
  (void)me;
  return ABSTRACT_TOP;
}

static bool less(void *me, struct abstract a, struct abstract b) {
  struct constraints *self = me;
  return a.id == b.id || persistent_includes(self->cpa->pool, known_at(self, a)->set, known_at(self, b)->set);
}

static struct abstract join(void *me, struct abstract a, struct abstract b, struct place place) {
  struct constraints *self = me;
  (void)place;
  if (a.id == b.id) return a;
  struct persistent both = persistent_intersect(self->cpa->pool, known_at(self, a)->set, known_at(self, b)->set);
  struct abstract out;
  if (find(self, both, both, &out.id) && out.id != INFEASIBLE) return out;
  struct model *model = known_at(self, a)->model;
  out = add_state(self, both, both, NULL, model ? model_ref(model) : NULL);
  known_at(self, out)->doubtful = known_at(self, a)->doubtful;
  return out;
}

// --- transfer --------------------------------------------------------------------------------------------------------

static bool transfer(void *me, struct transfer *t, struct abstract *out) {
  struct constraints *self = me;
  if (self->own == UINT32_MAX) cpa_find(self->cpa, "constraints", &self->own);
  *out = t->before->parts[self->own];
  return true;
}

// With CEGAR an error is looked at exactly, and what was kept without an answer goes then: only where an error is
// reached it pays to ask for long.
static struct solver *solver_for(const struct constraints *self, struct location to) {
  enum cfa_location_kind kind = cfa_location(self->cpa->run.cfa, to)->kind;
  return !self->cpa->tracking || kind == LOC_ERROR || kind == LOC_UNSUPPORTED ? self->exact : self->best_effort;
}

// The state with the guard, whose set is not known yet. False: they cannot be satisfied together.
static bool extend(struct constraints *self, struct abstract a, struct transfer *t, struct persistent set,
                   struct abstract *out) {
  struct path *path = path_of(self, a);
  struct term condition = decided(self, t->guard);
  struct model *model = NULL;
  struct known *before = known_at(self, a);
  bool doubtful = before->doubtful;
  self->cpa->statistics->constraints_asked++;
  double asked = run_asks(&self->cpa->run, t->from.location);
  enum answer answer = path_check(solver_for(self, t->to.location), path, condition, before->model, &model);
  run_answered(&self->cpa->run, t->from.location, asked);
  if (answer == ANSWER_UNSAT) {
    map_u32_put(&self->by_set, state_key(set, set), INFEASIBLE);
    return false;
  }
  if (answer == ANSWER_UNKNOWN) {
    self->cpa->statistics->constraints_unanswered++;
    if (before->model) model = model_ref(before->model);
    doubtful = true;
  } else if (!before->model) {
    before->model = model_ref(model);
  }
  *out = add_state(self, set, set, path_add(path, condition), model);
  known_at(self, *out)->doubtful = doubtful;
  return true;
}

static bool is_conjunction(const struct terms *tm, struct term t) {
  enum term_kind kind = term_kind(tm, t);
  return kind == TERM_AND || (kind == TERM_NOT && term_kind(tm, term_child(tm, t, 0)) == TERM_OR);
}

static bool strengthen(void *me, struct transfer *t, struct abstract *own) {
  struct constraints *self = me;
  assert(!term_none(t->guard) && !term_is_unknown(t->guard));
  if (term_is_true(self->tm, t->guard)) return true;
  if (term_is_false(self->tm, t->guard)) return false;
  self->parts.size = 0;
  vec_term_push(&self->parts, t->guard);
  if (is_conjunction(self->tm, t->guard)) terms_tidy(self->tm, &self->parts);
  struct persistent set = with_all(self, known_at(self, *own)->start, &self->parts);
  uint32_t state;
  if (!find(self, set, set, &state)) return extend(self, *own, t, set, own);
  if (state == INFEASIBLE) return false;
  own->id = state;
  return true;
}

// --- closing: everything is tracked ----------------------------------------------------------------------------------

// Constraints in the names of a closing, and the variables in them that are none of the program's.
struct renaming {
  struct constraints *self;
  const struct closing *c;
  struct vec_term conjuncts, unnamed;
  struct map_u32 lost; // identifier without a name → the variable that stands for it
  bool exact;
};

static bool is_program_variable(struct constraints *self, struct term t) {
  struct context context;
  uint32_t var;
  struct unfold *u = self->cpa->run.unfold;
  return unfold_var_of(u, t, &context, &var) || term_same(t, unfold_heap(u));
}

// A variable of the sort; the same ones in each closing, so that they do not become ever more.
static struct term scratch_variable(struct constraints *self, struct sort sort, uint32_t number) {
  uint64_t key = (uint64_t)sort.id << 32 | number;
  const uint32_t *found = map_u32_find(&self->scratch, key);
  if (found) return (struct term){*found};
  struct term t = term_fresh(self->tm, sort, "lost");
  map_u32_put(&self->scratch, key, t.id);
  return t;
}

// The constraint with names. A program variable that has none here stands for a value that was, not for the one that
// the variable has now: another variable takes its place.
static struct term renamed(struct renaming *r, struct term constraint) {
  struct terms *tm = r->self->tm;
  struct vec_term from = {0}, to = {0};
  uint32_t n;
  const uint32_t *identifiers = term_free_vars(tm, constraint, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term identifier = {identifiers[i]};
    if (map_u32_find(r->c->named, identifier.id)) continue;
    const uint32_t *found = map_u32_find(&r->lost, identifier.id);
    struct term stand_in = found ? (struct term){*found}
                                 : scratch_variable(r->self, term_sort(tm, identifier), r->lost.size);
    if (!found) map_u32_put(&r->lost, identifier.id, stand_in.id);
    vec_term_push(&from, identifier);
    vec_term_push(&to, stand_in);
  }
  if (from.size) constraint = term_substitute(tm, constraint, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return substitution_apply(r->c->names, constraint);
}

static bool is_said(struct constraints *self, struct term formula, struct vec_term *unnamed) {
  uint32_t n, before = unnamed->size;
  const uint32_t *vars = term_free_vars(self->tm, formula, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!is_program_variable(self, (struct term){vars[i]})) vec_term_push(unnamed, (struct term){vars[i]});
  return unnamed->size == before;
}

static bool shares(struct terms *tm, struct term formula, const struct vec_term *vars) {
  for (uint32_t i = 0; i < vars->size; i++)
    if (term_mentions(tm, formula, vars->data[i])) return true;
  return false;
}

static void push_variables(struct terms *tm, struct term formula, struct vec_term *vars) {
  uint32_t n;
  const uint32_t *all = term_free_vars(tm, formula, &n);
  for (uint32_t i = 0; i < n; i++) vec_term_push(vars, (struct term){all[i]});
}

// Takes the constraints out of r->conjuncts that have to do with the first one that cannot be said. False: all can.
static bool take_component(struct renaming *r, struct vec_term *component) {
  struct terms *tm = r->self->tm;
  uint32_t first = 0;
  r->unnamed.size = 0;
  while (first < r->conjuncts.size && is_said(r->self, r->conjuncts.data[first], &r->unnamed)) first++;
  if (first == r->conjuncts.size) return false;
  component->size = 0;
  vec_term_push(component, r->conjuncts.data[first]);
  r->conjuncts.data[first] = term_true(tm);
  // Those that share an unnamed variable; others do not matter to what remains when these are gone.
  for (bool grown = true; grown;) {
    grown = false;
    for (uint32_t i = 0; i < r->conjuncts.size; i++)
      if (shares(tm, r->conjuncts.data[i], &r->unnamed)) {
        is_said(r->self, r->conjuncts.data[i], &r->unnamed);
        vec_term_push(component, r->conjuncts.data[i]);
        r->conjuncts.data[i] = term_true(tm);
        grown = true;
      }
  }
  terms_tidy(tm, &r->conjuncts);
  return true;
}

static bool speaks_of_variables(struct renaming *r, const struct vec_term *component) {
  struct vec_term vars = {0};
  bool any = false;
  for (uint32_t i = 0; i < component->size; i++) push_variables(r->self->tm, component->data[i], &vars);
  for (uint32_t i = 0; i < vars.size && !any; i++) any = is_program_variable(r->self, vars.data[i]);
  vec_term_release(&vars);
  return any;
}

// Constraints about unnamed values only are satisfiable, as the whole is: some values there are.
static void eliminate(struct renaming *r, bool satisfiable) {
  struct vec_term component = {0}, said = {0};
  while (take_component(r, &component)) {
    if (satisfiable && !speaks_of_variables(r, &component)) continue;
    struct vec_term unnamed = r->unnamed;
    r->unnamed = (struct vec_term){0};
    if (interpolate_project(run_interpolator(&r->self->cpa->run), &component, unnamed.size, unnamed.data))
      for (uint32_t i = 0; i < component.size; i++) vec_term_push(&said, component.data[i]);
    else r->exact = false;
    vec_term_release(&unnamed);
  }
  for (uint32_t i = 0; i < said.size; i++) vec_term_push(&r->conjuncts, said.data[i]);
  terms_tidy(r->self->tm, &r->conjuncts);
  vec_term_release(&component);
  vec_term_release(&said);
}

// A comparison of a term with a constant (the table of terms has them strict): which bound of which term it is.
struct bound {
  uint64_t key; // term, order, side
  struct term constant;
  bool is_signed, upper;
};

static bool read_bound(struct terms *tm, struct term t, struct bound *b) {
  enum term_kind kind = term_kind(tm, t);
  if (kind != TERM_BV_SLT && kind != TERM_BV_ULT) return false;
  struct term left = term_child(tm, t, 0), right = term_child(tm, t, 1);
  b->upper = term_is_const(tm, right);
  if (!b->upper && !term_is_const(tm, left)) return false;
  b->is_signed = kind == TERM_BV_SLT;
  b->constant = b->upper ? right : left;
  b->key = (uint64_t)(b->upper ? left : right).id << 2 | (uint64_t)b->is_signed << 1 | b->upper;
  return true;
}

// What is said of single variables is said in one way, so that equal ranges are equal constraints.
static void normalise_ranges(struct terms *tm, struct vec_term *conjuncts) {
  struct vec_term of_var = {0}, out = {0};
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    uint32_t n, var;
    struct term t = conjuncts->data[i];
    const uint32_t *vars = term_free_vars(tm, t, &n);
    if (term_is_true(tm, t)) continue; // it went with one before
    if (n != 1 || !range_reads(tm, t)) {
      vec_term_push(&out, t);
      continue;
    }
    var = vars[0];
    of_var.size = 0;
    for (uint32_t k = i; k < conjuncts->size; k++) {
      vars = term_free_vars(tm, conjuncts->data[k], &n);
      if (n != 1 || vars[0] != var || !range_reads(tm, conjuncts->data[k])) continue;
      vec_term_push(&of_var, conjuncts->data[k]);
      conjuncts->data[k] = term_true(tm);
    }
    range_normal(tm, of_var.size, of_var.data, &out);
  }
  vec_term_release(conjuncts);
  vec_term_release(&of_var);
  *conjuncts = out;
}

// Of several bounds of a term on one side the tightest remains: the others follow from it.
static void tighten(struct terms *tm, struct vec_term *conjuncts) {
  normalise_ranges(tm, conjuncts);
  struct map_u32 tightest = {0}; // bound → its conjunct
  struct bound b, other;
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    if (!read_bound(tm, conjuncts->data[i], &b)) continue;
    uint32_t *at = map_u32_find(&tightest, b.key);
    if (!at) {
      map_u32_put(&tightest, b.key, i);
      continue;
    }
    read_bound(tm, conjuncts->data[*at], &other);
    struct term low = b.upper ? b.constant : other.constant, high = b.upper ? other.constant : b.constant;
    bool tighter = term_is_true(tm, b.is_signed ? term_slt(tm, low, high) : term_ult(tm, low, high));
    conjuncts->data[tighter ? *at : i] = term_true(tm);
    if (tighter) *at = i;
  }
  map_u32_release(&tightest);
  terms_tidy(tm, conjuncts);
}

// The values that the variables of the constraints have under a model of the open state. A closed state is implied by
// the open one, so this is a model of it (but for answers that were over integers).
static struct model *closed_model(struct constraints *self, const struct composite *state, struct model *open_model,
                                  const struct vec_term *conjuncts) {
  const struct analysis *symbolic = self->cpa->analyses[self->symbolic];
  if (!open_model || self->integers) return NULL;
  struct model *model = model_new(self->tm);
  struct vec_term vars = {0};
  for (uint32_t i = 0; i < conjuncts->size; i++) push_variables(self->tm, conjuncts->data[i], &vars);
  for (uint32_t i = 0; i < vars.size; i++) {
    if (model_has(model, vars.data[i])) continue;
    struct term value =
        symbolic->instance(self->cpa->selves[self->symbolic], state->parts[self->symbolic], vars.data[i]);
    model_set(model, vars.data[i], model_eval(open_model, value));
  }
  bool holds = true;
  for (uint32_t i = 0; i < conjuncts->size && holds; i++) holds = model_holds(model, conjuncts->data[i]);
  vec_term_release(&vars);
  if (holds) return model;
  model_unref(model);
  return NULL;
}

static struct abstract intern_closed(struct constraints *self, const struct composite *state, struct abstract a,
                                     struct persistent set, struct persistent start) {
  struct abstract out;
  struct vec_term conjuncts = {0};
  if (find(self, set, start, &out.id) && out.id != INFEASIBLE) return out;
  persistent_each(self->cpa->pool, start, collect, &conjuncts);
  out = add_state(self, set, start, NULL, closed_model(self, state, known_at(self, a)->model, &conjuncts));
  vec_term_release(&conjuncts);
  return out;
}

static struct abstract close_everything(struct constraints *self, const struct composite *state, struct abstract a,
                                        struct closing *c, bool *exact) {
  struct renaming r = {.self = self, .c = c, .exact = true};
  conjuncts_of(self, a, &r.conjuncts);
  for (uint32_t i = 0; i < r.conjuncts.size; i++) r.conjuncts.data[i] = renamed(&r, r.conjuncts.data[i]);
  for (uint32_t i = 0; i < c->facts->size; i++) vec_term_push(&r.conjuncts, c->facts->data[i]);
  terms_tidy(self->tm, &r.conjuncts);
  eliminate(&r, known_at(self, a)->model && !known_at(self, a)->doubtful && !self->integers);
  tighten(self->tm, &r.conjuncts);
  struct persistent set = with_all(self, PERSISTENT_EMPTY, &r.conjuncts);
  struct abstract out = intern_closed(self, state, a, set, set);
  if (!r.exact) *exact = false;
  vec_term_release(&r.conjuncts);
  vec_term_release(&r.unnamed);
  map_u32_release(&r.lost);
  return out;
}

// --- closing: predicates are tracked ---------------------------------------------------------------------------------

static struct term predicate_at(struct constraints *self, struct context context, struct term predicate) {
  uint64_t key = (uint64_t)context.id << 32 | predicate.id;
  const uint32_t *found = map_u32_find(&self->instances, key);
  if (found) return (struct term){*found};
  struct term t = facts_instance(self->cpa->run.unfold, context, predicate);
  map_u32_put(&self->instances, key, t.id);
  return t;
}

static bool ask_entailed(struct constraints *self, struct abstract a, struct term formula) {
  struct path *path = path_of(self, a);
  struct model *model = known_at(self, a)->model, *counter = NULL;
  if (path_contains(path, decided(self, formula))) return true;
  self->cpa->statistics->predicates_asked++;
  enum answer answer = path_check(self->best_effort, path, decided(self, term_not(self->tm, formula)), model, &counter);
  model_unref(counter);
  return answer == ANSWER_UNSAT;
}

// Do the constraints imply the formula over identifiers?
static bool entails(struct constraints *self, struct abstract a, struct term formula) {
  if (term_is_true(self->tm, formula)) return true;
  if (term_is_false(self->tm, formula)) return false;
  uint64_t key = (uint64_t)a.id << 32 | formula.id;
  const uint32_t *found = map_u32_find(&self->entailed, key);
  if (found) return *found;
  bool answer = ask_entailed(self, a, formula);
  map_u32_put(&self->entailed, key, answer);
  return answer;
}

// Values that constraints give to tracked variables: where term = constant is a constraint, and the variable's value is
// that term or made of it. (An identifier that has one value has it in the store, too, and is no matter here.)
struct valued {
  struct constraints *self;
  struct vec_term terms, constants;
};

static void find_valued(struct valued *v, struct abstract a) {
  struct terms *tm = v->self->tm;
  struct vec_term conjuncts = {0};
  conjuncts_of(v->self, a, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    struct term t = conjuncts.data[i];
    if (term_kind(tm, t) != TERM_EQ || !term_is_const(tm, term_child(tm, t, 0))) continue;
    vec_term_push(&v->terms, term_child(tm, t, 1));
    vec_term_push(&v->constants, term_child(tm, t, 0));
  }
  vec_term_release(&conjuncts);
}

// The variable has one value: which; none: it has not, or it is a constant without constraints.
static struct term only_value(struct valued *v, struct abstract values, struct term variable) {
  struct constraints *self = v->self;
  struct terms *tm = self->tm;
  struct term value =
      self->cpa->analyses[self->symbolic]->instance(self->cpa->selves[self->symbolic], values, variable);
  if (term_is_const(tm, value) || sort_kind(tm, term_sort(tm, value)) == SORT_ARRAY) return TERM_NONE;
  value = term_substitute(tm, value, v->terms.size, v->terms.data, v->constants.data);
  return term_is_const(tm, value) ? value : TERM_NONE;
}

static struct persistent keep_values(struct constraints *self, const struct composite *state, struct abstract a,
                                     struct place place, const struct map_u32 *tracked, struct persistent kept) {
  struct cfa *cfa = self->cpa->run.cfa;
  struct valued v = {.self = self};
  find_valued(&v, a);
  // The order does not matter: what is kept is a set.
  for (uint32_t i = 0; v.terms.size && i < tracked->capacity; i++) {
    if (tracked->cells[i].key >= cfa->vars.size) continue;
    struct term variable = predicate_at(self, place.context, cfa->vars.data[tracked->cells[i].key].term);
    if (term_none(variable)) continue;
    struct term value = only_value(&v, state->parts[self->symbolic], variable);
    if (!term_none(value)) kept = with(self, kept, term_eq(self->tm, variable, value));
  }
  vec_term_release(&v.terms);
  vec_term_release(&v.constants);
  return kept;
}

static struct judged *judged_at(struct constraints *self, struct abstract values, struct abstract a,
                                struct place place) {
  uint64_t hash = hash_mix(hash_mix(values.id, a.id), (uint64_t)place.location.id << 32 | place.context.id) >> 1;
  uint32_t first = map_u32_get_or(&self->by_state, hash, UINT32_MAX);
  for (uint32_t i = first; i != UINT32_MAX; i = self->judged.data[i].next) {
    struct judged *j = &self->judged.data[i];
    if (abstract_same(j->values, values) && abstract_same(j->constraints, a) &&
        location_same(j->place.location, place.location) && context_same(j->place.context, place.context))
      return j;
  }
  map_u32_put(&self->by_state, hash, self->judged.size);
  vec_judged_push(&self->judged, (struct judged){.values = values, .constraints = a, .place = place, .next = first});
  return &self->judged.data[self->judged.size - 1];
}

static bool is_live(struct constraints *self, struct place place, struct term variable) {
  struct unfold *u = self->cpa->run.unfold;
  struct context context, frame = place.context;
  uint32_t var;
  if (!unfold_var_of(u, variable, &context, &var)) return true;
  if (self->cpa->run.cfa->vars.data[var].function == CFA_NONE || context_same(context, place.context))
    return live_at(self->live, place.location, var);
  while (!context_none(frame) && !context_same(unfold_parent(u, frame), context)) frame = unfold_parent(u, frame);
  return !context_none(frame) && live_after_call(self->live, unfold_call(u, frame), var);
}

// A predicate about what cannot matter any more would only keep states apart.
static bool can_matter(struct constraints *self, struct place place, struct term predicate) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(self->tm, predicate, &n);
  for (uint32_t i = 0; self->live && i < n; i++)
    if (!is_live(self, place, (struct term){vars[i]})) return false;
  return true;
}

// The predicates that hold.
static struct persistent keep_predicates(struct constraints *self, const struct composite *state, struct abstract a,
                                         struct place place, const struct vec_term *predicates) {
  const struct analysis *symbolic = self->cpa->analyses[self->symbolic];
  struct abstract values = state->parts[self->symbolic];
  if (!predicates->size) return PERSISTENT_EMPTY;
  struct judged *j = judged_at(self, values, a, place);
  for (; j->predicates < predicates->size; j->predicates++) {
    struct term predicate = predicate_at(self, place.context, predicates->data[j->predicates]);
    // Nor one of a function further out that is not running here.
    if (term_none(predicate) || !can_matter(self, place, predicate)) continue;
    struct term now = symbolic->instance(self->cpa->selves[self->symbolic], values, predicate);
    if (entails(self, a, now)) j->kept = with(self, j->kept, predicate);
  }
  return j->kept;
}

// The set, with the values that the closed state has.
static struct persistent with_values(struct constraints *self, const struct closing *c, struct persistent set) {
  struct abstract values = c->closed->parts[self->symbolic];
  struct vec_term conjuncts = {0};
  uint64_t key = (uint64_t)values.id << 32 | set.id;
  const uint32_t *known = map_u32_find(&self->starts, key);
  if (known || !set.id) return known ? (struct persistent){*known} : set;
  persistent_each(self->cpa->pool, set, collect, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++)
    conjuncts.data[i] =
        self->cpa->analyses[self->symbolic]->instance(self->cpa->selves[self->symbolic], values, conjuncts.data[i]);
  terms_tidy(self->tm, &conjuncts);
  struct persistent start = with_all(self, PERSISTENT_EMPTY, &conjuncts);
  vec_term_release(&conjuncts);
  map_u32_put(&self->starts, key, start.id);
  return start;
}

static struct abstract close_tracked(struct constraints *self, const struct composite *state, struct abstract a,
                                     struct place place, const struct place_precision *precision,
                                     const struct closing *c, bool *exact) {
  struct persistent kept = keep_predicates(self, state, a, place, &precision->predicates);
  if (a.id) {
    kept = keep_values(self, state, a, place, &precision->variables, kept);
    *exact = false;
  }
  return intern_closed(self, state, a, kept, with_values(self, c, kept));
}

static struct abstract closed(void *me, const struct composite *state, struct abstract a, struct place place,
                              const struct place_precision *precision, struct closing *c, bool *exact) {
  struct constraints *self = me;
  if (precision) return close_tracked(self, state, a, place, precision, c, exact);
  return close_everything(self, state, a, c, exact);
}

// --- what it means ---------------------------------------------------------------------------------------------------

static void formula(void *me, struct abstract a, struct vec_term *conjuncts) {
  struct constraints *self = me;
  persistent_each(self->cpa->pool, known_at(self, a)->set, collect, conjuncts);
}

static void print(void *me, struct abstract a, struct text *out) {
  struct constraints *self = me;
  struct vec_term conjuncts = {0};
  formula(self, a, &conjuncts);
  text_add(out, "{");
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    if (i) text_add(out, ", ");
    term_print_c(self->tm, conjuncts.data[i], out);
  }
  text_add(out, "}");
  vec_term_release(&conjuncts);
}

// Paths are extended by one constraint from state to state; models are shared by the states that they satisfy.
static size_t bytes(void *me) {
  struct constraints *self = me;
  size_t sum = self->states.size * sizeof *self->states.data + self->judged.size * sizeof *self->judged.data;
  struct map_ptr seen = {0};
  for (uint32_t i = 0; i < self->states.size; i++) {
    const struct known *k = &self->states.data[i];
    if (k->path) sum += path_own_bytes(k->path);
    if (!k->model || map_ptr_find(&seen, (uintptr_t)k->model)) continue;
    map_ptr_put(&seen, (uintptr_t)k->model, k->model);
    sum += model_own_bytes(k->model);
  }
  map_ptr_release(&seen);
  return sum;
}

const struct analysis analysis_constraints = {
    .name = "constraints",
    .summary = "the conditions of a path, over symbolic values; decided by a solver",
    .needs = "symbolic",
    .merge = MERGE_SEP,
    .open = open,
    .close = close,
    .initial = initial,
    .less = less,
    .join = join,
    .transfer = transfer,
    .strengthen = strengthen,
    .closed = closed,
    .formula = formula,
    .bytes = bytes,
    .print = print,
};
