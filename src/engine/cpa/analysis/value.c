// Explicit values (Beyer, Löwe, Explicit-State Software Model Checking Based on CEGAR and Interpolation; the value
// analysis that Lemberger, Symbolic Execution in CPAchecker, starts from).
//
// An abstract state is a store (state/evaluate.h) that maps variables and cells to constants; its handle is the
// store's. What is not known to be constant is not in it. There are no identifiers: a closed state is an open one
// without what is not kept at its place (scope.h).
//
// Order: v ⊑ v' iff v' has only entries of v. The domain of a state is the set of variables and cells that it knows, so
// that v ⊑ v' iff v restricted to the domain of v' is v'.
#include "engine/cpa/analysis/scope.h"

// The part of a domain that an array has: the set of its cells, or all of it.
#define WHOLE_ARRAY (UINT32_MAX - 1)

struct value_analysis {
  struct cpa *cpa;
  struct evaluator *evaluator;
  struct scope *scope;
  uint32_t index; // among the analyses composed; UINT32_MAX: not asked yet
  struct map_u32 domains; // store → its domain
};

static struct persistent store_of(struct abstract a) { return (struct persistent){a.id}; }
static struct abstract state_of(struct persistent store) { return (struct abstract){store.id}; }

static void *value_open(struct cpa *cpa, struct error *error) {
  (void)error;
  struct value_analysis *v = mem_zalloc(1, sizeof *v);
  v->cpa = cpa;
  v->index = UINT32_MAX;
  v->evaluator = evaluator_new(cpa->run.unfold, cpa->pool, NULL);
  v->scope = scope_new(cpa, v->evaluator);
  return v;
}

static void value_close(void *self) {
  struct value_analysis *v = self;
  scope_free(v->scope);
  evaluator_free(v->evaluator);
  map_u32_release(&v->domains);
  mem_free(v);
}

// Nothing is initialised but the bump pointer.
static struct abstract value_initial(void *self) {
  struct value_analysis *v = self;
  const struct cfa *cfa = v->cpa->run.cfa;
  struct term heap = unfold_heap(v->cpa->run.unfold);
  return state_of(store_put(v->evaluator, PERSISTENT_EMPTY, evaluator_number(v->evaluator, heap),
                            term_bv(cfa->tm, term_width(cfa->tm, heap), cfa->heap_start)));
}

// --- transfer ------------------------------------------------------------------------------------------------------

static bool value_transfer(void *self, struct transfer *t, struct abstract *out) {
  struct value_analysis *v = self;
  if (v->index == UINT32_MAX) cpa_find(v->cpa, "value", &v->index);
  struct persistent store = store_of(t->before->parts[v->index]);
  const struct step_code *code = evaluator_code(v->evaluator, t->from.context, t->step);
  struct term guard = evaluate_guard(v->evaluator, code, t->visit, store);
  if (!term_is_unknown(guard) && term_is_false(v->cpa->run.tm, guard)) return false;
  if (term_is_unknown(guard)) store = evaluate_assume(v->evaluator, code, store);
  *out = state_of(evaluate_updates(v->evaluator, code, t->visit, store));
  return true;
}

// --- arrays ------------------------------------------------------------------------------------------------------

// The cell's value, or TERM_UNKNOWN.
static struct term cell_value(struct value_analysis *v, const struct known_array *array, struct term variable,
                              uint64_t index) {
  struct terms *tm = v->cpa->run.tm;
  struct term value = {persistent_get(v->cpa->pool, array->cells, index, 0)};
  if (!term_none(value) || term_same(array->base, variable)) return term_none(value) ? TERM_UNKNOWN : value;
  struct sort sort = sort_index(tm, term_sort(tm, variable));
  value = term_select(tm, array->base, term_bv(tm, sort_width(tm, sort), index));
  return term_is_const(tm, value) ? value : TERM_UNKNOWN;
}

struct selection {
  struct value_analysis *analysis;
  const struct known_array *array, *other; // other: NULL, or what must agree
  struct term variable;
  struct persistent cells;
  bool lacks; // some are not known, or do not agree
};

static void select_cell(void *context, uint64_t index, uint32_t word) {
  (void)word;
  struct selection *s = context;
  struct term value = cell_value(s->analysis, s->array, s->variable, index);
  bool known = !term_is_unknown(value);
  if (known && s->other) known = term_same(value, cell_value(s->analysis, s->other, s->variable, index));
  if (known) s->cells = persistent_put(s->analysis->cpa->pool, s->cells, index, value.id);
  else s->lacks = true;
}

static struct persistent keep_cells(struct value_analysis *v, struct persistent from, struct persistent to,
                                    const struct kept_cells *cells) {
  if (!persistent_has(v->cpa->pool, from, cells->number)) return to;
  struct known_array array = store_array(v->evaluator, from, cells->number);
  struct term variable = scope_variable(v->scope, cells->number)->term;
  struct selection s = {.analysis = v, .array = &array, .variable = variable};
  for (uint32_t i = 0; i < cells->indices.size; i++) select_cell(&s, cells->indices.data[i], 1);
  if (!persistent_same(s.cells, PERSISTENT_EMPTY))
    to = store_put_array(v->evaluator, to, cells->number, (struct known_array){variable, s.cells});
  return to;
}

static struct abstract value_closed(void *self, const struct composite *state, struct abstract a, struct place place,
                                    const struct place_precision *precision, struct closing *c, bool *exact) {
  (void)state;
  (void)c;
  struct value_analysis *v = self;
  const struct kept *kept = scope_kept(v->scope, place, precision);
  struct persistent store = persistent_restrict(v->cpa->pool, store_of(a), kept->keys);
  for (uint32_t i = 0; i < kept->cells.size; i++) store = keep_cells(v, store_of(a), store, &kept->cells.data[i]);
  // What cannot matter any more is no loss.
  if (precision && !persistent_same(store, store_of(a))) *exact = false;
  return state_of(store);
}

// --- domain ------------------------------------------------------------------------------------------------------

static uint32_t value_domain(void *self, struct abstract a) {
  struct value_analysis *v = self;
  const uint32_t *known = map_u32_find(&v->domains, a.id);
  if (known) return *known;
  struct persistents *pool = v->cpa->pool;
  struct persistent domain = persistent_domain(pool, store_of(a));
  const struct vec_u32 *arrays = scope_arrays(v->scope);
  for (uint32_t i = 0; i < arrays->size; i++) {
    uint32_t number = arrays->data[i];
    if (!persistent_has(pool, domain, number)) continue;
    struct known_array array = store_array(v->evaluator, store_of(a), number);
    bool partly = term_same(array.base, scope_variable(v->scope, number)->term);
    domain = persistent_put(pool, domain, number, partly ? persistent_domain(pool, array.cells).id : WHOLE_ARRAY);
  }
  map_u32_put(&v->domains, a.id, domain.id);
  return domain.id;
}

// The array of the store as far as the domain says; false: less is known.
static bool project_array(struct value_analysis *v, uint32_t number, uint32_t part, struct persistent *store) {
  struct persistents *pool = v->cpa->pool;
  struct known_array array = store_array(v->evaluator, *store, number);
  struct term variable = scope_variable(v->scope, number)->term;
  bool partly = term_same(array.base, variable);
  if (part == WHOLE_ARRAY) return !partly;
  struct selection s = {.analysis = v, .array = &array, .variable = variable};
  persistent_each(pool, (struct persistent){part}, select_cell, &s);
  if (s.lacks) return false;
  *store = store_put_array(v->evaluator, *store, number, (struct known_array){variable, s.cells});
  return true;
}

static bool value_project(void *self, struct abstract a, uint32_t domain, struct abstract *out) {
  struct value_analysis *v = self;
  struct persistents *pool = v->cpa->pool;
  *out = a;
  if (value_domain(self, a) == domain) return true;
  struct persistent part = {domain}, store = persistent_restrict(pool, store_of(a), part);
  if (persistent_size(pool, store) != persistent_size(pool, part)) return false;
  const struct vec_u32 *arrays = scope_arrays(v->scope);
  for (uint32_t i = 0; i < arrays->size; i++) {
    uint32_t cells = persistent_get(pool, part, arrays->data[i], UINT32_MAX);
    if (cells != UINT32_MAX && !project_array(v, arrays->data[i], cells, &store)) return false;
  }
  *out = state_of(store);
  return true;
}

static bool value_less(void *self, struct abstract a, struct abstract b) {
  struct abstract part;
  return abstract_same(a, b) || (value_project(self, a, value_domain(self, b), &part) && abstract_same(part, b));
}

// The cells that agree.
static struct persistent join_array(struct value_analysis *v, struct persistent a, struct persistent b,
                                    struct persistent joined, uint32_t number) {
  struct persistents *pool = v->cpa->pool;
  if (!persistent_has(pool, a, number) || !persistent_has(pool, b, number) || persistent_has(pool, joined, number))
    return joined;
  struct known_array x = store_array(v->evaluator, a, number), y = store_array(v->evaluator, b, number);
  struct term variable = scope_variable(v->scope, number)->term;
  struct selection s = {.analysis = v, .array = &x, .other = &y, .variable = variable};
  persistent_each(pool, persistent_unite(pool, x.cells, y.cells), select_cell, &s);
  if (persistent_same(s.cells, PERSISTENT_EMPTY)) return joined;
  return store_put_array(v->evaluator, joined, number, (struct known_array){variable, s.cells});
}

static struct abstract value_join(void *self, struct abstract a, struct abstract b, struct place place) {
  (void)place;
  struct value_analysis *v = self;
  struct persistent joined = persistent_intersect(v->cpa->pool, store_of(a), store_of(b));
  const struct vec_u32 *arrays = scope_arrays(v->scope);
  for (uint32_t i = 0; i < arrays->size; i++) joined = join_array(v, store_of(a), store_of(b), joined, arrays->data[i]);
  return state_of(joined);
}

static void value_formula(void *self, struct abstract a, struct vec_term *conjuncts) {
  struct value_analysis *v = self;
  scope_formula(v->scope, store_of(a), conjuncts);
}

static void value_print(void *self, struct abstract a, struct text *out) {
  struct value_analysis *v = self;
  scope_print(v->scope, store_of(a), out);
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
