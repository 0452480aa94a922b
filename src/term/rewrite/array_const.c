// Constant arrays as functions: the canonical form of one, however it was built.
//
// A constant array over indices of at most 64 bits is a list of runs: ascending
// starts with the value from there on, neighbours different. That is unique,
// and so is the term made from it. Over other index sorts there is no COPY to
// take apart and the list of cells that differ from the base is used as it is.
#include "term/node.h"
#include "term/rewrite/constructors.h"

#define LONG_RUN 4096 // cells from which a run becomes a COPY in the canonical form

struct run {
  uint64_t start;
  struct term value;
};
VEC_TYPE(vec_run, struct run)

static void runs_push(struct vec_run *r, uint64_t start, struct term value) {
  if (r->size && r->data[r->size - 1].value.id == value.id) return;
  vec_run_push(r, (struct run){start, value});
}

// The run that holds this index.
static uint32_t runs_find(const struct vec_run *r, uint64_t index) {
  uint32_t low = 0, high = r->size;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (r->data[middle].start <= index) low = middle;
    else high = middle;
  }
  return low;
}

// Appends the cells first…last of `from`, moved so that `first` lands on `at` (no wrapping on either side).
static void runs_append(struct vec_run *out, const struct vec_run *from, uint64_t first, uint64_t last, uint64_t at) {
  for (uint32_t i = runs_find(from, first); i < from->size && from->data[i].start <= last; i++) {
    uint64_t start = from->data[i].start < first ? first : from->data[i].start;
    runs_push(out, at + (start - first), from->data[i].value);
  }
}

// Cells of the result first…last, taken from `from` beginning at `source`, which may wrap at `max`.
static void runs_append_wrapping(struct vec_run *out, const struct vec_run *from, uint64_t source, uint64_t first,
                                 uint64_t last, uint64_t max) {
  uint64_t count = last - first; // one less than the number of cells
  if (max - source >= count) {
    runs_append(out, from, source, source + count, first);
    return;
  }
  uint64_t before = max - source; // one less than the cells before the wrap
  runs_append(out, from, source, max, first);
  runs_append(out, from, 0, count - before - 1, first + before + 1);
}

static struct vec_run runs_copy(const struct vec_run *dst, uint64_t d, const struct vec_run *src, uint64_t s,
                                uint64_t n, uint64_t max) {
  struct vec_run out = {0};
  uint64_t end = (d + (n - 1)) & max; // n > 0; the last cell written
  if (end >= d) {
    if (d) runs_append(&out, dst, 0, d - 1, 0);
    runs_append_wrapping(&out, src, s, d, end, max);
    if (end < max) runs_append(&out, dst, end + 1, max, end + 1);
  } else { // the written range wraps: cells d…max and 0…end
    runs_append_wrapping(&out, src, (s + (max - d) + 1) & max, 0, end, max);
    if (end + 1 < d) runs_append(&out, dst, end + 1, d - 1, end + 1);
    runs_append_wrapping(&out, src, s, d, max, max);
  }
  return out;
}

static struct vec_run runs_store(const struct terms *tm, const struct vec_run *base, struct term stores, uint64_t max) {
  struct vec_run out = {0};
  const struct node *n = node_at(tm, stores);
  uint64_t next = 0; // first cell not yet written
  bool full = false;
  for (uint32_t i = 1; i < n->arity; i += 2) {
    uint64_t index = node_at(tm, (struct term){node_children(n)[i]})->value;
    if (index > next) runs_append(&out, base, next, index - 1, next);
    runs_push(&out, index, (struct term){node_children(n)[i + 1]});
    full = index == max;
    next = index + 1;
  }
  if (!full) runs_append(&out, base, next, max, next);
  return out;
}

// The runs of a constant array. Layers are collected downwards and applied upwards; only sources of copies recurse.
static struct vec_run runs_of(const struct terms *tm, struct term a, uint64_t max) {
  struct vec_u32 layers = {0};
  while (!is_kind(tm, a, TERM_ARRAY_CONST)) {
    vec_u32_push(&layers, a.id);
    a = child_of(tm, a, 0);
  }
  struct vec_run runs = {0};
  runs_push(&runs, 0, child_of(tm, a, 0));
  while (layers.size) {
    struct term layer = {vec_u32_pop(&layers)};
    struct vec_run next;
    if (is_kind(tm, layer, TERM_STORES)) {
      next = runs_store(tm, &runs, layer, max);
    } else {
      struct vec_run src = runs_of(tm, child_of(tm, layer, 2), max);
      uint64_t d = node_at(tm, child_of(tm, layer, 1))->value, s = node_at(tm, child_of(tm, layer, 3))->value,
               n = node_at(tm, child_of(tm, layer, 4))->value;
      next = runs_copy(&runs, d, &src, s, n, max);
      vec_run_release(&src);
    }
    vec_run_release(&runs);
    runs = next;
  }
  vec_u32_release(&layers);
  return runs;
}

// Cells of run i, less one.
static uint64_t run_extra(const struct vec_run *r, uint32_t i, uint64_t max) {
  return (i + 1 < r->size ? r->data[i + 1].start - 1 : max) - r->data[i].start;
}

// The value of most cells; of several the one with the smallest id.
static struct term most_frequent(const struct vec_run *r, uint64_t max) {
  struct map_u64 cells = {0}; // per value; 2^64 cells only if there is one run
  for (uint32_t i = 0; i < r->size && r->size > 1; i++) {
    uint64_t *at = map_u64_find(&cells, r->data[i].value.id), more = run_extra(r, i, max) + 1;
    if (at) *at += more;
    else map_u64_put(&cells, r->data[i].value.id, more);
  }
  struct term best = r->data[0].value;
  uint64_t most = map_u64_get_or(&cells, best.id, 0);
  for (uint32_t i = 1; i < r->size; i++) {
    struct term v = r->data[i].value;
    uint64_t count = map_u64_get_or(&cells, v.id, 0);
    if (count > most || (count == most && v.id < best.id)) best = v, most = count;
  }
  map_u64_release(&cells);
  return best;
}

static struct term runs_term(struct terms *tm, struct sort s, const struct vec_run *r, uint32_t w, uint64_t max) {
  struct term rest = most_frequent(r, max);
  struct term t = term_intern(tm, TERM_ARRAY_CONST, s, 0, 0, 1, &rest);
  struct vec_term c = {0};
  for (uint32_t i = 0; i < r->size; i++) {
    uint64_t extra = run_extra(r, i, max);
    struct term v = r->data[i].value;
    if (v.id == rest.id) continue;
    if (extra < LONG_RUN) continue;
    struct term from = term_intern(tm, TERM_ARRAY_CONST, s, 0, 0, 1, &v);
    struct term five[5] = {t, term_bv(tm, w, r->data[i].start), from, term_bv(tm, w, 0), term_bv(tm, w, extra + 1)};
    t = term_intern(tm, TERM_COPY, s, 0, 0, 5, five);
  }
  vec_term_push(&c, t);
  for (uint32_t i = 0; i < r->size; i++) {
    uint64_t extra = run_extra(r, i, max);
    if (r->data[i].value.id == rest.id || extra >= LONG_RUN) continue;
    for (uint64_t j = 0; j <= extra; j++) {
      vec_term_push(&c, term_bv(tm, w, r->data[i].start + j));
      vec_term_push(&c, r->data[i].value);
    }
  }
  if (c.size > 1) t = term_intern(tm, TERM_STORES, s, 0, 0, c.size, c.data);
  vec_term_release(&c);
  return t;
}

// Over index sorts without COPY: the cells of all layers, flat. That is unique where not all cells can be written, so
// for Int, wide bit-vectors and floats; an array over Bool is one of its two cells everywhere, except for the other.
static struct term flat_cells(struct terms *tm, struct term a) {
  struct vec_u32 layers = {0};
  while (is_kind(tm, a, TERM_STORES)) {
    vec_u32_push(&layers, a.id);
    a = child_of(tm, a, 0);
  }
  assert(is_kind(tm, a, TERM_ARRAY_CONST));
  struct term rest = child_of(tm, a, 0);
  struct vec_term cells = {0};
  vec_term_push(&cells, a);
  while (layers.size) {
    struct term layer = {vec_u32_pop(&layers)};
    uint32_t m = node_at(tm, layer)->arity;
    struct vec_term merged = {0};
    vec_term_push(&merged, a);
    for (uint32_t i = 1, j = 1; i < m || j < cells.size;) {
      int c = i == m ? 1 : j == cells.size ? -1 : const_compare(tm, child_of(tm, layer, i), cells.data[j]);
      struct term index = c <= 0 ? child_of(tm, layer, i) : cells.data[j],
                  value = c <= 0 ? child_of(tm, layer, i + 1) : cells.data[j + 1];
      if (value.id != rest.id) vec_term_push(&merged, index), vec_term_push(&merged, value);
      if (c >= 0) j += 2;
      if (c <= 0) i += 2;
    }
    vec_term_release(&cells);
    cells = merged;
  }
  struct term t = cells.size > 1 ? term_intern(tm, TERM_STORES, sort_of(tm, a), 0, 0, cells.size, cells.data) : a;
  vec_term_release(&cells);
  vec_u32_release(&layers);
  return t;
}

struct term array_canonical(struct terms *tm, struct term a) {
  const struct node *n = node_at(tm, a);
  if (!(n->flags & NODE_CONST) || n->kind == TERM_ARRAY_CONST || (n->kind != TERM_STORES && n->kind != TERM_COPY))
    return a;
  uint32_t *known = map_u32_find(&tm->canonical, a.id);
  if (known) return (struct term){*known};
  struct sort s = sort_of(tm, a), index = sort_index(tm, s);
  const struct sort_info *info = info_of(tm, index);
  struct term t;
  if (info->kind == SORT_BV && info->width <= 64) {
    uint32_t w = info->width;
    struct vec_run runs = runs_of(tm, a, mask64(w));
    t = runs_term(tm, s, &runs, w, mask64(w));
    vec_run_release(&runs);
  } else if (info->kind == SORT_BOOL) {
    struct term no = array_peek(tm, a, term_false(tm)), yes = array_peek(tm, a, term_true(tm));
    t = term_intern(tm, TERM_ARRAY_CONST, s, 0, 0, 1, &no);
    if (yes.id != no.id) t = term_intern(tm, TERM_STORES, s, 0, 0, 3, (struct term[]){t, term_true(tm), yes});
  } else {
    t = flat_cells(tm, a);
  }
  map_u32_put(&tm->canonical, a.id, t.id);
  return t;
}
