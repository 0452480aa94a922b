// Values of array variables; see lower.h.
//
// A variable has the cells that were read of it and is zero elsewhere, unless an equation that the model takes to be true
// defines it: from store(a, i, v) = B it follows that a is B but for cell i. So one side of the equation is followed down to a variable,
// passing regions that do not come from it, and the variable becomes the other side outside of these. Variables that the other
// side depends on come first; an equation that would close a circle defines nothing. All this only chooses values that are
// likely to do: whether they do is checked by evaluation.
#include "solve/lower_internal.h"
#include <stdlib.h>

struct cell { struct term array, index, value; uint64_t at; uint32_t age; };
VEC_TYPE(vec_cells, struct cell)

// Cells that an array does not have from its base: `count` ones from `start` on, or those of a STORES.
struct region { struct term start, count, stores; };
VEC_TYPE(vec_region, struct region)

struct definition {
  struct term var, other;
  uint32_t first_region, end_region;
};
VEC_TYPE(vec_definition, struct definition)

struct values {
  struct lowering *l;
  struct model *m;                 // all that is known so far
  struct vec_cells cells;          // by array, then index
  struct map_u32 cells_of;         // array variable → its first cell
  struct vec_definition definitions;
  struct map_u32 definition_of;    // array variable → position + 1
  struct vec_region regions;
};

// --- cells --------------------------------------------------------------------------------

static int by_array_index(const void *x, const void *y) {
  const struct cell *a = x, *b = y;
  if (a->array.id != b->array.id) return a->array.id < b->array.id ? -1 : 1;
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  return a->age < b->age ? -1 : a->age > b->age;
}

static void collect_cells(struct values *v, const struct vec_term *aux, struct model *from) {
  struct lowering *l = v->l;
  for (uint32_t i = 0; i < aux->size; i++) {
    struct aux a = *lower_aux(l, aux->data[i]);
    if (a.kind != AUX_CELL) continue;
    struct cell cell = {a.a, model_eval(from, a.b), model_get(from, a.var), 0, i};
    if (!term_value64(l->tm, cell.index, &cell.at)) cell.at = cell.index.id; // of an index too wide: any order will do
    vec_cells_push(&v->cells, cell);
  }
  if (v->cells.size) qsort(v->cells.data, v->cells.size, sizeof *v->cells.data, by_array_index);
  for (uint32_t i = v->cells.size; i-- > 0;) map_u32_put(&v->cells_of, v->cells.data[i].array.id, i);
}

// The base with the cells that were read. Of several at one index the oldest counts.
static struct term with_cells(struct values *v, struct term var, struct term base) {
  struct terms *tm = v->l->tm;
  uint32_t *start = map_u32_find(&v->cells_of, var.id), k = 0, n = 0;
  if (!start) return base;
  struct cell *cells = v->cells.data + *start;
  while (*start + n < v->cells.size && cells[n].array.id == var.id) n++;
  struct sort index = sort_index(tm, term_sort(tm, var));
  if (sort_kind(tm, index) != SORT_BV || sort_width(tm, index) > 64) {
    for (uint32_t i = 0; i < n; i++)
      if (!i || cells[i - 1].at != cells[i].at) base = term_store(tm, base, cells[i].index, cells[i].value);
    return base;
  }
  uint64_t *indices = mem_alloc(n * sizeof *indices);
  struct term *values = mem_alloc(n * sizeof *values);
  for (uint32_t i = 0; i < n; i++) {
    if (k && indices[k - 1] == cells[i].at) continue;
    indices[k] = cells[i].at;
    values[k++] = cells[i].value;
  }
  struct term array = term_stores(tm, base, k, indices, values);
  mem_free(indices);
  mem_free(values);
  return array;
}

static struct term own_value(struct values *v, struct term var) { return with_cells(v, var, term_zero(v->l->tm, term_sort(v->l->tm, var))); }

// --- definitions ------------------------------------------------------------------------------

// Down to the variable or constant array below; regions passed are pushed.
static struct term follow(struct values *v, struct term a) {
  struct terms *tm = v->l->tm;
  for (;;) {
    switch (term_kind(tm, a)) {
    case TERM_VAR: {
      uint32_t at = map_u32_get_or(&v->definition_of, a.id, 0);
      if (!at) return a;
      struct definition d = v->definitions.data[at - 1];
      for (uint32_t i = d.first_region; i < d.end_region; i++) vec_region_push(&v->regions, v->regions.data[i]);
      a = d.other;
      continue;
    }
    case TERM_STORE: vec_region_push(&v->regions, (struct region){.start = model_eval(v->m, term_child(tm, a, 1))}); break;
    case TERM_STORES: vec_region_push(&v->regions, (struct region){.stores = a}); break;
    case TERM_COPY:
      vec_region_push(&v->regions, (struct region){.start = model_eval(v->m, term_child(tm, a, 1)), .count = model_eval(v->m, term_child(tm, a, 4))});
      break;
    case TERM_ITE: a = term_child(tm, a, model_holds(v->m, term_child(tm, a, 0)) ? 1 : 2); continue;
    default: return a; // constant
    }
    a = term_child(tm, a, 0);
  }
}

// Does the value of t depend on the variable, by definitions?
static bool depends(struct values *v, struct term t, struct term var) {
  struct map_u32 seen = {0};
  struct vec_u32 stack = {0};
  bool found = false;
  vec_u32_push(&stack, t.id);
  while (stack.size && !found) {
    uint32_t n;
    const uint32_t *vars = term_free_vars(v->l->tm, (struct term){vec_u32_pop(&stack)}, &n);
    for (uint32_t i = 0; i < n && !found; i++) {
      found = vars[i] == var.id;
      uint32_t at = map_u32_get_or(&v->definition_of, vars[i], 0);
      if (!at || map_u32_find(&seen, at)) continue;
      map_u32_put(&seen, at, 1);
      vec_u32_push(&stack, v->definitions.data[at - 1].other.id);
    }
  }
  map_u32_release(&seen);
  vec_u32_release(&stack);
  return found;
}

// Side a of an equation defines the variable it is built on, if it can.
static bool define(struct values *v, struct term a, struct term b) {
  uint32_t first = v->regions.size;
  struct term var = follow(v, a);
  if (term_kind(v->l->tm, var) != TERM_VAR || depends(v, b, var)) {
    v->regions.size = first;
    return false;
  }
  vec_definition_push(&v->definitions, (struct definition){var, b, first, v->regions.size});
  map_u32_put(&v->definition_of, var.id, v->definitions.size);
  return true;
}

// --- values -------------------------------------------------------------------------------------

// The array with the cells of a region taken from `own`.
static struct term restore(struct terms *tm, struct term array, struct term own, struct region r) {
  if (term_none(r.stores) && term_none(r.count)) return term_store(tm, array, r.start, term_select(tm, own, r.start));
  if (term_none(r.stores)) return term_copy(tm, array, r.start, own, r.start, r.count);
  uint32_t n = (term_arity(tm, r.stores) - 1) / 2;
  uint64_t *indices = mem_alloc(n * sizeof *indices);
  struct term *values = mem_alloc(n * sizeof *values);
  for (uint32_t i = 0; i < n; i++) {
    struct term index = term_child(tm, r.stores, 1 + 2 * i);
    if (!term_value64(tm, index, &indices[i])) abort(); // an invariant of STORES; indices of equations have at most 64 bits
    values[i] = term_select(tm, own, index);
  }
  array = term_stores(tm, array, n, indices, values);
  mem_free(indices);
  mem_free(values);
  return array;
}

static void set_defined(struct values *v, struct definition d) {
  struct term own = own_value(v, d.var), value = model_eval(v->m, d.other);
  for (uint32_t i = d.first_region; i < d.end_region; i++) value = restore(v->l->tm, value, own, v->regions.data[i]);
  model_set(v->m, d.var, with_cells(v, d.var, value));
}

// Each after those it depends on; there is no circle.
static void evaluate_definitions(struct values *v) {
  struct map_u32 done = {0};
  struct vec_u32 stack = {0};
  for (uint32_t k = 0; k < v->definitions.size; k++) vec_u32_push(&stack, k);
  while (stack.size) {
    uint32_t at = stack.data[stack.size - 1], before = stack.size, n;
    struct definition d = v->definitions.data[at];
    const uint32_t *vars = term_free_vars(v->l->tm, d.other, &n);
    for (uint32_t i = 0; i < n && !map_u32_find(&done, at); i++) {
      uint32_t on = map_u32_get_or(&v->definition_of, vars[i], 0);
      if (on && !map_u32_find(&done, on - 1)) vec_u32_push(&stack, on - 1);
    }
    if (stack.size > before) continue;
    if (!map_u32_find(&done, at)) set_defined(v, d);
    map_u32_put(&done, at, 1);
    stack.size--;
  }
  map_u32_release(&done);
  vec_u32_release(&stack);
}

void lowering_arrays(struct lowering *l, const struct vec_term *aux, struct model *from, struct model *to) {
  struct values v = {.l = l};
  collect_cells(&v, aux, from);
  for (uint32_t i = 0; i < v.cells.size; i++)
    if (!i || v.cells.data[i - 1].array.id != v.cells.data[i].array.id) model_set(to, v.cells.data[i].array, own_value(&v, v.cells.data[i].array));
  bool equations = false;
  for (uint32_t i = 0; i < aux->size && !equations; i++) equations = lower_aux(l, aux->data[i])->kind == AUX_EQUAL && model_holds(from, aux->data[i]);
  if (equations) {
    v.m = model_merge(l->tm, from, to);
    for (uint32_t i = 0; i < aux->size; i++) {
      struct aux e = *lower_aux(l, aux->data[i]);
      if (e.kind != AUX_EQUAL || !model_holds(from, e.var)) continue;
      if (!define(&v, e.a, e.b)) define(&v, e.b, e.a);
    }
    evaluate_definitions(&v);
    for (uint32_t i = 0; i < v.definitions.size; i++) model_set(to, v.definitions.data[i].var, model_get(v.m, v.definitions.data[i].var));
    model_unref(v.m);
  }
  vec_cells_release(&v.cells);
  map_u32_release(&v.cells_of);
  vec_definition_release(&v.definitions);
  map_u32_release(&v.definition_of);
  vec_region_release(&v.regions);
}
