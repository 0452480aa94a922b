// Values of array variables; see array_elimination.h.
//
// A variable has the cells that were read of it and is zero elsewhere, unless an equation that the model takes to be
// true defines it: from store(a, i, v) = B it follows that a is B but for cell i. So one side of the equation is
// followed down to its variables, passing regions that do not come from them, and a variable becomes the other side
// outside of these; the source of a copy becomes what was copied. Variables that the other side depends on come first;
// an equation that would close a cycle defines nothing. All this only chooses values that are likely to do: whether
// they do is checked by evaluation.
#include "solve/arrays/auxiliary.h"
#include <stdlib.h>

struct cell {
  struct term array, index, value;
  uint64_t at;
  uint32_t age;
};
VEC_TYPE(vec_cells, struct cell)

// One level on the way down to a variable, as a change of the value on the other side: cells that do not come from the
// variable
// (`count` ones from `start` on, one if there is none, or those of a STORES) are taken from the variable's own value;
// `moved`: only these cells do come from it, and lie at `from` there.
struct level {
  struct term start, count, stores, from;
  bool moved;
  uint32_t above;
};
VEC_TYPE(vec_level, struct level)

struct way {
  struct term array;
  uint32_t level;
}; // the lowest level passed, + 1
VEC_TYPE(vec_way, struct way)

struct definition {
  struct term var, other;
  uint32_t level;
};
VEC_TYPE(vec_definition, struct definition)

struct values {
  struct arrays *l;
  struct model *m;                 // all that is known so far
  struct vec_cells cells;          // by array, then index
  struct map_u32 cells_of;         // array variable → its first cell
  struct vec_definition definitions;
  struct map_u32 definition_of;    // array variable → position + 1
  struct vec_level levels;
};

// --- cells --------------------------------------------------------------------------------

static int by_array_index(const void *x, const void *y) {
  const struct cell *a = x, *b = y;
  if (a->array.id != b->array.id) return a->array.id < b->array.id ? -1 : 1;
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  return a->age < b->age ? -1 : a->age > b->age;
}

static void collect_cells(struct values *v, const struct vec_term *aux, struct model *from) {
  struct arrays *l = v->l;
  for (uint32_t i = 0; i < aux->size; i++) {
    struct aux a = *array_aux(l, aux->data[i]);
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

static struct term own_value(struct values *v, struct term var) {
  return with_cells(v, var, term_zero(v->l->tm, term_sort(v->l->tm, var)));
}

// --- definitions ------------------------------------------------------------------------------

static uint32_t pass(struct values *v, struct level level, uint32_t above) {
  level.above = above;
  vec_level_push(&v->levels, level);
  return v->levels.size;
}

// From a variable to what defines it: the way it was found, backwards.
static struct way pass_definition(struct values *v, struct definition d, uint32_t level) {
  for (uint32_t at = d.level; at; at = v->levels.data[at - 1].above) {
    struct level back = v->levels.data[at - 1];
    if (back.moved) back.start = v->levels.data[at - 1].from, back.from = v->levels.data[at - 1].start;
    level = pass(v, back, level);
  }
  return (struct way){d.other, level};
}

// One level down; where there are two ways the second is pushed.
static struct way pass_level(struct values *v, struct way w, struct vec_way *more) {
  struct terms *tm = v->l->tm;
  struct term a = w.array, base = term_child(tm, a, 0);
  switch (term_kind(tm, a)) {
  case TERM_STORE:
    return (struct way){base, pass(v, (struct level){.start = model_eval(v->m, term_child(tm, a, 1))}, w.level)};
  case TERM_STORES: return (struct way){base, pass(v, (struct level){.stores = a}, w.level)};
  case TERM_COPY: {
    struct level level = {.start = model_eval(v->m, term_child(tm, a, 1)),
                          .count = model_eval(v->m, term_child(tm, a, 4))};
    struct level moved = {.start = level.start,
                          .count = level.count,
                          .from = model_eval(v->m, term_child(tm, a, 3)),
                          .moved = true};
    vec_way_push(more, (struct way){term_child(tm, a, 2), pass(v, moved, w.level)});
    return (struct way){base, pass(v, level, w.level)};
  }
  default: return (struct way){term_child(tm, a, model_holds(v->m, base) ? 1 : 2), w.level}; // a choice
  }
}

// The variables that an array is built of under the model, without those that only its indices, conditions and elements
// read: of these the cells that were read are known.
static void built_of(struct values *v, struct term array, struct vec_u32 *vars) {
  struct terms *tm = v->l->tm;
  struct term_walk walk = {.tm = tm};
  term_walk_add(&walk, array);
  for (struct term a; term_walk_next(&walk, &a);) {
    term_walk_skip(&walk);
    switch (term_kind(tm, a)) {
    case TERM_VAR: vec_u32_push(vars, a.id); break;
    case TERM_ARRAY_CONST: break;
    case TERM_ITE: term_walk_add(&walk, term_child(tm, a, model_holds(v->m, term_child(tm, a, 0)) ? 1 : 2)); break;
    default:
      term_walk_add(&walk, term_child(tm, a, 0));
      if (term_kind(tm, a) == TERM_COPY) term_walk_add(&walk, term_child(tm, a, 2));
    }
  }
  term_walk_release(&walk);
}

// Does the value of t depend on the variable, by definitions?
static bool depends(struct values *v, struct term t, struct term var) {
  struct map_u32 seen = {0};
  struct vec_u32 vars = {0};
  bool found = false;
  built_of(v, t, &vars);
  while (vars.size && !found) {
    uint32_t one = vec_u32_pop(&vars), at = map_u32_get_or(&v->definition_of, one, 0);
    found = one == var.id;
    if (!at || map_u32_find(&seen, at)) continue;
    map_u32_put(&seen, at, 1);
    built_of(v, v->definitions.data[at - 1].other, &vars);
  }
  map_u32_release(&seen);
  vec_u32_release(&vars);
  return found;
}

enum { MAX_WAYS = 64 };

// Side a of an equation defines the variables it is built on, as far as the other side does not depend on them.
static void define(struct values *v, struct term a, struct term b) {
  struct terms *tm = v->l->tm;
  struct vec_way ways = {0};
  vec_way_push(&ways, (struct way){a, 0});
  for (uint32_t tried = 0; ways.size && tried < MAX_WAYS; tried++) {
    struct way w = vec_way_pop(&ways);
    for (;;) {
      enum term_kind kind = term_kind(tm, w.array);
      uint32_t at = kind == TERM_VAR ? map_u32_get_or(&v->definition_of, w.array.id, 0) : 0;
      if (at && v->definitions.data[at - 1].other.id == b.id) break; // by this equation
      if (at) w = pass_definition(v, v->definitions.data[at - 1], w.level);
      else if (kind == TERM_VAR || kind == TERM_ARRAY_CONST) break;
      else w = pass_level(v, w, &ways);
    }
    if (term_kind(tm, w.array) != TERM_VAR || map_u32_find(&v->definition_of, w.array.id) || depends(v, b, w.array))
      continue;
    vec_definition_push(&v->definitions, (struct definition){w.array, b, w.level});
    map_u32_put(&v->definition_of, w.array.id, v->definitions.size);
  }
  vec_way_release(&ways);
}

// --- values -------------------------------------------------------------------------------------

// What is known of the value one level further down.
static struct term change(struct terms *tm, struct term array, struct term own, struct level r) {
  if (r.moved) return term_copy(tm, own, r.from, array, r.start, r.count);
  if (term_none(r.stores) && term_none(r.count)) return term_store(tm, array, r.start, term_select(tm, own, r.start));
  if (term_none(r.stores)) return term_copy(tm, array, r.start, own, r.start, r.count);
  uint32_t n = (term_arity(tm, r.stores) - 1) / 2;
  uint64_t *indices = mem_alloc(n * sizeof *indices);
  struct term *values = mem_alloc(n * sizeof *values);
  for (uint32_t i = 0; i < n; i++) {
    struct term index = term_child(tm, r.stores, 1 + 2 * i);
    if (!term_value64(tm, index, &indices[i]))
      abort(); // an invariant of STORES; indices of equations have at most 64 bits
    values[i] = term_select(tm, own, index);
  }
  array = term_stores(tm, array, n, indices, values);
  mem_free(indices);
  mem_free(values);
  return array;
}

static void set_defined(struct values *v, struct definition d) {
  struct term own = own_value(v, d.var), value = model_eval(v->m, d.other);
  struct vec_u32 levels = {0}; // the lowest first
  for (uint32_t at = d.level; at; at = v->levels.data[at - 1].above) vec_u32_push(&levels, at - 1);
  while (levels.size) value = change(v->l->tm, value, own, v->levels.data[vec_u32_pop(&levels)]);
  vec_u32_release(&levels);
  model_set(v->m, d.var, with_cells(v, d.var, value));
}

// Each after those it depends on. What they are built of is asked before values change, so that there is no cycle.
static void evaluate_definitions(struct values *v) {
  struct map_u32 done = {0};
  struct vec_u32 stack = {0}, vars = {0}, order = {0};
  for (uint32_t k = 0; k < v->definitions.size; k++) vec_u32_push(&stack, k);
  while (stack.size) {
    uint32_t at = stack.data[stack.size - 1], before = stack.size;
    vec_u32_clear(&vars);
    if (!map_u32_find(&done, at)) built_of(v, v->definitions.data[at].other, &vars);
    for (uint32_t i = 0; i < vars.size; i++) {
      uint32_t on = map_u32_get_or(&v->definition_of, vars.data[i], 0);
      if (on && !map_u32_find(&done, on - 1)) vec_u32_push(&stack, on - 1);
    }
    if (stack.size > before) continue;
    if (!map_u32_find(&done, at)) vec_u32_push(&order, at);
    map_u32_put(&done, at, 1);
    stack.size--;
  }
  for (uint32_t i = 0; i < order.size; i++) set_defined(v, v->definitions.data[order.data[i]]);
  map_u32_release(&done);
  vec_u32_release(&stack);
  vec_u32_release(&vars);
  vec_u32_release(&order);
}

void arrays_values(struct arrays *l, const struct vec_term *aux, struct model *from, struct model *to) {
  struct values v = {.l = l};
  collect_cells(&v, aux, from);
  for (uint32_t i = 0; i < v.cells.size; i++)
    if (!i || v.cells.data[i - 1].array.id != v.cells.data[i].array.id)
      model_set(to, v.cells.data[i].array, own_value(&v, v.cells.data[i].array));
  bool equations = false;
  for (uint32_t i = 0; i < aux->size && !equations; i++)
    equations = array_aux(l, aux->data[i])->kind == AUX_EQUAL && model_holds(from, aux->data[i]);
  if (equations) {
    v.m = model_merge(l->tm, from, to);
    for (uint32_t i = 0; i < aux->size; i++) {
      struct aux e = *array_aux(l, aux->data[i]);
      if (e.kind != AUX_EQUAL || !model_holds(from, e.var)) continue;
      define(&v, e.a, e.b);
      define(&v, e.b, e.a);
    }
    evaluate_definitions(&v);
    for (uint32_t i = 0; i < v.definitions.size; i++)
      model_set(to, v.definitions.data[i].var, model_get(v.m, v.definitions.data[i].var));
    model_unref(v.m);
  }
  vec_cells_release(&v.cells);
  map_u32_release(&v.cells_of);
  vec_definition_release(&v.definitions);
  map_u32_release(&v.definition_of);
  vec_level_release(&v.levels);
}
