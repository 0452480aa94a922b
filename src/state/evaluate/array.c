// Known cells of arrays: a base and the cells over it, interned.
//
// One form for the same knowledge, so that equal arrays have equal handles: the base is no STORES (its entries are
// cells), and no cell says what the base says. Explicit: the base is none (nothing is known of it) or a constant, and a
// cell of which nothing is known over a constant base is UINT32_MAX. Ranges cost a few nodes of the persistent map.
#include "state/evaluate/evaluator.h"
#include <assert.h>

#define RANGE_CELLS 4096 // explicit: a longer range that is filled or copied is unknown: too much to say of a state
#define CHOICE_CELLS 64 // symbolic: arrays that differ in so many cells are chosen from cell by cell

static struct known_array array_at(const struct evaluator *e, struct value array) {
  return e->arrays.data[array.bits].array;
}

struct value array_intern(struct evaluator *e, struct known_array array) {
  uint64_t key = (uint64_t)array.base.id << 32 | array.cells.id;
  uint32_t *known = map_u32_find(&e->array_of, key);
  if (known) return concrete(*known);
  if (!e->arrays.size) vec_array_record_push(&e->arrays, (struct array_record){0});
  map_u32_put(&e->array_of, key, e->arrays.size);
  vec_array_record_push(&e->arrays, (struct array_record){.array = array});
  return concrete(e->arrays.size - 1);
}

struct value array_unknown(struct evaluator *e) { return array_intern(e, (struct known_array){.base = TERM_NONE}); }

// --- cells -----------------------------------------------------------------------------------------------------------

// What the base has at an index, where that can be told without making a term: none otherwise.
static struct term base_cell(struct evaluator *e, struct term base, uint64_t index) {
  if (term_none(base) || !term_is_const(e->tm, base)) return TERM_NONE;
  if (term_kind(e->tm, base) == TERM_ARRAY_CONST) return term_child(e->tm, base, 0);
  return term_select(e->tm, base, term_bv(e->tm, sort_width(e->tm, sort_index(e->tm, term_sort(e->tm, base))), index));
}

// Does the word say no more than the base does?
static bool is_base_cell(struct evaluator *e, struct term base, uint64_t index, uint32_t word) {
  struct terms *tm = e->tm;
  if (word == UNKNOWN_CELL) return term_none(base);
  if (term_none(base)) return false;
  struct term t = {word}, known = base_cell(e, base, index);
  if (!term_none(known)) return term_same(known, t);
  uint64_t at;
  return term_kind(tm, t) == TERM_SELECT && term_same(term_child(tm, t, 0), base) &&
         term_value64(tm, term_child(tm, t, 1), &at) && at == index;
}

static void put_cell(struct evaluator *e, struct known_array *a, uint64_t index, uint32_t word) {
  if (is_base_cell(e, a->base, index, word)) a->cells = persistent_remove(e->pool, a->cells, index);
  else a->cells = persistent_put(e->pool, a->cells, index, word);
}

struct value array_read(struct evaluator *e, struct value array, uint64_t index) {
  struct known_array a = array_at(e, array);
  uint32_t word = persistent_get(e->pool, a.cells, index, 0);
  if (word == UNKNOWN_CELL) return UNKNOWN;
  if (word) return value_of_word(e, word);
  if (term_none(a.base)) return UNKNOWN;
  struct terms *tm = e->tm;
  struct sort sort = term_sort(tm, a.base);
  return value_of_word(e, term_select(tm, a.base, term_bv(tm, sort_width(tm, sort_index(tm, sort)), index)).id);
}

struct value array_write(struct evaluator *e, struct value array, uint64_t index, uint32_t word) {
  struct known_array a = array_at(e, array);
  put_cell(e, &a, index, word);
  return array_intern(e, a);
}

// --- terms -----------------------------------------------------------------------------------------------------------

struct value array_of_term(struct evaluator *e, struct term t) {
  struct terms *tm = e->tm;
  struct vec_term layers = {0};
  for (; term_kind(tm, t) == TERM_STORES; t = term_child(tm, t, 0)) vec_term_push(&layers, t);
  struct known_array a = {.base = e->symbolic || term_is_const(tm, t) ? t : TERM_NONE};
  while (layers.size) {
    struct term layer = vec_term_pop(&layers);
    for (uint32_t i = 1, n = term_arity(tm, layer); i + 1 < n; i += 2) {
      struct term cell = term_child(tm, layer, i + 1);
      uint64_t index = 0;
      term_value64(tm, term_child(tm, layer, i), &index);
      put_cell(e, &a, index, e->symbolic || term_is_const(tm, cell) ? cell.id : UNKNOWN_CELL);
    }
  }
  vec_term_release(&layers);
  return array_intern(e, a);
}

struct cell_list {
  struct vec_u64 indices;
  struct vec_term values;
};

static void list_cell(void *context, uint64_t key, uint32_t word) {
  struct cell_list *list = context;
  vec_u64_push(&list->indices, key);
  vec_term_push(&list->values, (struct term){word});
}

struct term array_term(struct evaluator *e, struct value array) {
  assert(e->symbolic);
  struct array_record *r = &e->arrays.data[array.bits];
  if (!term_none(r->term)) return r->term;
  if (!r->array.cells.id) return r->term = r->array.base;
  struct cell_list list = {0};
  persistent_each(e->pool, r->array.cells, list_cell, &list);
  r->term = term_stores(e->tm, r->array.base, list.indices.size, list.indices.data, list.values.data);
  vec_u64_release(&list.indices);
  vec_term_release(&list.values);
  return r->term;
}

// --- copies ----------------------------------------------------------------------------------------------------------

struct copying {
  struct evaluator *e;
  struct known_array *to;
  uint64_t shift; // from the source's index to the destination's
};

static void copy_cell(void *context, uint64_t key, uint32_t word) {
  struct copying *c = context;
  put_cell(c->e, c->to, key + c->shift, word);
}

// The cells of `from` that are copied.
static void copy_cells(struct evaluator *e, struct known_array *to, uint64_t index, struct known_array from,
                       uint64_t start, uint64_t n) {
  struct persistent range = persistent_range(e->pool, start, start + n - 1, 1);
  struct copying c = {.e = e, .to = to, .shift = index - start};
  persistent_each(e->pool, persistent_restrict(e->pool, from.cells, range), copy_cell, &c);
}

// Symbolic: the bases are copied as terms. What an earlier copy put into the range is gone.
static struct value copy_symbolic(struct evaluator *e, struct known_array to, uint64_t index, struct known_array from,
                                  uint64_t start, uint64_t n) {
  struct terms *tm = e->tm;
  struct sort sort = term_sort(tm, to.base);
  uint32_t width = sort_width(tm, sort_index(tm, sort));
  struct known_array out = {.base = to.base};
  for (uint64_t at, size; term_kind(tm, out.base) == TERM_COPY; out.base = term_child(tm, out.base, 0)) {
    if (!term_value64(tm, term_child(tm, out.base, 1), &at) || !term_value64(tm, term_child(tm, out.base, 4), &size))
      break;
    if (at < index || size > n || at - index > n - size) break;
  }
  out.base =
      term_copy(tm, out.base, term_bv(tm, width, index), from.base, term_bv(tm, width, start), term_bv(tm, width, n));
  out.cells = persistent_without(e->pool, to.cells, persistent_range(e->pool, index, index + n - 1, 1));
  struct value packed = array_of_term(e, out.base); // a small copy is made of stores
  struct known_array made = array_at(e, packed);
  made.cells = persistent_unite(e->pool, out.cells, made.cells);
  copy_cells(e, &made, index, from, start, n);
  return array_intern(e, made);
}

// What the base of a constant array holds in a range, as one word; 0: not one.
static uint32_t range_word(struct evaluator *e, struct term base) {
  if (term_none(base)) return UNKNOWN_CELL;
  return term_kind(e->tm, base) == TERM_ARRAY_CONST ? term_child(e->tm, base, 0).id : 0;
}

// Every cell of a range becomes what the base of another array says.
static void fill_range(struct evaluator *e, struct known_array *to, uint64_t index, struct term base, uint64_t start,
                       uint64_t n) {
  if (term_same(to->base, base) && index == start) return;
  uint32_t word = range_word(e, base), own = range_word(e, to->base);
  if (n > RANGE_CELLS && word != own) word = UNKNOWN_CELL;
  if (word && word == own) return;
  if (word == UNKNOWN_CELL || (word && own)) {
    to->cells = persistent_unite(e->pool, persistent_range(e->pool, index, index + n - 1, word), to->cells);
    return;
  }
  for (uint64_t i = 0; i < n; i++) put_cell(e, to, index + i, word ? word : base_cell(e, base, start + i).id);
}

static struct value copy_explicit(struct evaluator *e, struct known_array to, uint64_t index, struct known_array from,
                                  uint64_t start, uint64_t n) {
  struct persistent range = persistent_range(e->pool, index, index + n - 1, 1);
  to.cells = persistent_without(e->pool, to.cells, range);
  fill_range(e, &to, index, from.base, start, n);
  copy_cells(e, &to, index, from, start, n);
  return array_intern(e, to);
}

bool array_copy(struct evaluator *e, struct sort sort, struct value to, uint64_t index, struct value from,
                uint64_t start, uint64_t n, struct value *out) {
  uint32_t width = sort_width(e->tm, sort_index(e->tm, sort));
  uint64_t last = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  if (!n) {
    *out = to;
    return true;
  }
  if (n - 1 > last - index || n - 1 > last - start) return false;
  struct known_array a = array_at(e, to), b = array_at(e, from);
  *out = e->symbolic ? copy_symbolic(e, a, index, b, start, n) : copy_explicit(e, a, index, b, start, n);
  return true;
}

// --- choices ---------------------------------------------------------------------------------------------------------

struct choosing {
  struct evaluator *e;
  struct term condition; // symbolic
  struct value a, b;
  struct known_array out;
  uint32_t n; // cells that differ
};

static void count_difference(void *context, uint64_t key, uint32_t in_a, uint32_t in_b) {
  (void)key, (void)in_a, (void)in_b;
  ((struct choosing *)context)->n++;
}

// A cell in which the arrays differ, over the same base.
static void choose_cell(void *context, uint64_t key, uint32_t in_a, uint32_t in_b) {
  (void)in_a, (void)in_b;
  struct choosing *c = context;
  struct evaluator *e = c->e;
  if (!e->symbolic) {
    put_cell(e, &c->out, key, UNKNOWN_CELL);
    return;
  }
  struct sort element = sort_element(e->tm, term_sort(e->tm, c->out.base));
  struct term x = value_term(e->tm, element, array_read(e, c->a, key)),
              y = value_term(e->tm, element, array_read(e, c->b, key));
  put_cell(e, &c->out, key, term_ite(e->tm, c->condition, x, y).id);
}

// Explicit, over different bases: a cell on which they agree.
static void keep_cell(void *context, uint64_t key, uint32_t word) {
  (void)word;
  struct choosing *c = context;
  struct value x = array_read(c->e, c->a, key), y = array_read(c->e, c->b, key);
  if (is_unknown(x) || is_unknown(y) || x.term != y.term || x.bits != y.bits) return;
  uint32_t known = persistent_get(c->e->pool, array_at(c->e, c->a).cells, key, 0);
  if (!known) known = persistent_get(c->e->pool, array_at(c->e, c->b).cells, key, 0);
  put_cell(c->e, &c->out, key, known);
}

struct value array_choice(struct evaluator *e, struct term condition, struct value a, struct value b) {
  if (a.bits == b.bits) return a;
  struct known_array x = array_at(e, a), y = array_at(e, b);
  struct choosing c = {.e = e, .condition = condition, .a = a, .b = b, .out = x};
  bool same_base = term_same(x.base, y.base);
  if (e->symbolic) {
    if (same_base) persistent_differences(e->pool, x.cells, y.cells, count_difference, &c);
    if (!same_base || c.n > CHOICE_CELLS)
      return array_of_term(e, term_ite(e->tm, condition, array_term(e, a), array_term(e, b)));
    persistent_differences(e->pool, x.cells, y.cells, choose_cell, &c);
  } else if (same_base && term_none(x.base)) {
    c.out.cells = persistent_intersect(e->pool, x.cells, y.cells);
  } else if (same_base) {
    persistent_differences(e->pool, x.cells, y.cells, choose_cell, &c);
  } else {
    c.out = (struct known_array){.base = TERM_NONE};
    persistent_each(e->pool, x.cells, keep_cell, &c);
    persistent_each(e->pool, y.cells, keep_cell, &c);
  }
  return array_intern(e, c.out);
}
