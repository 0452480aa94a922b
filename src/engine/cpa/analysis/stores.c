// See stores.h. A domain is a map, too: from numbers to 1, or for an array to the set of its cells, or to WHOLE_ARRAY
// where more than cells is known of it.
#include "engine/cpa/analysis/stores.h"

#define WHOLE_ARRAY (UINT32_MAX - 1)

void stores_init(struct stores *s, struct cpa *cpa, struct evaluator *evaluator, bool symbolic) {
  *s = (struct stores){.cpa = cpa, .evaluator = evaluator, .symbolic = symbolic};
  s->scope = scope_new(cpa, evaluator);
}

void stores_release(struct stores *s) {
  scope_free(s->scope);
  map_u32_release(&s->domains);
  map_u32_release(&s->variables);
}

struct persistent stores_initial(struct stores *s) {
  const struct cfa *cfa = s->cpa->run.cfa;
  struct term heap = unfold_heap(s->cpa->run.unfold);
  return store_put(s->evaluator, PERSISTENT_EMPTY, evaluator_number(s->evaluator, heap),
                   term_bv(cfa->tm, term_width(cfa->tm, heap), cfa->heap_start));
}

struct term stores_index(struct stores *s, uint32_t number, uint64_t index) {
  struct terms *tm = s->cpa->run.tm;
  struct sort sort = sort_index(tm, term_sort(tm, scope_variable(s->scope, number)->term));
  return term_bv(tm, sort_width(tm, sort), index);
}

struct term stores_cell(struct stores *s, uint32_t number, const struct known_array *array, uint64_t index) {
  struct terms *tm = s->cpa->run.tm;
  struct term variable = scope_variable(s->scope, number)->term,
              value = {persistent_get(s->cpa->pool, array->cells, index, 0)};
  if (!term_none(value)) return value;
  if (term_same(array->base, variable)) return TERM_UNKNOWN;
  struct term at = stores_index(s, number, index);
  value = term_select(tm, array->base, at);
  if (term_is_const(tm, value)) return value;
  return s->symbolic && !term_same(value, term_select(tm, variable, at)) ? value : TERM_UNKNOWN;
}

// --- domain ------------------------------------------------------------------------------------------------------

static bool is_partly(struct stores *s, uint32_t number, const struct known_array *array) {
  return term_same(array->base, scope_variable(s->scope, number)->term);
}

uint32_t stores_domain(struct stores *s, struct persistent store) {
  const uint32_t *known = map_u32_find(&s->domains, store.id);
  if (known) return *known;
  struct persistents *pool = s->cpa->pool;
  struct persistent domain = persistent_domain(pool, store), variables = domain;
  const struct vec_u32 *arrays = scope_arrays(s->scope);
  for (uint32_t i = 0; i < arrays->size; i++) {
    uint32_t number = arrays->data[i];
    if (!persistent_has(pool, domain, number)) continue;
    struct known_array array = store_array(s->evaluator, store, number);
    uint32_t part = is_partly(s, number, &array) ? persistent_domain(pool, array.cells).id : WHOLE_ARRAY;
    domain = persistent_put(pool, domain, number, part);
  }
  map_u32_put(&s->domains, store.id, domain.id);
  map_u32_put(&s->variables, domain.id, variables.id);
  return domain.id;
}

struct selection {
  struct stores *stores;
  uint32_t number;
  const struct known_array *array, *other; // other: NULL, or what must agree
  struct persistent cells;
  bool lacks; // some are not known, or do not agree
};

static void select_cell(void *context, uint64_t index, uint32_t word) {
  (void)word;
  struct selection *s = context;
  struct term value = stores_cell(s->stores, s->number, s->array, index);
  bool known = !term_is_unknown(value);
  if (known && s->other) known = term_same(value, stores_cell(s->stores, s->number, s->other, index));
  if (known) s->cells = persistent_put(s->stores->cpa->pool, s->cells, index, value.id);
  else s->lacks = true;
}

// The array of the store as far as the domain says; false: less is known.
static bool project_array(struct stores *s, uint32_t number, uint32_t part, struct persistent *store) {
  struct persistents *pool = s->cpa->pool;
  struct known_array array = store_array(s->evaluator, *store, number);
  struct persistent cells = {part}, kept;
  if (part == WHOLE_ARRAY) return !is_partly(s, number, &array);
  if (is_partly(s, number, &array)) {
    kept = persistent_restrict(pool, array.cells, cells);
    if (persistent_size(pool, kept) != persistent_size(pool, cells)) return false;
  } else {
    struct selection selection = {.stores = s, .number = number, .array = &array};
    persistent_each(pool, cells, select_cell, &selection);
    if (selection.lacks) return false;
    kept = selection.cells;
  }
  *store =
      store_put_array(s->evaluator, *store, number, (struct known_array){scope_variable(s->scope, number)->term, kept});
  return true;
}

bool stores_project(struct stores *s, struct persistent store, uint32_t domain, struct persistent *out) {
  struct persistents *pool = s->cpa->pool;
  struct persistent part = {domain};
  uint32_t own = stores_domain(s, store);
  if (out) *out = store;
  if (own == domain) return true;
  // Mostly it has less, which can be seen without making anything.
  struct persistent has = {*map_u32_find(&s->variables, own)}, wanted = {*map_u32_find(&s->variables, domain)};
  if (!persistent_includes(pool, has, wanted)) return false;
  if (!out) return true;
  *out = persistent_restrict(pool, store, part);
  const struct vec_u32 *arrays = scope_arrays(s->scope);
  for (uint32_t i = 0; i < arrays->size; i++) {
    uint32_t cells = persistent_get(pool, part, arrays->data[i], UINT32_MAX);
    if (cells != UINT32_MAX && !project_array(s, arrays->data[i], cells, out)) return false;
  }
  return true;
}

bool stores_less(struct stores *s, struct persistent a, struct persistent b) {
  struct persistent part;
  return persistent_same(a, b) || (stores_project(s, a, stores_domain(s, b), &part) && persistent_same(part, b));
}

// The cells that agree.
static struct persistent join_array(struct stores *s, struct persistent a, struct persistent b,
                                    struct persistent joined, uint32_t number) {
  struct persistents *pool = s->cpa->pool;
  if (!persistent_has(pool, a, number) || !persistent_has(pool, b, number) || persistent_has(pool, joined, number))
    return joined;
  struct known_array x = store_array(s->evaluator, a, number), y = store_array(s->evaluator, b, number);
  struct selection selection = {.stores = s, .number = number, .array = &x, .other = &y};
  if (is_partly(s, number, &x) && is_partly(s, number, &y))
    selection.cells = persistent_intersect(pool, x.cells, y.cells);
  else persistent_each(pool, persistent_unite(pool, x.cells, y.cells), select_cell, &selection);
  if (persistent_same(selection.cells, PERSISTENT_EMPTY)) return joined;
  return store_put_array(s->evaluator, joined, number,
                         (struct known_array){scope_variable(s->scope, number)->term, selection.cells});
}

struct persistent stores_join(struct stores *s, struct persistent a, struct persistent b) {
  struct persistent joined = persistent_intersect(s->cpa->pool, a, b);
  const struct vec_u32 *arrays = scope_arrays(s->scope);
  for (uint32_t i = 0; i < arrays->size; i++) joined = join_array(s, a, b, joined, arrays->data[i]);
  return joined;
}

bool stores_unique(struct stores *s, struct term condition, struct term variable, struct term *value,
                   bool *infeasible) {
  struct run *r = &s->cpa->run;
  struct path *path = path_new(r->tm);
  struct model *model = NULL, *other = NULL;
  enum answer answer = path_check(r->best_effort, path, condition, NULL, &model);
  *infeasible = answer == ANSWER_UNSAT;
  bool unique = false;
  if (answer == ANSWER_SAT) {
    *value = model_eval(model, variable);
    struct term differs = term_not(r->tm, term_eq(r->tm, variable, *value));
    unique = path_check(r->best_effort, path, term_and(r->tm, condition, differs), NULL, &other) == ANSWER_UNSAT;
    s->cpa->statistics->unique_asked++;
    s->cpa->statistics->unique_found += unique;
  }
  if (other) model_unref(other);
  if (model) model_unref(model);
  path_unref(path);
  return unique;
}
