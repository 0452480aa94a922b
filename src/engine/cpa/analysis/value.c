// Explicit values (Beyer, Löwe, Explicit-State Software Model Checking Based on CEGAR and Interpolation; the value
// analysis that Lemberger, Symbolic Execution in CPAchecker, starts from).
//
// An abstract state is a store (state/evaluate.h) that maps variables and cells to constants; its handle is the
// store's. What is not known to be constant is not in it. There are no identifiers: a closed state is an open one
// without what is not kept at its place (scope.h).
#include "engine/cpa/analysis/stores.h"

struct value_analysis {
  struct stores stores;
  uint32_t index; // among the analyses composed; UINT32_MAX: not asked yet
};

static void *value_open(struct cpa *cpa, struct error *error) {
  (void)error;
  struct value_analysis *v = mem_zalloc(1, sizeof *v);
  stores_init(&v->stores, cpa, evaluator_new(cpa->run.unfold, cpa->pool, NULL), false);
  v->index = UINT32_MAX;
  return v;
}

static void value_close(void *self) {
  struct value_analysis *v = self;
  stores_release(&v->stores);
  evaluator_free(v->stores.evaluator);
  mem_free(v);
}

static struct abstract value_initial(void *self) {
  struct value_analysis *v = self;
  return state_of(stores_initial(&v->stores));
}

// Section 2.1, assume(p): x becomes c if c is the only satisfying assignment of φ(p, v) for x. False: φ(p, v) has none.
static bool learn_unique(struct value_analysis *v, const struct step_code *code, struct term guard,
                         struct persistent *store) {
  struct evaluator *e = v->stores.evaluator;
  struct terms *tm = v->stores.cpa->run.tm;
  struct term phi = store_formula(e, *store, guard);
  const struct vec_u32 *reads = step_code_reads(code);
  for (uint32_t i = 0; i < reads->size; i++) {
    struct term x = evaluator_variable(e, reads->data[i]), value;
    if (sort_kind(tm, term_sort(tm, x)) == SORT_ARRAY || !term_mentions(tm, phi, x)) continue;
    if (!term_is_unknown(store_get(e, *store, reads->data[i]))) continue;
    bool infeasible;
    if (stores_unique(&v->stores, phi, x, &value, &infeasible)) *store = store_put(e, *store, reads->data[i], value);
    if (infeasible) return false;
  }
  return true;
}

// An edge may read an input, test it and assign it: x := *; assume(p). What the test leaves one value is that value.
static struct persistent learn_unique_inputs(struct value_analysis *v, const struct step *step,
                                             struct persistent before, struct persistent after) {
  struct evaluator *e = v->stores.evaluator;
  struct terms *tm = v->stores.cpa->run.tm;
  struct term phi = store_formula(e, before, step->guard);
  for (uint32_t i = 0; i < step->n_updates; i++) {
    const struct step_update *u = &step->updates[i];
    if (sort_kind(tm, term_sort(tm, u->var)) == SORT_ARRAY) continue;
    uint32_t number = evaluator_number(e, u->var);
    bool tested = false, infeasible;
    for (uint32_t k = 0; k < step->n_inputs && !tested; k++)
      tested = term_mentions(tm, u->value, step->inputs[k]) && term_mentions(tm, phi, step->inputs[k]);
    struct term value;
    if (!tested || !term_is_unknown(store_get(e, after, number))) continue;
    if (stores_unique(&v->stores, phi, store_formula(e, before, u->value), &value, &infeasible))
      after = store_put(e, after, number, value);
  }
  return after;
}

static bool value_transfer(void *self, struct transfer *t, struct abstract *out) {
  struct value_analysis *v = self;
  struct evaluator *e = v->stores.evaluator;
  if (v->index == UINT32_MAX) cpa_find(v->stores.cpa, "value", &v->index);
  struct persistent store = store_of(t->before->parts[v->index]);
  uint64_t visit = stores_visit(store);
  if (edge_none(t->step->edge)) { // a condition, no edge
    *out = state_of(store);
    return !term_is_false(v->stores.cpa->run.tm, store_formula(e, store, t->step->step.guard));
  }
  const struct step_code *code = evaluator_code(e, t->from.context, t->step);
  struct term guard = evaluate_guard(e, code, visit, store);
  if (!term_is_unknown(guard) && term_is_false(v->stores.cpa->run.tm, guard)) return false;
  if (term_is_unknown(guard)) store = evaluate_assume(e, code, store);
  bool asks = term_is_unknown(guard) && cpa_asks_unique(v->stores.cpa);
  if (asks && !learn_unique(v, code, t->step->step.guard, &store)) return false;
  struct persistent after = evaluate_updates(e, code, visit, store);
  *out = state_of(asks ? learn_unique_inputs(v, &t->step->step, store, after) : after);
  return true;
}

// --- closing -------------------------------------------------------------------------------------------------------

static struct persistent keep_cells(struct stores *s, struct persistent from, struct persistent to,
                                    const struct kept_cells *kept) {
  if (!persistent_has(s->cpa->pool, from, kept->number)) return to;
  struct known_array array = store_array(s->evaluator, from, kept->number);
  struct persistent cells = PERSISTENT_EMPTY;
  for (uint32_t i = 0; i < kept->indices.size; i++) {
    struct term value = stores_cell(s, kept->number, &array, kept->indices.data[i]);
    if (!term_is_unknown(value)) cells = persistent_put(s->cpa->pool, cells, kept->indices.data[i], value.id);
  }
  if (persistent_same(cells, PERSISTENT_EMPTY)) return to;
  struct term variable = scope_variable(s->scope, kept->number)->term;
  return store_put_array(s->evaluator, to, kept->number, (struct known_array){variable, cells});
}

static struct abstract value_closed(void *self, const struct composite *state, struct abstract a, struct place place,
                                    const struct place_precision *precision, struct closing *c, bool *exact) {
  (void)state;
  (void)c;
  struct value_analysis *v = self;
  struct stores *s = &v->stores;
  const struct kept *kept = scope_kept(s->scope, place, precision);
  struct persistent store = persistent_restrict(s->cpa->pool, store_of(a), kept->keys);
  for (uint32_t i = 0; i < kept->cells.size; i++) store = keep_cells(s, store_of(a), store, &kept->cells.data[i]);
  // What cannot matter any more is no loss.
  if (precision && !persistent_same(store, store_of(a))) *exact = false;
  return state_of(store);
}

// --- domain, and what it means -------------------------------------------------------------------------------------

static bool value_less(void *self, struct abstract a, struct abstract b) {
  struct value_analysis *v = self;
  return stores_less(&v->stores, store_of(a), store_of(b));
}

static struct abstract value_join(void *self, struct abstract a, struct abstract b, struct place place) {
  (void)place;
  struct value_analysis *v = self;
  return state_of(stores_join(&v->stores, store_of(a), store_of(b)));
}

static uint32_t value_domain(void *self, struct abstract a) {
  struct value_analysis *v = self;
  return stores_domain(&v->stores, store_of(a));
}

static bool value_project(void *self, struct abstract a, uint32_t domain, struct abstract *out) {
  struct value_analysis *v = self;
  struct persistent part;
  if (!stores_project(&v->stores, store_of(a), domain, out ? &part : NULL)) return false;
  if (out) *out = state_of(part);
  return true;
}

static void value_formula(void *self, struct abstract a, struct vec_term *conjuncts) {
  struct value_analysis *v = self;
  scope_formula(v->stores.scope, store_of(a), conjuncts);
}

static void value_print(void *self, struct abstract a, struct text *out) {
  struct value_analysis *v = self;
  scope_print(v->stores.scope, store_of(a), out);
}

const struct analysis analysis_value = {
    .name = "value",
    .summary = "explicit values of variables and cells",
    .merge = MERGE_SEP,
    .open = value_open,
    .close = value_close,
    .initial = value_initial,
    .less = value_less,
    .join = value_join,
    .domain = value_domain,
    .project = value_project,
    .by_lookup = true,
    .transfer = value_transfer,
    .closed = value_closed,
    .formula = value_formula,
    .print = value_print,
};
