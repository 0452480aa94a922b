// Formulas and reads taken apart; see array_elimination.h.
//
// Two functions define each other: lower(t) for a term that is no array, and cell(a, i) for a cell of array a at
// lowered index i. Both are memoised and run on one stack of jobs; a job that needs others pushes them and is tried
// again.
#include "solve/arrays/auxiliary.h"
#include <assert.h>
#include <stdlib.h>

// A read goes through at most BLOCK levels before it is cut, and through tables of at most TABLE runs of equal cells.
enum { BLOCK = 256, TABLE = 16 };

struct arrays *arrays_new(struct terms *tm) {
  struct arrays *l = mem_zalloc(1, sizeof *l);
  l->tm = tm;
  return l;
}

void arrays_free(struct arrays *l) {
  if (!l) return;
  map_u32_release(&l->done);
  term_memo_release(&l->covered);
  term_memo_release(&l->loads);
  map_u32_release(&l->tables);
  vec_aux_release(&l->auxs);
  map_u32_release(&l->aux_of);
  vec_lemma_release(&l->lemmas);
  map_u32_release(&l->lemma_known);
  vec_job_release(&l->jobs);
  mem_free(l);
}

static uint64_t job_key(struct job j) {
  assert(j.array < UINT32_C(1) << 31);
  return (uint64_t)j.open << 63 | (uint64_t)j.array << 32 | j.term;
}

static uint32_t need_job(struct arrays *l, struct job job) {
  uint32_t id = map_u32_get_or(&l->done, job_key(job), 0);
  if (!id) vec_job_push(&l->jobs, job);
  return id;
}

uint32_t array_need(struct arrays *l, uint32_t array, uint32_t term) {
  return need_job(l, (struct job){array, term, false});
}

struct term array_add_aux(struct arrays *l, enum aux_kind kind, struct sort s, const char *name, struct term a,
                          struct term b) {
  struct term var = term_fresh(l->tm, s, name);
  vec_aux_push(&l->auxs, (struct aux){.kind = kind, .var = var, .a = a, .b = b});
  map_u32_put(&l->aux_of, var.id, l->auxs.size);
  return var;
}

// --- what is covered -------------------------------------------------------------------

// Does the node itself stand in the way?
static bool node_covered(struct terms *tm, struct term t) {
  enum term_kind kind = term_kind(tm, t);
  bool equation = kind == TERM_EQ && is_array(tm, term_child(tm, t, 0));
  if (!equation && !is_array(tm, t)) return true;
  struct sort s = term_sort(tm, equation ? term_child(tm, t, 0) : t), index = sort_index(tm, s);
  if (sort_kind(tm, sort_element(tm, s)) == SORT_ARRAY || sort_kind(tm, index) == SORT_ARRAY) return false;
  bool plain = sort_kind(tm, index) == SORT_BV && sort_width(tm, index) <= 64;
  if (kind == TERM_VAR || kind == TERM_ARRAY_CONST || kind == TERM_STORE || kind == TERM_ITE) return true;
  return plain && (equation || kind == TERM_STORES || kind == TERM_COPY);
}

enum { COVERED = 1, UNCOVERED = 2 };

// Every part of a term is looked at once in its life.
static uint64_t visit_covered(void *context, struct term t) {
  struct arrays *l = context;
  bool ready = true;
  if (!node_covered(l->tm, t)) return UNCOVERED;
  for (uint32_t i = 0; i < term_arity(l->tm, t); i++) {
    struct term child = term_child(l->tm, t, i);
    if (term_arity(l->tm, child) == 0 && !is_array(l->tm, child)) continue;
    uint64_t below = term_memo_want(&l->covered, child);
    if (below == UNCOVERED) return UNCOVERED;
    ready = ready && below;
  }
  return ready ? COVERED : 0;
}

static bool is_covered(struct arrays *l, struct term t) {
  return term_memo_apply(&l->covered, t, visit_covered, l) == COVERED;
}

// --- where reads are cut ----------------------------------------------------------------

static uint32_t array_children(struct terms *tm, struct term a, struct term children[2]) {
  switch (term_kind(tm, a)) {
  case TERM_STORE:
  case TERM_STORES: children[0] = term_child(tm, a, 0); return 1;
  case TERM_COPY: children[0] = term_child(tm, a, 0), children[1] = term_child(tm, a, 2); return 2;
  case TERM_ITE: children[0] = term_child(tm, a, 1), children[1] = term_child(tm, a, 2); return 2;
  default: return 0;
  }
}

// How many reads one read of the array becomes, up to the next cuts: choices share what lies below both branches,
// copies read it at two indices.
static uint64_t visit_load(void *context, struct term a) {
  struct arrays *l = context;
  struct term children[2];
  uint32_t n = array_children(l->tm, a, children);
  uint64_t load = n > 0;
  bool ready = true;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t below = term_memo_want(&l->loads, children[i]);
    ready = ready && below;
    if (!below) continue;
    if (below - 1 >= BLOCK) below = 2; // cut there
    if (term_kind(l->tm, a) == TERM_ITE) load = below > load ? below : load;
    else load += below - 1;
  }
  return ready ? load + 1 : 0;
}

static uint64_t load_of(struct arrays *l, struct term array) {
  return term_memo_apply(&l->loads, array, visit_load, l) - 1;
}

uint64_t array_stores_index(struct arrays *l, struct term stores, uint32_t entry) {
  uint64_t at;
  if (!term_value64(l->tm, term_child(l->tm, stores, 1 + 2 * entry), &at)) abort(); // an invariant of STORES
  return at;
}

static uint32_t stores_count(struct arrays *l, struct term stores) { return (term_arity(l->tm, stores) - 1) / 2; }

uint32_t array_stores_search(struct arrays *l, struct term stores, uint64_t index) {
  uint32_t low = 0, high = stores_count(l, stores);
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (array_stores_index(l, stores, middle) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

bool array_is_table(struct arrays *l, struct term stores) {
  uint32_t n = stores_count(l, stores);
  if (n <= TABLE) return false;
  uint32_t known = map_u32_get_or(&l->tables, stores.id, 0);
  if (known) return known == 2;
  uint32_t runs = 1;
  for (uint32_t i = 1; i < n && runs <= TABLE; i++) {
    bool next = array_stores_index(l, stores, i) == array_stores_index(l, stores, i - 1) + 1;
    runs += !next || !term_same(term_child(l->tm, stores, 2 + 2 * i), term_child(l->tm, stores, 2 * i));
  }
  map_u32_put(&l->tables, stores.id, runs > TABLE ? 2 : 1);
  return runs > TABLE;
}

bool array_is_cut(struct arrays *l, struct term array, struct term index) {
  if (term_kind(l->tm, array) == TERM_STORES && !term_is_const(l->tm, index) && array_is_table(l, array)) return true;
  return load_of(l, array) >= BLOCK;
}

// --- lower ---------------------------------------------------------------------------

static uint32_t rebuild(struct arrays *l, struct term t) {
  struct terms *tm = l->tm;
  uint32_t n = term_arity(tm, t);
  struct term inline_children[4], *children = n <= 4 ? inline_children : mem_alloc(n * sizeof *children);
  bool ready = true;
  for (uint32_t i = 0; i < n; i++) {
    children[i].id = array_need(l, 0, term_child(tm, t, i).id);
    ready = ready && children[i].id;
  }
  uint32_t result = ready ? term_with_children(tm, t, children).id : 0;
  if (children != inline_children) mem_free(children);
  return result;
}

static uint32_t lower_remainder(struct arrays *l, struct term t) {
  uint32_t a = array_need(l, 0, term_child(l->tm, t, 0).id), b = array_need(l, 0, term_child(l->tm, t, 1).id);
  if (!a || !b) return 0;
  struct term children[2] = {{a}, {b}}, again = term_make(l->tm, TERM_FP_REM, term_sort(l->tm, t), 0, 0, 2, children);
  if (term_kind(l->tm, again) != TERM_FP_REM) return again.id;
  if (again.id != t.id) return array_need(l, 0, again.id); // one variable for each remainder
  return array_add_aux(l, AUX_REMAINDER, term_sort(l->tm, t), "rem", children[0], children[1]).id;
}

static uint32_t lower(struct arrays *l, struct term t) {
  struct terms *tm = l->tm;
  if (term_arity(tm, t) == 0) return t.id;
  switch (term_kind(tm, t)) {
  case TERM_FP_REM: return lower_remainder(l, t);
  case TERM_SELECT: {
    uint32_t index = array_need(l, 0, term_child(tm, t, 1).id);
    return index ? array_need(l, term_child(tm, t, 0).id, index) : 0;
  }
  case TERM_EQ: return is_array(tm, term_child(tm, t, 0)) ? array_equal_job(l, t) : rebuild(l, t);
  default: return rebuild(l, t);
  }
}

// --- read ----------------------------------------------------------------------------

static uint32_t choose(struct arrays *l, struct term condition, uint32_t yes, uint32_t no) {
  return term_ite(l->tm, condition, (struct term){yes}, (struct term){no}).id;
}

// ite(condition, yes, no) where either side is a job that is only done if the condition leaves it open.
static uint32_t choice(struct arrays *l, struct term condition, struct job yes, struct job no) {
  if (term_is_true(l->tm, condition)) return need_job(l, yes);
  if (term_is_false(l->tm, condition)) return need_job(l, no);
  uint32_t a = need_job(l, yes), b = need_job(l, no);
  return a && b ? choose(l, condition, a, b) : 0;
}

static uint32_t read_store(struct arrays *l, struct term array, struct term index) {
  uint32_t at = array_need(l, 0, term_child(l->tm, array, 1).id);
  if (!at) return 0;
  struct term hit = term_eq(l->tm, index, (struct term){at});
  return choice(l, hit, (struct job){0, term_child(l->tm, array, 2).id, false},
                (struct job){term_child(l->tm, array, 0).id, index.id, false});
}

static uint32_t read_ite(struct arrays *l, struct term array, struct term index) {
  uint32_t condition = array_need(l, 0, term_child(l->tm, array, 0).id);
  if (!condition) return 0;
  return choice(l, (struct term){condition}, (struct job){term_child(l->tm, array, 1).id, index.id, false},
                (struct job){term_child(l->tm, array, 2).id, index.id, false});
}

static uint32_t read_copy(struct arrays *l, struct term array, struct term index) {
  struct terms *tm = l->tm;
  uint32_t d = array_need(l, 0, term_child(tm, array, 1).id), s = array_need(l, 0, term_child(tm, array, 3).id);
  uint32_t n = array_need(l, 0, term_child(tm, array, 4).id);
  if (!d || !s || !n) return 0;
  struct term offset = term_sub(tm, index, (struct term){d});
  struct term from = term_add(tm, offset, (struct term){s});
  return choice(l, term_ult(tm, offset, (struct term){n}), (struct job){term_child(tm, array, 2).id, from.id, false},
                (struct job){term_child(tm, array, 0).id, index.id, false});
}

// A run of consecutive indices with one value; the last segment before a hole is followed by one of the base.
struct segment {
  struct term start;
  uint32_t value;
};
VEC_TYPE(vec_segment, struct segment)

// A balanced tree of comparisons over segments in ascending order, the first of which counts for all below too.
// Bottom-up, pairwise.
static uint32_t search_tree(struct arrays *l, struct term index, struct vec_segment *segments) {
  uint32_t n = segments->size;
  struct segment *at = segments->data;
  while (n > 1) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i += 2) {
      struct segment joined = at[i];
      if (i + 1 < n) joined.value = choose(l, term_ult(l->tm, index, at[i + 1].start), at[i].value, at[i + 1].value);
      at[k++] = joined;
    }
    n = k;
  }
  return at[0].value;
}

// 0 if other jobs come first.
static uint32_t read_table(struct arrays *l, struct term stores, struct term index, uint32_t from, uint32_t to,
                           uint64_t first, uint64_t last) {
  struct terms *tm = l->tm;
  uint32_t width = term_width(tm, index);
  // Has an index of the range no entry?
  bool holes = from == to || array_stores_index(l, stores, from) != first ||
               array_stores_index(l, stores, to - 1) != last || last - first != to - from - 1;
  uint32_t base = holes ? array_need(l, term_child(tm, stores, 0).id, index.id) : 0;
  bool ready = !holes || base;
  for (uint32_t i = from; i < to; i++) ready &= array_need(l, 0, term_child(tm, stores, 2 + 2 * i).id) != 0;
  if (!ready) return 0;
  struct vec_segment segments = {0};
  uint64_t next = first;
  bool full = false; // the last index was given
  for (uint32_t i = from; i < to; i++) {
    uint64_t at = array_stores_index(l, stores, i);
    if (at != next) vec_segment_push(&segments, (struct segment){term_bv(tm, width, next), base});
    uint32_t value = array_need(l, 0, term_child(tm, stores, 2 + 2 * i).id);
    if (at != next || !segments.size || segments.data[segments.size - 1].value != value)
      vec_segment_push(&segments, (struct segment){term_bv(tm, width, at), value});
    full = at == last;
    next = at + 1;
  }
  if (!full) vec_segment_push(&segments, (struct segment){term_bv(tm, width, next), base});
  uint32_t result = search_tree(l, index, &segments);
  vec_segment_release(&segments);
  return result;
}

static uint32_t read_stores(struct arrays *l, struct term array, struct term index) {
  struct terms *tm = l->tm;
  uint32_t n = stores_count(l, array), width = term_width(tm, index);
  uint64_t want;
  if (!term_value64(tm, index, &want))
    return read_table(l, array, index, 0, n, 0, width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1);
  uint32_t at = array_stores_search(l, array, want);
  if (at < n && array_stores_index(l, array, at) == want) return array_need(l, 0, term_child(tm, array, 2 + 2 * at).id);
  return array_need(l, term_child(tm, array, 0).id, index.id);
}

static uint32_t read_cell(struct arrays *l, struct term array, struct term index, bool open) {
  enum term_kind kind = term_kind(l->tm, array);
  struct sort element = sort_element(l->tm, term_sort(l->tm, array));
  if (kind == TERM_ARRAY_CONST) return array_need(l, 0, term_child(l->tm, array, 0).id);
  if (kind == TERM_VAR) return array_add_aux(l, AUX_CELL, element, "cell", array, index).id;
  if (!open && array_is_cut(l, array, index)) return array_add_aux(l, AUX_CUT, element, "cut", array, index).id;
  switch (kind) {
  case TERM_STORE: return read_store(l, array, index);
  case TERM_STORES: return read_stores(l, array, index);
  case TERM_ITE: return read_ite(l, array, index);
  case TERM_COPY: return read_copy(l, array, index);
  default: abort(); // not covered
  }
}

static uint32_t run(struct arrays *l, struct job wanted) {
  uint32_t result;
  vec_job_clear(&l->jobs);
  while (!(result = need_job(l, wanted))) {
    while (l->jobs.size) {
      struct job job = l->jobs.data[l->jobs.size - 1];
      if (map_u32_find(&l->done, job_key(job))) {
        l->jobs.size--;
        continue;
      }
      uint32_t before = l->jobs.size;
      uint32_t id = job.array ? read_cell(l, (struct term){job.array}, (struct term){job.term}, job.open)
                              : lower(l, (struct term){job.term});
      if (!id) continue;
      l->jobs.size = before - 1; // also what was pushed in vain
      map_u32_put(&l->done, job_key(job), id);
    }
  }
  return result;
}

struct term arrays_apply(struct arrays *l, struct term t) {
  uint32_t known = map_u32_get_or(&l->done, t.id, 0);
  if (known) return (struct term){known};
  if (!is_covered(l, t)) return TERM_NONE;
  return (struct term){run(l, (struct job){0, t.id, false})};
}

struct term array_cell(struct arrays *l, struct term array, struct term index) {
  return (struct term){run(l, (struct job){array.id, index.id, false})};
}
struct term array_open(struct arrays *l, struct term array, struct term index) {
  return (struct term){run(l, (struct job){array.id, index.id, true})};
}

struct term array_table(struct arrays *l, struct term stores, struct term index, uint32_t from, uint32_t to,
                        uint64_t first, uint64_t last) {
  uint32_t n = stores_count(l, stores);
  for (uint32_t i = from; i < to && i < n; i++) run(l, (struct job){0, term_child(l->tm, stores, 2 + 2 * i).id, false});
  run(l, (struct job){term_child(l->tm, stores, 0).id, index.id, false});
  return (struct term){read_table(l, stores, index, from, to, first, last)};
}
