// See lower.h.
//
// Two functions define each other: lower(t) for a term that is no array, and read(a, i) for a cell of array a at lowered
// index i. Both are memoised and run on one stack of jobs; a job that needs others pushes them and is tried again.
#include "solve/lower.h"
#include "base/map.h"
#include <stdlib.h>

enum { IMPOSSIBLE = UINT32_MAX, MAX_FACTS = 20000 };

// What an auxiliary variable stands for: the cell of an array variable, or (array none) the remainder of two floats.
struct read {
  struct term array, index, var;
  struct term dividend, divisor;
};
VEC_TYPE(vec_read, struct read)

struct job { uint32_t array, term; }; // array 0: lower(term), else read(array, term)
VEC_TYPE(vec_job, struct job)

struct lowering {
  struct terms *tm;
  struct map_u32 done;       // job → term id or IMPOSSIBLE
  struct vec_read reads;
  struct map_u32 read_of;    // auxiliary variable → index of its read + 1
  struct vec_job jobs;
  // Scratch of lowering_facts.
  struct vec_u32 found;
  struct map_u32 seen;
};

struct lowering *lowering_new(struct terms *tm) {
  struct lowering *l = mem_zalloc(1, sizeof *l);
  l->tm = tm;
  return l;
}

void lowering_free(struct lowering *l) {
  if (!l) return;
  map_u32_release(&l->done);
  vec_read_release(&l->reads);
  map_u32_release(&l->read_of);
  vec_job_release(&l->jobs);
  vec_u32_release(&l->found);
  map_u32_release(&l->seen);
  mem_free(l);
}

static uint64_t job_key(struct job j) { return (uint64_t)j.array << 32 | j.term; }

// The result of a job: 0 if it is not known yet (and now on the stack).
static uint32_t need(struct lowering *l, uint32_t array, uint32_t term) {
  struct job job = {array, term};
  uint32_t id = map_u32_get_or(&l->done, job_key(job), 0);
  if (!id) vec_job_push(&l->jobs, job);
  return id;
}

static bool is_array(struct terms *tm, struct term t) { return sort_kind(tm, term_sort(tm, t)) == SORT_ARRAY; }

// --- lower ---------------------------------------------------------------------------

static uint32_t rebuild(struct lowering *l, struct term t) {
  struct terms *tm = l->tm;
  uint32_t n = term_arity(tm, t);
  struct term inline_children[4], *children = n <= 4 ? inline_children : mem_alloc(n * sizeof *children);
  uint32_t result = t.id;
  bool changed = false;
  for (uint32_t i = 0; i < n; i++) {
    struct term child = term_child(tm, t, i);
    uint32_t id = is_array(tm, child) ? IMPOSSIBLE : need(l, 0, child.id);
    if (id == 0) {
      if (result != IMPOSSIBLE) result = 0;
    } else if (id == IMPOSSIBLE) {
      result = IMPOSSIBLE;
    }
    changed |= id != child.id;
    children[i].id = id;
  }
  if (result != 0 && result != IMPOSSIBLE && changed) {
    enum term_kind kind = term_kind(tm, t);
    bool parametric = kind == TERM_BV_EXTRACT || kind == TERM_BV_ZEXT || kind == TERM_BV_SEXT;
    uint32_t p0 = parametric ? term_param(tm, t, 0) : 0, p1 = kind == TERM_BV_EXTRACT ? term_param(tm, t, 1) : 0;
    result = term_make(tm, kind, term_sort(tm, t), p0, p1, n, children).id;
  }
  if (children != inline_children) mem_free(children);
  return result;
}

static void add_aux(struct lowering *l, struct read r) {
  vec_read_push(&l->reads, r);
  map_u32_put(&l->read_of, r.var.id, l->reads.size);
}

static uint32_t lower_remainder(struct lowering *l, struct term t) {
  uint32_t a = need(l, 0, term_child(l->tm, t, 0).id), b = need(l, 0, term_child(l->tm, t, 1).id);
  if (a == IMPOSSIBLE || b == IMPOSSIBLE) return IMPOSSIBLE;
  if (!a || !b) return 0;
  struct term children[2] = {{a}, {b}}, again = term_make(l->tm, TERM_FP_REM, term_sort(l->tm, t), 0, 0, 2, children);
  if (term_kind(l->tm, again) != TERM_FP_REM) return again.id;
  if (again.id != t.id) return need(l, 0, again.id); // one variable for each remainder
  struct term var = term_fresh(l->tm, term_sort(l->tm, t), "rem");
  add_aux(l, (struct read){.var = var, .dividend = children[0], .divisor = children[1]});
  return var.id;
}

static uint32_t lower(struct lowering *l, struct term t) {
  struct terms *tm = l->tm;
  if (term_arity(tm, t) == 0) return t.id;
  if (term_kind(tm, t) == TERM_FP_REM) return lower_remainder(l, t);
  if (term_kind(tm, t) != TERM_SELECT) return rebuild(l, t);
  uint32_t index = need(l, 0, term_child(tm, t, 1).id);
  if (index == 0 || index == IMPOSSIBLE) return index;
  return need(l, term_child(tm, t, 0).id, index);
}

// --- read ----------------------------------------------------------------------------

static uint32_t read_var(struct lowering *l, struct term array, struct term index) {
  struct sort element = sort_element(l->tm, term_sort(l->tm, array));
  if (sort_kind(l->tm, element) == SORT_ARRAY) return IMPOSSIBLE;
  struct term var = term_fresh(l->tm, element, "cell");
  add_aux(l, (struct read){.array = array, .index = index, .var = var});
  return var.id;
}

static uint32_t choose(struct lowering *l, struct term condition, uint32_t yes, uint32_t no) {
  return term_ite(l->tm, condition, (struct term){yes}, (struct term){no}).id;
}

// ite(condition, yes, no) where either side is a job that is only done if the condition leaves it open.
static uint32_t choice(struct lowering *l, struct term condition, struct job yes, struct job no) {
  if (term_is_true(l->tm, condition)) return need(l, yes.array, yes.term);
  if (term_is_false(l->tm, condition)) return need(l, no.array, no.term);
  uint32_t a = need(l, yes.array, yes.term), b = need(l, no.array, no.term);
  if (a == IMPOSSIBLE || b == IMPOSSIBLE) return IMPOSSIBLE;
  return a && b ? choose(l, condition, a, b) : 0;
}

static uint32_t read_store(struct lowering *l, struct term array, struct term index) {
  uint32_t at = need(l, 0, term_child(l->tm, array, 1).id);
  if (at == 0 || at == IMPOSSIBLE) return at;
  struct term hit = term_eq(l->tm, index, (struct term){at});
  return choice(l, hit, (struct job){0, term_child(l->tm, array, 2).id}, (struct job){term_child(l->tm, array, 0).id, index.id});
}

static uint32_t read_ite(struct lowering *l, struct term array, struct term index) {
  uint32_t condition = need(l, 0, term_child(l->tm, array, 0).id);
  if (condition == 0 || condition == IMPOSSIBLE) return condition;
  return choice(l, (struct term){condition}, (struct job){term_child(l->tm, array, 1).id, index.id},
                (struct job){term_child(l->tm, array, 2).id, index.id});
}

static uint32_t read_copy(struct lowering *l, struct term array, struct term index) {
  struct terms *tm = l->tm;
  uint32_t d = need(l, 0, term_child(tm, array, 1).id), s = need(l, 0, term_child(tm, array, 3).id), n = need(l, 0, term_child(tm, array, 4).id);
  if (d == IMPOSSIBLE || s == IMPOSSIBLE || n == IMPOSSIBLE) return IMPOSSIBLE;
  if (!d || !s || !n) return 0;
  if (term_width(tm, index) != term_width(tm, (struct term){n})) return IMPOSSIBLE;
  struct term offset = term_sub(tm, index, (struct term){d});
  struct term from = term_add(tm, offset, (struct term){s});
  return choice(l, term_ult(tm, offset, (struct term){n}), (struct job){term_child(tm, array, 2).id, from.id},
                (struct job){term_child(tm, array, 0).id, index.id});
}

// A run of consecutive indices with one value; the last segment before a hole is followed by one of the base.
struct segment { struct term start; uint32_t value; };
VEC_TYPE(vec_segment, struct segment)

// A balanced tree of comparisons over segments in ascending order, the first of which starts at zero. Bottom-up, pairwise.
static uint32_t search_tree(struct lowering *l, struct term index, struct vec_segment *segments) {
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

static uint32_t read_stores(struct lowering *l, struct term array, struct term index) {
  struct terms *tm = l->tm;
  uint32_t n = (term_arity(tm, array) - 1) / 2;
  uint64_t want, at;
  uint32_t width = term_width(tm, index);
  if (term_value64(tm, index, &want)) {
    uint32_t low = 0, high = n; // the first entry whose index is not below
    while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      if (!term_value64(tm, term_child(tm, array, 1 + 2 * middle), &at)) return IMPOSSIBLE;
      if (at < want) low = middle + 1;
      else high = middle;
    }
    if (low < n && term_value64(tm, term_child(tm, array, 1 + 2 * low), &at) && at == want) return need(l, 0, term_child(tm, array, 2 + 2 * low).id);
    return need(l, term_child(tm, array, 0).id, index.id);
  }
  if (sort_kind(tm, term_sort(tm, index)) != SORT_BV || width > 64) return IMPOSSIBLE;
  uint32_t base = need(l, term_child(tm, array, 0).id, index.id);
  bool ready = base != 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t id = need(l, 0, term_child(tm, array, 2 + 2 * i).id);
    if (id == IMPOSSIBLE) return IMPOSSIBLE;
    ready &= id != 0;
  }
  if (base == IMPOSSIBLE) return IMPOSSIBLE;
  if (!ready) return 0;
  struct vec_segment segments = {0};
  uint64_t next = 0, last = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  bool full = false; // the last index was given
  for (uint32_t i = 0; i < n; i++) {
    if (!term_value64(tm, term_child(tm, array, 1 + 2 * i), &at)) abort(); // an invariant of STORES
    if (at != next) vec_segment_push(&segments, (struct segment){term_bv(tm, width, next), base});
    uint32_t value = need(l, 0, term_child(tm, array, 2 + 2 * i).id);
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

static uint32_t read_cell(struct lowering *l, struct term array, struct term index) {
  switch (term_kind(l->tm, array)) {
  case TERM_VAR: return read_var(l, array, index);
  case TERM_ARRAY_CONST: return is_array(l->tm, term_child(l->tm, array, 0)) ? IMPOSSIBLE : need(l, 0, term_child(l->tm, array, 0).id);
  case TERM_STORE: return is_array(l->tm, term_child(l->tm, array, 2)) ? IMPOSSIBLE : read_store(l, array, index);
  case TERM_STORES: return sort_kind(l->tm, sort_element(l->tm, term_sort(l->tm, array))) == SORT_ARRAY ? IMPOSSIBLE : read_stores(l, array, index);
  case TERM_ITE: return read_ite(l, array, index);
  case TERM_COPY: return read_copy(l, array, index);
  default: return IMPOSSIBLE; // an array read from an array
  }
}

struct term lowering_apply(struct lowering *l, struct term t) {
  uint32_t result;
  vec_job_clear(&l->jobs);
  while (!(result = need(l, 0, t.id))) {
    while (l->jobs.size) {
      struct job job = l->jobs.data[l->jobs.size - 1];
      if (map_u32_find(&l->done, job_key(job))) {
        l->jobs.size--;
        continue;
      }
      uint32_t before = l->jobs.size;
      uint32_t id = job.array ? read_cell(l, (struct term){job.array}, (struct term){job.term}) : lower(l, (struct term){job.term});
      if (!id) continue;
      l->jobs.size = before - 1; // also what was pushed in vain
      map_u32_put(&l->done, job_key(job), id);
    }
  }
  return result == IMPOSSIBLE ? TERM_NONE : (struct term){result};
}

// --- facts and values -----------------------------------------------------------------

static void find_reads(struct lowering *l, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(l->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = map_u32_get_or(&l->read_of, vars[i], 0);
    if (!at || map_u32_find(&l->seen, at)) continue;
    map_u32_put(&l->seen, at, 1);
    vec_u32_push(&l->found, at - 1);
  }
}

// --- remainders

// Facts about r = x rem y (IEEE: x - n·y with n the integer nearest to x/y, ties to even; always exact):
//   r is NaN iff x is NaN or infinite or y is NaN or zero; otherwise
//   2|r| <= |y|, which is exact to compute;
//   if |x| <= |y| then n is 0 or 1: r = x if 2|x| <= |y|, else x -+ |y|, which is exact; a zero has x's sign.
static void remainder_facts(struct lowering *l, struct read r, struct vec_term *facts) {
  struct terms *tm = l->tm;
#define FP(kind, ...) term_fp(tm, TERM_FP_##kind, sizeof((struct term[]){__VA_ARGS__}) / sizeof(struct term), (struct term[]){__VA_ARGS__})
  struct term x = r.dividend, y = r.divisor, ax = FP(ABS, x), ay = FP(ABS, y), ar = FP(ABS, r.var), rne = term_rne(tm);
  struct term bad[4] = {FP(IS_NAN, x), FP(IS_INF, x), FP(IS_NAN, y), FP(IS_ZERO, y)};
  struct term none = term_or_n(tm, 4, bad);
  vec_term_push(facts, term_eq(tm, FP(IS_NAN, r.var), none));
  vec_term_push(facts, term_or(tm, none, FP(LE, FP(ADD, rne, ar, ar), ay)));
  struct term less = FP(SUB, rne, ax, ay); // minus the magnitude of x - y, of x's sign if that is positive
  struct term zero = term_zero(tm, term_sort(tm, x));
  struct term one_off = term_ite(tm, FP(IS_NEGATIVE, x), FP(NEG, less), less);
  one_off = term_ite(tm, FP(EQ, ax, ay), term_ite(tm, FP(IS_NEGATIVE, x), FP(NEG, zero), zero), one_off);
  struct term near = term_ite(tm, FP(LE, FP(ADD, rne, ax, ax), ay), x, one_off);
  struct term parts[3] = {none, term_not(tm, FP(LE, ax, ay)), term_eq(tm, r.var, near)};
  vec_term_push(facts, term_or_n(tm, 3, parts));
#undef FP
}

bool lowering_refine(struct lowering *l, const struct vec_term *aux, struct model *model, struct vec_term *facts) {
  struct terms *tm = l->tm;
  bool added = false;
  for (uint32_t i = 0; i < aux->size; i++) {
    struct read r = l->reads.data[map_u32_get_or(&l->read_of, aux->data[i].id, 1) - 1];
    if (!term_none(r.array)) continue;
    struct term at[2] = {model_eval(model, r.dividend), model_eval(model, r.divisor)};
    struct term value = term_fp(tm, TERM_FP_REM, 2, at);
    if (term_same(value, model_get(model, r.var))) continue;
    struct term here = term_and(tm, term_eq(tm, r.dividend, at[0]), term_eq(tm, r.divisor, at[1]));
    vec_term_push(facts, term_implies(tm, here, term_eq(tm, r.var, value)));
    added = true;
  }
  return added;
}

// --- reads

// By array, constant indices last, then by age.
static int by_array(const void *x, const void *y, void *context) {
  const struct lowering *l = context;
  uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y;
  const struct read *a = &l->reads.data[i], *b = &l->reads.data[j];
  if (a->array.id != b->array.id) return a->array.id < b->array.id ? -1 : 1;
  if (term_none(a->array)) return i < j ? -1 : i > j;
  bool ca = term_is_const(l->tm, a->index), cb = term_is_const(l->tm, b->index);
  if (ca != cb) return ca ? 1 : -1;
  return i < j ? -1 : i > j;
}

bool lowering_facts(struct lowering *l, uint32_t n, const struct term *lowered, struct vec_term *facts, struct vec_term *aux) {
  if (!l->reads.size) return true;
  vec_u32_clear(&l->found);
  map_u32_clear(&l->seen);
  for (uint32_t i = 0; i < n; i++) find_reads(l, lowered[i]);
  for (uint32_t i = 0; i < l->found.size; i++) {
    struct read r = l->reads.data[l->found.data[i]];
    struct term parts[2] = {term_none(r.array) ? r.dividend : r.index, term_none(r.array) ? r.divisor : r.index};
    find_reads(l, parts[0]);
    find_reads(l, parts[1]);
  }
  if (l->found.size) qsort_r(l->found.data, l->found.size, sizeof *l->found.data, by_array, l);
  uint32_t limit = facts->size + MAX_FACTS;
  for (uint32_t i = 0; i < l->found.size; i++) {
    struct read a = l->reads.data[l->found.data[i]];
    vec_term_push(aux, a.var);
    if (term_none(a.array)) {
      remainder_facts(l, a, facts);
      continue;
    }
    if (term_is_const(l->tm, a.index)) continue;
    for (uint32_t j = i + 1; j < l->found.size; j++) {
      struct read b = l->reads.data[l->found.data[j]];
      if (b.array.id != a.array.id) break;
      struct term fact = term_implies(l->tm, term_eq(l->tm, a.index, b.index), term_eq(l->tm, a.var, b.var));
      if (term_is_true(l->tm, fact)) continue;
      if (facts->size == limit) return false;
      vec_term_push(facts, fact);
    }
  }
  return true;
}

struct cell { struct term index, value; uint64_t at; };

static int by_index(const void *x, const void *y) {
  const struct cell *a = x, *b = y;
  return a->at < b->at ? -1 : a->at > b->at;
}

// The zero array with the given cells; equal indices have equal values.
static struct term array_of(struct lowering *l, struct sort s, uint32_t n, struct cell *cells) {
  struct terms *tm = l->tm;
  struct term array = term_array_const(tm, s, term_zero(tm, sort_element(tm, s)));
  bool small = true;
  for (uint32_t i = 0; i < n; i++) small &= sort_kind(tm, sort_index(tm, s)) == SORT_BV && term_value64(tm, cells[i].index, &cells[i].at);
  if (!small) {
    for (uint32_t i = 0; i < n; i++) array = term_store(tm, array, cells[i].index, cells[i].value);
    return array;
  }
  qsort(cells, n, sizeof *cells, by_index);
  uint64_t *indices = mem_alloc((n + 1) * sizeof *indices);
  struct term *values = mem_alloc((n + 1) * sizeof *values);
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (k && indices[k - 1] == cells[i].at) continue;
    indices[k] = cells[i].at;
    values[k++] = cells[i].value;
  }
  if (k) array = term_stores(tm, array, k, indices, values);
  mem_free(indices);
  mem_free(values);
  return array;
}

void lowering_arrays(struct lowering *l, const struct vec_term *aux, struct model *from, struct model *to) {
  struct cell *cells = mem_alloc((aux->size + 1) * sizeof *cells);
  for (uint32_t i = 0; i < aux->size;) {
    // Reads of one array are neighbours (by_array).
    struct term array = l->reads.data[map_u32_get_or(&l->read_of, aux->data[i].id, 1) - 1].array;
    uint32_t n = 0;
    if (term_none(array)) {
      i++;
      continue;
    }
    for (; i < aux->size; i++) {
      struct read r = l->reads.data[map_u32_get_or(&l->read_of, aux->data[i].id, 1) - 1];
      if (r.array.id != array.id) break;
      cells[n++] = (struct cell){model_eval(from, r.index), model_get(from, r.var), 0};
    }
    model_set(to, array, array_of(l, term_sort(l->tm, array), n, cells));
  }
  mem_free(cells);
}
