// ARRAY_CONST, SELECT, STORE, STORES, COPY.
//
// Stores at constant indices are kept in STORES, sorted, so that reading one
// is a search and a million of them are one term. A STORES over a STORES is
// merged with it when both are small or the upper is not much smaller than
// the lower, so that writing one cell after another costs a logarithm each,
// and a cell is found in a logarithmic number of layers.
#include "term/node.h"
#include "term/rewrite/constructors.h"
#include <stdlib.h>

#define SMALL_STORES 64     // entries up to which STORES are merged whatever the proportions
#define SMALL_COPY 64       // cells up to which a copy at constant places becomes stores
#define PEEK_LAYERS 64      // looked through for a redundant store
#define SELECT_FUEL 1000    // selects made for one through ITE and COPY
#define SYMBOLIC_STORES 16  // of unknown index, looked through by one select at a constant index

static struct term select_intern(struct terms *tm, struct term a, struct term i) {
  return term_intern(tm, TERM_SELECT, sort_element(tm, sort_of(tm, a)), 0, 0, 2, (struct term[]){a, i});
}

// The entry of a STORES at this index, as the position of its value among the children; 0 if there is none.
static uint32_t stores_find(const struct terms *tm, struct term stores, struct term index) {
  const struct node *n = node_at(tm, stores);
  const uint32_t *child = node_children(n);
  uint32_t low = 0, high = (n->arity - 1) / 2;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    int c = const_compare(tm, (struct term){child[1 + 2 * middle]}, index);
    if (c == 0) return 2 + 2 * middle;
    if (c < 0) low = middle + 1;
    else high = middle;
  }
  return 0;
}

struct term array_peek(struct terms *tm, struct term a, struct term index) {
  for (int layer = 0; layer < PEEK_LAYERS; layer++) {
    switch (kind_of(tm, a)) {
    case TERM_ARRAY_CONST: return child_of(tm, a, 0);
    case TERM_STORES: {
      uint32_t at = stores_find(tm, a, index);
      if (at) return child_of(tm, a, at);
      a = child_of(tm, a, 0);
      continue;
    }
    default: return term_find(tm, TERM_SELECT, sort_element(tm, sort_of(tm, a)), 0, 0, 2, (struct term[]){a, index});
    }
  }
  return TERM_NONE;
}

// --- select ----------------------------------------------------------------------------

struct select_fuel {
  int steps, symbolic;
};

static struct term select_in(struct terms *tm, struct term a, struct term i, struct select_fuel *fuel);

static struct term select_copy(struct terms *tm, struct term a, struct term i, struct select_fuel *fuel) {
  struct term dst = child_of(tm, a, 0), d = child_of(tm, a, 1), src = child_of(tm, a, 2), s = child_of(tm, a, 3),
              n = child_of(tm, a, 4);
  struct term offset = term_sub(tm, i, d), inside = term_ult(tm, offset, n);
  HIT(SELECT_COPY);
  if (term_is_false(tm, inside)) return select_in(tm, dst, i, fuel);
  struct term from = select_in(tm, src, term_add(tm, offset, s), fuel);
  if (term_is_true(tm, inside)) return from;
  return ite_make(tm, inside, from, select_in(tm, dst, i, fuel));
}

static struct term select_in(struct terms *tm, struct term a, struct term i, struct select_fuel *fuel) {
  // Stores of unknown index passed on the way: the cell is the value of the first whose index it is.
  struct {
    struct term hit, value;
  } passed[SYMBOLIC_STORES];
  uint32_t n = 0;
  struct term t = TERM_NONE;
  bool constant = is_const(tm, i);
  while (!t.id) {
    enum term_kind k = kind_of(tm, a);
    if (k == TERM_ARRAY_CONST) {
      HIT(SELECT_ARRAY_CONST);
      t = child_of(tm, a, 0);
    } else if (k == TERM_STORES && constant) {
      uint32_t at = stores_find(tm, a, i);
      HIT(SELECT_STORES);
      if (at) t = child_of(tm, a, at);
      else a = child_of(tm, a, 0);
    } else if (k == TERM_STORE) {
      struct term hit = eq_make(tm, child_of(tm, a, 1), i);
      if (term_is_true(tm, hit)) {
        HIT(SELECT_STORE_SAME);
        t = child_of(tm, a, 2);
      } else if (term_is_false(tm, hit)) {
        HIT(SELECT_STORE_OTHER);
        a = child_of(tm, a, 0);
      } else if (constant && fuel->symbolic > 0) {
        HIT(SELECT_STORE_ITE);
        fuel->symbolic--;
        passed[n].hit = hit;
        passed[n++].value = child_of(tm, a, 2);
        a = child_of(tm, a, 0);
      } else {
        t = select_intern(tm, a, i);
      }
    } else if (k == TERM_ITE && fuel->steps > 0) {
      fuel->steps -= 2;
      HIT(SELECT_ITE);
      struct term c = child_of(tm, a, 0), x = child_of(tm, a, 1), y = child_of(tm, a, 2);
      struct term yes = select_in(tm, x, i, fuel);
      t = ite_make(tm, c, yes, select_in(tm, y, i, fuel));
    } else if (k == TERM_COPY && fuel->steps > 0) {
      fuel->steps -= 2;
      t = select_copy(tm, a, i, fuel);
    } else if (is_kind(tm, i, TERM_ITE) && is_const(tm, child_of(tm, i, 1)) && is_const(tm, child_of(tm, i, 2))) {
      HIT(SELECT_INDEX_ITE);
      struct term c = child_of(tm, i, 0), x = child_of(tm, i, 1), y = child_of(tm, i, 2);
      struct term yes = select_in(tm, a, x, fuel);
      t = ite_make(tm, c, yes, select_in(tm, a, y, fuel));
    } else {
      t = select_intern(tm, a, i);
    }
  }
  while (n--) t = ite_make(tm, passed[n].hit, passed[n].value, t);
  return t;
}

// --- stores ------------------------------------------------------------------------------

struct entries {
  struct term *index, *value;
  uint32_t n;
};

static struct entries entries_new(uint32_t n) {
  struct entries e;
  e.index = mem_alloc(2 * (size_t)(n ? n : 1) * sizeof *e.index);
  e.value = e.index + (n ? n : 1);
  e.n = 0;
  return e;
}

static struct entries entries_of(const struct terms *tm, struct term stores) {
  const struct node *node = node_at(tm, stores);
  const uint32_t *child = node_children(node);
  struct entries e = entries_new((node->arity - 1) / 2);
  for (uint32_t i = 1; i < node->arity; i += 2) {
    e.index[e.n] = (struct term){child[i]};
    e.value[e.n++] = (struct term){child[i + 1]};
  }
  return e;
}

// Those of `upper`, and those of the STORES term `lower` at other indices. Frees upper.
static struct entries entries_merge(const struct terms *tm, struct entries upper, struct term lower) {
  struct entries base = entries_of(tm, lower), e = entries_new(upper.n + base.n);
  uint32_t i = 0, j = 0;
  while (i < upper.n || j < base.n) {
    int c = i == upper.n ? 1 : j == base.n ? -1 : const_compare(tm, upper.index[i], base.index[j]);
    bool take_upper = c <= 0;
    e.index[e.n] = take_upper ? upper.index[i] : base.index[j];
    e.value[e.n++] = take_upper ? upper.value[i] : base.value[j];
    if (c == 0) j++;
    if (take_upper) i++;
    else j++;
  }
  mem_free(upper.index);
  mem_free(base.index);
  return e;
}

// Drops entries that say what the base says already. array_peek makes no terms.
static void entries_prune(struct terms *tm, struct entries *e, struct term base) {
  uint32_t k = 0;
  bool uniform = is_kind(tm, base, TERM_ARRAY_CONST);
  for (uint32_t i = 0; i < e->n; i++) {
    struct term there = uniform ? child_of(tm, base, 0) : array_peek(tm, base, e->index[i]);
    if (there.id == e->value[i].id) {
      HIT(STORES_REDUNDANT);
      continue;
    }
    e->index[k] = e->index[i];
    e->value[k++] = e->value[i];
  }
  e->n = k;
}

static uint32_t stores_count(const struct terms *tm, struct term stores) {
  return (node_at(tm, stores)->arity - 1) / 2;
}

// base with cells at n constant indices, strictly ascending by const_compare, replaced.
static struct term array_stores(struct terms *tm, struct term base, uint32_t n, const struct term *indices,
                                const struct term *values);

// A layer that is about to get another on top sinks into the one below if it is not much smaller.
static struct term stores_resolve(struct terms *tm, struct term stores) {
  struct term below = child_of(tm, stores, 0);
  if (!is_kind(tm, below, TERM_STORES) || 2 * (uint64_t)stores_count(tm, stores) < stores_count(tm, below))
    return stores;
  struct entries e = entries_of(tm, stores);
  struct term t = array_stores(tm, below, e.n, e.index, e.value);
  mem_free(e.index);
  return t;
}

static struct term stores_intern(struct terms *tm, struct term base, const struct entries *e) {
  uint32_t n = 1 + 2 * e->n;
  struct term few[33], *c = n <= 33 ? few : mem_alloc(n * sizeof *c);
  c[0] = base;
  for (uint32_t i = 0; i < e->n; i++) {
    c[1 + 2 * i] = e->index[i];
    c[2 + 2 * i] = e->value[i];
  }
  struct term t = term_intern(tm, TERM_STORES, sort_of(tm, base), 0, 0, n, c);
  if (c != few) mem_free(c);
  return t;
}

static struct term array_stores(struct terms *tm, struct term base, uint32_t n, const struct term *indices,
                                const struct term *values) {
  struct entries e = entries_new(n);
  e.n = n;
  memcpy(e.index, indices, n * sizeof *indices);
  memcpy(e.value, values, n * sizeof *values);
  struct term t;
  for (;;) {
    entries_prune(tm, &e, base);
    if (!e.n) {
      HIT(STORES_EMPTY);
      t = base;
      break;
    }
    if (!is_kind(tm, base, TERM_STORES)) {
      t = stores_intern(tm, base, &e);
      break;
    }
    uint32_t m = stores_count(tm, base);
    if (e.n + m > SMALL_STORES && 2 * (uint64_t)e.n < m) {
      struct term resolved = stores_resolve(tm, base);
      if (resolved.id != base.id) {
        base = resolved;
        continue;
      }
      t = stores_intern(tm, base, &e);
      break;
    }
    HIT(STORES_MERGE);
    e = entries_merge(tm, e, base);
    base = child_of(tm, base, 0);
  }
  mem_free(e.index);
  return t;
}

struct term term_stores(struct terms *tm, struct term base, uint32_t n, const uint64_t *indices,
                        const struct term *values) {
  uint32_t w = sort_width(tm, sort_index(tm, sort_of(tm, base)));
  assert(w > 0 && w <= 64);
  struct entries e = entries_new(n);
  for (uint32_t i = 0; i < n; i++) {
    assert(!i || indices[i - 1] < indices[i]);
    e.index[i] = term_bv(tm, w, indices[i]);
    e.value[i] = array_canonical(tm, values[i]);
  }
  struct term t = array_stores(tm, base, n, e.index, e.value);
  mem_free(e.index);
  return t;
}

static struct term store_make(struct terms *tm, struct term a, struct term i, struct term v) {
  assert(sort_element(tm, sort_of(tm, a)).id == sort_of(tm, v).id &&
         sort_index(tm, sort_of(tm, a)).id == sort_of(tm, i).id);
  if (is_kind(tm, v, TERM_SELECT) && child_of(tm, v, 0).id == a.id && child_of(tm, v, 1).id == i.id) {
    HIT(STORE_SELECT);
    return a;
  }
  if (is_const(tm, i)) return array_stores(tm, a, 1, &i, &v);
  if (is_kind(tm, a, TERM_STORE) && child_of(tm, a, 1).id == i.id) {
    HIT(STORE_STORE);
    return store_make(tm, child_of(tm, a, 0), i, v);
  }
  if (is_kind(tm, a, TERM_ARRAY_CONST) && child_of(tm, a, 0).id == v.id) {
    HIT(STORE_CONST);
    return a;
  }
  return term_intern(tm, TERM_STORE, sort_of(tm, a), 0, 0, 3, (struct term[]){a, i, v});
}

// --- copy --------------------------------------------------------------------------------

static int compare_consts(const void *x, const void *y, void *context) {
  return const_compare(context, *(const struct term *)x, *(const struct term *)y);
}

// n cells at constant places, n small: one store each.
static struct term copy_small(struct terms *tm, struct term dst, struct term d, struct term src, struct term s,
                              uint32_t n) {
  struct {
    struct term index, value;
  } cell[SMALL_COPY];
  HIT(COPY_SMALL);
  for (uint32_t i = 0; i < n; i++) {
    struct term offset = term_bv(tm, width_of(tm, d), i);
    cell[i].index = term_add(tm, d, offset);
    cell[i].value = term_select(tm, src, term_add(tm, s, offset));
  }
  qsort_r(cell, n, sizeof cell[0], compare_consts, tm); // indices wrap
  struct term index[SMALL_COPY], value[SMALL_COPY];
  for (uint32_t i = 0; i < n; i++) index[i] = cell[i].index, value[i] = cell[i].value;
  return array_stores(tm, dst, n, index, value);
}

static struct term copy_make(struct terms *tm, const struct term *c) {
  struct term dst = c[0], d = c[1], src = c[2], s = c[3], n = c[4];
  assert(same_sort(tm, dst, src) && same_sort(tm, d, s) && same_sort(tm, d, n) &&
         sort_index(tm, sort_of(tm, dst)).id == sort_of(tm, d).id);
  assert(info_of(tm, sort_of(tm, d))->kind == SORT_BV && width_of(tm, d) <= 64);
  if (bv_is_zero(tm, n)) {
    HIT(COPY_NONE);
    return dst;
  }
  if (dst.id == src.id && (d.id == s.id || is_kind(tm, dst, TERM_ARRAY_CONST))) {
    HIT(COPY_SAME);
    return dst;
  }
  if (is_kind(tm, src, TERM_ARRAY_CONST) && !bv_is_zero(tm, s)) {
    HIT(COPY_FILL);
    s = term_bv(tm, width_of(tm, s), 0);
  }
  uint64_t cells;
  if (is_const(tm, d) && is_const(tm, s) && is_const(tm, n) && bv_value(tm, n, &cells) && cells <= SMALL_COPY)
    return copy_small(tm, dst, d, src, s, (uint32_t)cells);
  return term_intern(tm, TERM_COPY, sort_of(tm, dst), 0, 0, 5, (struct term[]){dst, d, src, s, n});
}

// --- dispatch ------------------------------------------------------------------------------

// The general STORES constructor: pairs of any constants, to be sorted; of equal indices the last counts.
static struct term stores_make(struct terms *tm, uint32_t n, const struct term *children) {
  assert(n % 2 == 1);
  struct term t = children[0];
  bool sorted = true;
  for (uint32_t i = 1; i < n; i += 2) {
    if (!is_const(tm, children[i])) sorted = false;
    else if (i > 1 && (!is_const(tm, children[i - 2]) || const_compare(tm, children[i - 2], children[i]) >= 0))
      sorted = false;
  }
  if (!sorted) {
    for (uint32_t i = 1; i < n; i += 2) t = store_make(tm, t, children[i], array_canonical(tm, children[i + 1]));
    return t;
  }
  struct entries e = entries_new(n / 2);
  for (uint32_t i = 1; i < n; i += 2) {
    e.index[i / 2] = children[i];
    e.value[i / 2] = array_canonical(tm, children[i + 1]);
  }
  t = array_stores(tm, t, n / 2, e.index, e.value);
  mem_free(e.index);
  return t;
}

struct term array_make(struct terms *tm, enum term_kind kind, struct sort s, uint32_t n, const struct term *children) {
  switch (kind) {
  case TERM_ARRAY_CONST: {
    assert(sort_element(tm, s).id == sort_of(tm, children[0]).id);
    struct term element = array_canonical(tm, children[0]);
    return term_intern(tm, kind, s, 0, 0, 1, &element);
  }
  case TERM_SELECT: {
    assert(sort_index(tm, sort_of(tm, children[0])).id == sort_of(tm, children[1]).id);
    struct select_fuel fuel = {SELECT_FUEL, SYMBOLIC_STORES};
    return select_in(tm, children[0], children[1], &fuel);
  }
  case TERM_STORE: return store_make(tm, children[0], children[1], array_canonical(tm, children[2]));
  case TERM_STORES: return stores_make(tm, n, children);
  case TERM_COPY: return copy_make(tm, children);
  default: break;
  }
  assert(!"an array kind");
  return TERM_NONE;
}
