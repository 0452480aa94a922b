// See ranges.h: maps of ranges.
#include "state/ranges.h"
#include "term/walk.h"
#include <stdlib.h>

// So often a range grows at a place before it is widened; then from threshold to threshold; then known bits go, too.
#define WIDEN_DELAY 2
#define WIDEN_STEPS 16
#define BITS_DELAY 24

VEC_TYPE(vec_dom, struct dom)

struct ranges {
  struct unfold *unfold;
  struct terms *tm;
  struct persistents *pool;
  struct vec_dom doms; // interned; 0 is none
  struct map_u32 number; // hash → dom, by linear probing
  struct vec_u64 above, below; // thresholds in unsigned and (as int64_t) in signed order
  bool scanned;
  struct map_u32 widened; // place and variable → how often
};

struct ranges *ranges_new(struct unfold *u, struct persistents *pool) {
  struct ranges *r = mem_zalloc(1, sizeof *r);
  *r = (struct ranges){.unfold = u, .tm = unfold_cfa(u)->tm, .pool = pool};
  vec_dom_resize(&r->doms, 1);
  return r;
}

void ranges_free(struct ranges *r) {
  if (!r) return;
  vec_dom_release(&r->doms);
  map_u32_release(&r->number);
  vec_u64_release(&r->above);
  vec_u64_release(&r->below);
  map_u32_release(&r->widened);
  mem_free(r);
}

struct unfold *ranges_unfold(const struct ranges *r) { return r->unfold; }

// --- one variable ----------------------------------------------------------------------------------------------------

uint32_t range_width(const struct terms *tm, struct term t) {
  struct sort s = term_sort(tm, t);
  enum sort_kind kind = sort_kind(tm, s);
  if (kind == SORT_BOOL) return 1;
  uint32_t width = kind == SORT_BV ? sort_width(tm, s) : 0;
  return width <= 64 ? width : 0;
}

static uint32_t width_of(const struct ranges *r, uint64_t var) {
  return range_width(r->tm, (struct term){(uint32_t)var});
}

static uint32_t intern(struct ranges *r, const struct dom *d) {
  uint64_t key = hash_mix(hash_mix(hash_mix(d->zero, d->one), hash_mix(d->ulo, d->uhi)),
                          hash_mix((uint64_t)d->slo, (uint64_t)d->shi));
  for (;; key++) {
    if (key == MAP_EMPTY) continue;
    const uint32_t *at = map_u32_find(&r->number, key);
    if (at && !dom_equal(&r->doms.data[*at], d)) continue;
    if (at) return *at;
    map_u32_put(&r->number, key, r->doms.size);
    vec_dom_push(&r->doms, *d);
    return r->doms.size - 1;
  }
}

struct dom ranges_get(const struct ranges *r, struct persistent map, struct term var) {
  uint32_t id = persistent_get(r->pool, map, var.id, 0);
  return id ? r->doms.data[id] : dom_top(range_width(r->tm, var));
}

struct persistent ranges_put(struct ranges *r, struct persistent map, struct term var, const struct dom *range) {
  struct dom top = dom_top(range_width(r->tm, var));
  if (dom_equal(range, &top)) return persistent_remove(r->pool, map, var.id);
  return persistent_put(r->pool, map, var.id, intern(r, range));
}

struct persistent ranges_remove(struct ranges *r, struct persistent map, struct term var) {
  return persistent_remove(r->pool, map, var.id);
}

struct persistent ranges_initial(struct ranges *r) {
  struct term heap = unfold_heap(r->unfold);
  struct dom start = dom_const(unfold_cfa(r->unfold)->heap_start, term_width(r->tm, heap));
  return ranges_put(r, PERSISTENT_EMPTY, heap, &start);
}

// --- two maps --------------------------------------------------------------------------------------------------------

// Combines two maps by their differences.
struct pair {
  struct ranges *r;
  struct persistent out;
  uint32_t place;
  bool holds;
};

static bool dom_less(const struct dom *a, const struct dom *b) {
  return !(b->zero & ~a->zero) && !(b->one & ~a->one) && b->ulo <= a->ulo && a->uhi <= b->uhi && b->slo <= a->slo &&
         a->shi <= b->shi;
}

static void less_each(void *context, uint64_t key, uint32_t in_a, uint32_t in_b) {
  struct pair *p = context;
  (void)key;
  if (!p->holds || in_b == UINT32_MAX) return;
  p->holds = in_a != UINT32_MAX && dom_less(&p->r->doms.data[in_a], &p->r->doms.data[in_b]);
}

bool ranges_less(struct ranges *r, struct persistent a, struct persistent b) {
  struct pair p = {.r = r, .holds = persistent_size(r->pool, b) <= persistent_size(r->pool, a)};
  if (p.holds && !persistent_same(a, b)) persistent_differences(r->pool, a, b, less_each, &p);
  return p.holds;
}

static void join_each(void *context, uint64_t key, uint32_t in_a, uint32_t in_b) {
  struct pair *p = context;
  if (in_a == UINT32_MAX) return;
  if (in_b == UINT32_MAX) {
    p->out = persistent_remove(p->r->pool, p->out, key);
    return;
  }
  struct dom joined = dom_join(&p->r->doms.data[in_a], &p->r->doms.data[in_b]);
  dom_close(&joined, width_of(p->r, key));
  p->out = ranges_put(p->r, p->out, (struct term){(uint32_t)key}, &joined);
}

struct persistent ranges_join(struct ranges *r, struct persistent a, struct persistent b) {
  struct pair p = {.r = r, .out = a};
  if (!persistent_same(a, b)) persistent_differences(r->pool, a, b, join_each, &p);
  return p.out;
}

static void meet_each(void *context, uint64_t key, uint32_t in_a, uint32_t in_b) {
  struct pair *p = context;
  if (!p->holds || in_b == UINT32_MAX) return;
  struct dom met = p->r->doms.data[in_b];
  if (in_a != UINT32_MAX) p->holds = dom_meet(&met, &p->r->doms.data[in_a], width_of(p->r, key));
  if (p->holds) p->out = ranges_put(p->r, p->out, (struct term){(uint32_t)key}, &met);
}

bool ranges_meet(struct ranges *r, struct persistent a, struct persistent b, struct persistent *out) {
  struct pair p = {.r = r, .out = a, .holds = true};
  if (!persistent_same(a, b)) persistent_differences(r->pool, a, b, meet_each, &p);
  *out = p.out;
  return p.holds;
}

// --- widening --------------------------------------------------------------------------------------------------------

static int compare_unsigned(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static int compare_signed(const void *a, const void *b) {
  int64_t x = (int64_t)*(const uint64_t *)a, y = (int64_t)*(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_unique(struct vec_u64 *v, int (*compare)(const void *, const void *)) {
  if (v->size) qsort(v->data, v->size, sizeof *v->data, compare);
  uint32_t n = 0;
  for (uint32_t i = 0; i < v->size; i++)
    if (!i || v->data[i] != v->data[i - 1]) v->data[n++] = v->data[i];
  v->size = n;
}

// A constant that something is compared with, and its neighbours.
static void add_threshold(struct ranges *r, struct term t) {
  uint64_t value;
  uint32_t width = range_width(r->tm, t);
  if (!width || !term_value64(r->tm, t, &value)) return;
  for (int64_t d = -1; d <= 1; d++) {
    vec_u64_push(&r->above, (value + (uint64_t)d) & word_mask(width));
    vec_u64_push(&r->below, (uint64_t)word_signed(value + (uint64_t)d, width));
  }
}

// Of x + 3 < 10 the thresholds are those of x < 7, too.
static void add_comparison(struct ranges *r, struct term a, struct term constant) {
  add_threshold(r, constant);
  if (term_kind(r->tm, a) == TERM_BV_ADD && term_is_const(r->tm, term_child(r->tm, a, 0)))
    add_threshold(r, term_sub(r->tm, constant, term_child(r->tm, a, 0)));
}

static void scan_term(struct ranges *r, struct term_walk *walk, struct term root) {
  term_walk_add(walk, root);
  for (struct term t; term_walk_next(walk, &t);) {
    enum term_kind kind = term_kind(r->tm, t);
    if (kind != TERM_EQ && (kind < TERM_BV_ULT || kind > TERM_BV_SLE)) continue;
    struct term a = term_child(r->tm, t, 0), b = term_child(r->tm, t, 1);
    if (!range_width(r->tm, a)) continue;
    if (term_is_const(r->tm, a)) add_comparison(r, b, a);
    if (term_is_const(r->tm, b)) add_comparison(r, a, b);
  }
}

static void scan_program(struct ranges *r) {
  const struct cfa *cfa = unfold_cfa(r->unfold);
  struct term_walk walk = {.tm = r->tm};
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    scan_term(r, &walk, e->guard);
    for (uint32_t k = 0; k < e->updates.size; k++) scan_term(r, &walk, e->updates.data[k].value);
    for (uint32_t k = 0; k < e->args.size; k++) scan_term(r, &walk, e->args.data[k]);
  }
  term_walk_release(&walk);
  sort_unique(&r->above, compare_unsigned);
  sort_unique(&r->below, compare_signed);
  r->scanned = true;
}

// The number of thresholds that are less than the value.
static uint32_t rank(const struct vec_u64 *v, uint64_t value, int (*compare)(const void *, const void *)) {
  uint32_t low = 0, high = v->size;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (compare(&v->data[middle], &value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The threshold at or above (below) the value, `skip` thresholds further on; the extreme where there is none.
static uint64_t threshold(const struct vec_u64 *v, uint64_t value, bool up, uint32_t skip, uint64_t extreme,
                          int (*compare)(const void *, const void *)) {
  uint32_t at = rank(v, value, compare);
  if (!up && (at == v->size || v->data[at] != value) && at-- == 0) return extreme;
  if (up ? skip >= v->size - at : skip > at) return extreme;
  uint64_t found = v->data[up ? at + skip : at - skip];
  bool beyond = up ? compare(&found, &extreme) > 0 : compare(&found, &extreme) < 0; // of a wider type
  return beyond ? extreme : found;
}

static struct dom widen_dom(struct ranges *r, const struct dom *old, const struct dom *joined, uint32_t width,
                            uint32_t times) {
  struct dom d = *joined, top = dom_top(width);
  uint32_t n = times - WIDEN_DELAY - 1, skip = n < WIDEN_STEPS ? (1u << n) - 1 : UINT32_MAX;
  if (d.uhi > old->uhi) d.uhi = threshold(&r->above, d.uhi, true, skip, top.uhi, compare_unsigned);
  if (d.ulo < old->ulo) d.ulo = threshold(&r->above, d.ulo, false, skip, top.ulo, compare_unsigned);
  if (d.shi > old->shi)
    d.shi = (int64_t)threshold(&r->below, (uint64_t)d.shi, true, skip, (uint64_t)top.shi, compare_signed);
  if (d.slo < old->slo)
    d.slo = (int64_t)threshold(&r->below, (uint64_t)d.slo, false, skip, (uint64_t)top.slo, compare_signed);
  // Known high bits would hold the bounds back to powers of two; low ones say what is a multiple of what.
  uint64_t known = d.zero | d.one, low = times > BITS_DELAY ? 0 : ~known & (known + 1);
  d.zero &= low - (low != 0);
  d.one &= low - (low != 0);
  dom_close(&d, width);
  return d;
}

static void widen_each(void *context, uint64_t key, uint32_t in_old, uint32_t in_joined) {
  struct pair *p = context;
  struct ranges *r = p->r;
  if (in_joined == UINT32_MAX || in_old == UINT32_MAX) return; // gone, or it was not joined
  uint64_t at = (uint64_t)p->place << 32 | key;
  uint32_t times = map_u32_get_or(&r->widened, at, 0) + 1;
  map_u32_put(&r->widened, at, times);
  if (times <= WIDEN_DELAY) return;
  struct dom d = widen_dom(r, &r->doms.data[in_old], &r->doms.data[in_joined], width_of(r, key), times);
  p->out = ranges_put(r, p->out, (struct term){(uint32_t)key}, &d);
}

struct persistent ranges_widen(struct ranges *r, struct persistent old, struct persistent joined, uint32_t place) {
  if (!r->scanned) scan_program(r);
  struct pair p = {.r = r, .out = joined, .place = place};
  if (!persistent_same(old, joined)) persistent_differences(r->pool, old, joined, widen_each, &p);
  return p.out;
}

// --- what they mean --------------------------------------------------------------------------------------------------

// Bits that are known although the intervals do not tell.
static uint64_t bits_besides(const struct dom *range, uint32_t width) {
  struct dom d = *range;
  d.zero = d.one = 0;
  dom_close(&d, width);
  return (range->zero | range->one) & ~(d.zero | d.one);
}

// Bounds that do not follow from the known bits: those of `base`.
static void bounds_formula(struct terms *tm, struct term t, uint32_t width, const struct dom *range,
                           const struct dom *base, bool is_signed, struct vec_term *out) {
  struct term (*at_most)(struct terms *, struct term, struct term) = is_signed ? term_sle : term_ule;
  uint64_t low = is_signed ? (uint64_t)range->slo : range->ulo, high = is_signed ? (uint64_t)range->shi : range->uhi;
  if (low != (is_signed ? (uint64_t)base->slo : base->ulo)) vec_term_push(out, at_most(tm, term_bv(tm, width, low), t));
  if (high != (is_signed ? (uint64_t)base->shi : base->uhi))
    vec_term_push(out, at_most(tm, t, term_bv(tm, width, high)));
}

void range_formula(struct terms *tm, struct term t, const struct dom *range, bool is_unsigned, struct vec_term *out) {
  uint32_t width = range_width(tm, t);
  bool is_bool = sort_kind(tm, term_sort(tm, t)) == SORT_BOOL;
  if (dom_fixed(range)) {
    vec_term_push(out, !is_bool ? term_eq(tm, t, term_bv(tm, width, range->ulo)) : range->ulo ? t : term_not(tm, t));
    return;
  }
  uint64_t bits = bits_besides(range, width);
  struct dom base = dom_top(width);
  dom_meet_bits(&base, range->zero & bits, range->one & bits, width);
  bool one_half = range->slo >= 0 || range->shi < 0; // then both intervals are the same
  if (!one_half || is_unsigned) bounds_formula(tm, t, width, range, &base, false, out);
  if (!one_half || !is_unsigned) bounds_formula(tm, t, width, range, &base, true, out);
  if (bits)
    vec_term_push(out, term_eq(tm, term_bvand(tm, t, term_bv(tm, width, bits)), term_bv(tm, width, range->one & bits)));
}

struct meaning {
  struct ranges *r;
  struct vec_term *conjuncts;
  struct text *text;
};

static bool shown_unsigned(const struct ranges *r, struct term t) {
  struct context context;
  uint32_t var;
  return !unfold_var_of(r->unfold, t, &context, &var) || unfold_cfa(r->unfold)->vars.data[var].is_unsigned;
}

static void formula_each(void *context, uint64_t key, uint32_t word) {
  struct meaning *m = context;
  struct term t = {(uint32_t)key};
  range_formula(m->r->tm, t, &m->r->doms.data[word], shown_unsigned(m->r, t), m->conjuncts);
}

void ranges_formula(struct ranges *r, struct persistent map, struct vec_term *out) {
  struct meaning m = {.r = r, .conjuncts = out};
  persistent_each(r->pool, map, formula_each, &m);
}

// As the user wrote it, with the function's name before it where that is not main.
static void print_name(const struct ranges *r, struct term t, struct text *out) {
  const struct cfa *cfa = unfold_cfa(r->unfold);
  struct context context;
  uint32_t var;
  if (!unfold_var_of(r->unfold, t, &context, &var)) {
    text_add(out, "heap");
    return;
  }
  const struct cfa_var *v = &cfa->vars.data[var];
  if (v->function != CFA_NONE && v->function != cfa->main)
    text_printf(out, "%s::", cfa->functions.data[v->function].name);
  text_add(out, v->name);
}

static void print_each(void *context, uint64_t key, uint32_t word) {
  struct meaning *m = context;
  struct term t = {(uint32_t)key};
  const struct dom *d = &m->r->doms.data[word];
  bool is_unsigned = shown_unsigned(m->r, t) || (d->slo < 0 && d->shi >= 0 && d->ulo);
  if (m->text->size) text_add(m->text, ", ");
  print_name(m->r, t, m->text);
  text_addc(m->text, ' ');
  if (sort_kind(m->r->tm, term_sort(m->r->tm, t)) == SORT_BOOL) text_printf(m->text, "= %s", d->ulo ? "true" : "false");
  else if (dom_fixed(d) && is_unsigned) text_printf(m->text, "= %llu", (unsigned long long)d->ulo);
  else if (dom_fixed(d)) text_printf(m->text, "= %lld", (long long)d->slo);
  else if (is_unsigned) text_printf(m->text, "in [%llu, %llu]", (unsigned long long)d->ulo, (unsigned long long)d->uhi);
  else text_printf(m->text, "in [%lld, %lld]", (long long)d->slo, (long long)d->shi);
  uint64_t bits = bits_besides(d, range_width(m->r->tm, t));
  if (bits && !dom_fixed(d))
    text_printf(m->text, " & %#llx = %#llx", (unsigned long long)bits, (unsigned long long)(d->one & bits));
}

void ranges_print(struct ranges *r, struct persistent map, struct text *out) {
  struct text own = {0};
  struct meaning m = {.r = r, .text = &own};
  persistent_each(r->pool, map, print_each, &m);
  text_printf(out, "{%s}", own.size ? text_cstr(&own) : "");
  text_release(&own);
}
