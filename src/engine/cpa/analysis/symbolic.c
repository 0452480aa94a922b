// Symbolic values (section 2.1): variables and cells have constants or expressions over symbolic identifiers as values.
//
// An abstract state is a store (state/evaluate.h); its handle is the store's. A variable that is not in it has itself
// as value, the identifier of the value that it had at the last closing. Inputs get identifiers of their own. These are
// used again: an input's k-th occurrence since the last closing is always the same identifier, so that paths which do
// the same have the same terms, and what the solver said about them is known. How often an input occurred is in the
// store, too, under keys that are no variable's.
//
// Where a condition leaves one value for an identifier, that is its value from then on ("only satisfying assignment").
// How states are closed is in naming.h.
#include "engine/cpa/analysis/naming.h"

#define OCCURRENCES ((uint64_t)1 << 40) // the keys of inputs
#define BOUND_MAX 64 // identifiers that one guard may give values

struct symbolic_analysis {
  struct stores stores;
  struct naming *naming;
  struct terms *tm;
  uint32_t index; // among the analyses composed; UINT32_MAX: not asked yet
  // Identifiers.
  struct map_u32 identifiers; // input << 32 | occurrence → identifier
  uint32_t named; // s1, s2, …
  const struct unfold_step *step; // at hand
  struct persistent store; // before it
  // What the guard at hand says.
  struct vec_term bound, values;
  struct vec_open_cell changed; // by number
};

// --- identifiers -----------------------------------------------------------------------------------------------------

static struct term new_identifier(struct symbolic_analysis *a, struct sort sort) {
  struct text name = {0};
  do {
    text_clear(&name);
    text_printf(&name, "s%u", ++a->named);
  } while (!term_none(term_var_named(a->tm, text_cstr(&name))));
  struct term made = term_var(a->tm, sort, text_cstr(&name));
  text_release(&name);
  return made;
}

static struct term identifier(void *context, struct sort sort, struct term like) {
  struct symbolic_analysis *a = context;
  struct context frame;
  uint32_t var;
  // Not an input: nothing says whether it occurred before.
  if (unfold_var_of(a->stores.cpa->run.unfold, like, &frame, &var)) return new_identifier(a, sort);
  uint32_t occurrence = persistent_get(a->stores.cpa->pool, a->store, OCCURRENCES | like.id, 0);
  uint64_t key = (uint64_t)like.id << 32 | occurrence;
  const uint32_t *known = map_u32_find(&a->identifiers, key);
  if (known) return (struct term){*known};
  struct term made = new_identifier(a, sort);
  map_u32_put(&a->identifiers, key, made.id);
  return made;
}

static struct persistent count_inputs(struct symbolic_analysis *a, struct persistent store) {
  struct persistents *pool = a->stores.cpa->pool;
  for (uint32_t i = 0; i < a->step->step.n_inputs; i++) {
    uint64_t key = OCCURRENCES | a->step->step.inputs[i].id;
    store = persistent_put(pool, store, key, persistent_get(pool, a->store, key, 0) + 1);
  }
  return store;
}

// --- conditions that leave one value ---------------------------------------------------------------------------------

static void bind(struct symbolic_analysis *a, struct term identifier, struct term value) {
  if (a->bound.size == BOUND_MAX) return;
  vec_term_push(&a->bound, identifier);
  vec_term_push(&a->values, value);
}

// identifier = constant, or a Boolean one.
static void bind_conjunct(struct symbolic_analysis *a, struct term t) {
  struct terms *tm = a->tm;
  enum term_kind kind = term_kind(tm, t);
  if (kind == TERM_VAR) bind(a, t, term_true(tm));
  if (kind == TERM_NOT && term_kind(tm, term_child(tm, t, 0)) == TERM_VAR)
    bind(a, term_child(tm, t, 0), term_false(tm));
  if (kind != TERM_EQ) return;
  struct term constant = term_child(tm, t, 0), other = term_child(tm, t, 1);
  if (!term_is_const(tm, constant) || term_kind(tm, other) != TERM_VAR) return;
  if (sort_kind(tm, term_sort(tm, other)) != SORT_ARRAY) bind(a, other, constant);
}

// Identifiers that the guard leaves one value, as the solver finds it.
static void bind_unique(struct symbolic_analysis *a, struct term guard) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(a->tm, guard, &n);
  struct vec_term identifiers = {0};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&identifiers, (struct term){ids[i]}); // the list does not last
  bool infeasible = false;
  for (uint32_t i = 0; i < n && !infeasible; i++) {
    struct term x = identifiers.data[i], value;
    bool known = sort_kind(a->tm, term_sort(a->tm, x)) == SORT_ARRAY;
    for (uint32_t k = 0; k < a->bound.size && !known; k++) known = term_same(a->bound.data[k], x);
    if (!known && stores_unique(&a->stores, guard, x, &value, &infeasible)) bind(a, x, value);
  }
  vec_term_release(&identifiers);
}

static void bind_guard(struct symbolic_analysis *a, struct term guard) {
  a->bound.size = a->values.size = 0;
  if (term_kind(a->tm, guard) != TERM_AND) {
    bind_conjunct(a, guard);
    return;
  }
  for (uint32_t i = 0; i < term_arity(a->tm, guard); i++) bind_conjunct(a, term_child(a->tm, guard, i));
}

static bool has_bound(struct symbolic_analysis *a, struct term t) {
  if (term_is_const(a->tm, t)) return false;
  for (uint32_t i = 0; i < a->bound.size; i++)
    if (term_mentions(a->tm, t, a->bound.data[i])) return true;
  return false;
}

static struct term with_bound(struct symbolic_analysis *a, struct term t) {
  return has_bound(a, t) ? term_substitute(a->tm, t, a->bound.size, a->bound.data, a->values.data) : t;
}

static void find_bound(void *context, uint64_t key, uint32_t word) {
  struct symbolic_analysis *a = context;
  if (key >= evaluator_variables(a->stores.evaluator)) return;
  if (scope_variable(a->stores.scope, (uint32_t)key)->is_array) return;
  if (has_bound(a, (struct term){word})) vec_open_cell_push(&a->changed, (struct open_cell){key, {word}});
}

static struct persistent bind_array(struct symbolic_analysis *a, struct persistent store, uint32_t number) {
  struct stores *s = &a->stores;
  if (!persistent_has(s->cpa->pool, store, number)) return store;
  struct known_array array = store_array(s->evaluator, store, number), now = array;
  const struct vec_open_cell *open = naming_open_cells(a->naming, number, array.cells);
  now.base = with_bound(a, array.base);
  for (uint32_t i = 0; i < open->size; i++)
    if (has_bound(a, open->data[i].value))
      now.cells = persistent_put(s->cpa->pool, now.cells, open->data[i].index, with_bound(a, open->data[i].value).id);
  bool same = term_same(now.base, array.base) && persistent_same(now.cells, array.cells);
  return same ? store : store_put_array(s->evaluator, store, number, now);
}

// A variable that is not in the store is itself an identifier.
static struct persistent bind_variables(struct symbolic_analysis *a, struct persistent store, struct place place) {
  struct stores *s = &a->stores;
  struct unfold *u = s->cpa->run.unfold;
  for (uint32_t i = 0; i < a->bound.size; i++) {
    struct context context;
    uint32_t var;
    if (!unfold_var_of(u, a->bound.data[i], &context, &var) && !term_same(a->bound.data[i], unfold_heap(u))) continue;
    uint32_t number = evaluator_number(s->evaluator, a->bound.data[i]);
    if (!persistent_has(s->cpa->pool, store, number) && scope_has(s->scope, place, number))
      store = store_put(s->evaluator, store, number, a->values.data[i]);
  }
  return store;
}

static struct persistent bind_values(struct symbolic_analysis *a, struct persistent store) {
  struct stores *s = &a->stores;
  a->changed.size = 0;
  persistent_each(s->cpa->pool, store, find_bound, a);
  for (uint32_t i = 0; i < a->changed.size; i++)
    store = store_put(s->evaluator, store, (uint32_t)a->changed.data[i].index, with_bound(a, a->changed.data[i].value));
  const struct vec_u32 *arrays = scope_arrays(s->scope);
  for (uint32_t i = 0; i < arrays->size; i++) store = bind_array(a, store, arrays->data[i]);
  return store;
}

// --- transfer --------------------------------------------------------------------------------------------------------

static bool symbolic_transfer(void *self, struct transfer *t, struct abstract *out) {
  struct symbolic_analysis *a = self;
  struct evaluator *e = a->stores.evaluator;
  if (a->index == UINT32_MAX) cpa_find(a->stores.cpa, "symbolic", &a->index);
  struct persistent store = store_of(t->before->parts[a->index]);
  uint64_t visit = stores_visit(store);
  if (edge_none(t->step->edge)) { // a condition, no edge
    t->guard = store_formula(e, store, t->step->step.guard);
    *out = state_of(store);
    return !term_is_false(a->tm, t->guard);
  }
  const struct step_code *code = evaluator_code(e, t->from.context, t->step);
  a->step = t->step;
  a->store = store;
  t->guard = evaluate_guard(e, code, visit, store);
  if (term_is_false(a->tm, t->guard)) return false;
  bind_guard(a, t->guard);
  if (cpa_asks_unique(a->stores.cpa) && !term_is_const(a->tm, t->guard)) bind_unique(a, t->guard);
  if (a->bound.size) store = bind_values(a, bind_variables(a, store, t->from));
  store = evaluate_updates(e, code, visit, store);
  // An input that the guard gives a value.
  if (a->bound.size && t->step->step.n_inputs) store = bind_values(a, store);
  *out = state_of(count_inputs(a, store));
  return true;
}

// --- closing ---------------------------------------------------------------------------------------------------------

static void symbolic_name(void *self, struct abstract a, struct place place, const struct place_precision *precision,
                          struct closing *c) {
  struct symbolic_analysis *s = self;
  naming_name(s->naming, store_of(a), place, precision, c);
}

static struct abstract symbolic_closed(void *self, const struct composite *state, struct abstract a, struct place place,
                                       const struct place_precision *precision, struct closing *c, bool *exact) {
  (void)state;
  struct symbolic_analysis *s = self;
  return state_of(naming_closed(s->naming, store_of(a), place, precision, c, exact));
}

// --- the rest --------------------------------------------------------------------------------------------------------

static void *symbolic_open(struct cpa *cpa, struct error *error) {
  (void)error;
  struct symbolic_analysis *a = mem_zalloc(1, sizeof *a);
  struct evaluator_fresh fresh = {.context = a, .make = identifier};
  stores_init(&a->stores, cpa, evaluator_new(cpa->run.unfold, cpa->pool, &fresh), true);
  a->naming = naming_new(&a->stores);
  a->tm = cpa->run.tm;
  a->index = UINT32_MAX;
  return a;
}

static void symbolic_close(void *self) {
  struct symbolic_analysis *a = self;
  naming_free(a->naming);
  stores_release(&a->stores);
  evaluator_free(a->stores.evaluator);
  map_u32_release(&a->identifiers);
  vec_term_release(&a->bound);
  vec_term_release(&a->values);
  vec_open_cell_release(&a->changed);
  mem_free(a);
}

static struct abstract symbolic_initial(void *self) {
  struct symbolic_analysis *a = self;
  return state_of(stores_initial(&a->stores));
}

static bool symbolic_less(void *self, struct abstract a, struct abstract b) {
  struct symbolic_analysis *s = self;
  return stores_less(&s->stores, store_of(a), store_of(b));
}

static struct abstract symbolic_join(void *self, struct abstract a, struct abstract b, struct place place) {
  (void)place;
  struct symbolic_analysis *s = self;
  return state_of(stores_join(&s->stores, store_of(a), store_of(b)));
}

static uint32_t symbolic_domain(void *self, struct abstract a) {
  struct symbolic_analysis *s = self;
  return stores_domain(&s->stores, store_of(a));
}

static bool symbolic_project(void *self, struct abstract a, uint32_t domain, struct abstract *out) {
  struct symbolic_analysis *s = self;
  struct persistent part;
  if (!stores_project(&s->stores, store_of(a), domain, out ? &part : NULL)) return false;
  if (out) *out = state_of(part);
  return true;
}

static struct term symbolic_instance(void *self, struct abstract a, struct term formula) {
  struct symbolic_analysis *s = self;
  return store_formula(s->stores.evaluator, store_of(a), formula);
}

static void symbolic_formula(void *self, struct abstract a, struct vec_term *conjuncts) {
  struct symbolic_analysis *s = self;
  scope_formula(s->stores.scope, store_of(a), conjuncts);
}

static void symbolic_print(void *self, struct abstract a, struct text *out) {
  struct symbolic_analysis *s = self;
  scope_print(s->stores.scope, store_of(a), out);
}

const struct analysis analysis_symbolic = {
    .name = "symbolic",
    .summary = "constants and symbolic expressions as values of variables and cells",
    .merge = MERGE_SEP,
    .open = symbolic_open,
    .close = symbolic_close,
    .initial = symbolic_initial,
    .less = symbolic_less,
    .join = symbolic_join,
    .domain = symbolic_domain,
    .project = symbolic_project,
    .by_lookup = true,
    .transfer = symbolic_transfer,
    .name_identifiers = symbolic_name,
    .closed = symbolic_closed,
    .instance = symbolic_instance,
    .formula = symbolic_formula,
    .print = symbolic_print,
};
