// Terms: every rewrite rule against the meaning of the operations.
//
// A random operation is built twice: as a term, which rewrites, and as a
// table of its values under a few hundred assignments (all pairs of 4-bit
// values among them), computed directly. The rewritten term's own table, from
// its structure, must be the same. Widths are 1 to 8, arrays have at most 8 cells.
#include "term/node.h"
#include "random.h"
#include "timing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#define ROWS 320
#define MAX_WIDTH 8

typedef uint64_t value;
struct table {
  value row[ROWS];
};

struct world {
  struct terms *tm;
  struct vec_ptr tables;    // by term id
  struct rng random;
};

static uint64_t next_random(struct world *w) { return rng_next(&w->random) >> 11; }
static uint32_t pick(struct world *w, uint32_t n) { return (uint32_t)(next_random(w) % n); }

// --- the meaning of operations, written without regard to speed -----------------------

static value low_bits(uint32_t w) { return w == 64 ? ~(value)0 : ((value)1 << w) - 1; }
static int64_t as_signed(value v, uint32_t w) { return v >> (w - 1) & 1 ? (int64_t)v - ((int64_t)1 << w) : (int64_t)v; }

// An array is its cells, packed, cell 0 lowest.
struct shape {
  uint32_t cells, bits;
};
static value cell(value a, struct shape s, value i) { return a >> (i % s.cells * s.bits) & low_bits(s.bits); }
static value with_cell(value a, struct shape s, value i, value v) {
  uint32_t at = (uint32_t)(i % s.cells) * s.bits;
  return (a & ~(low_bits(s.bits) << at)) | v << at;
}

static value meaning(enum term_kind k, uint32_t p0, uint32_t p1, uint32_t n, const value *c, const uint32_t *w,
                     struct shape s) {
  value a = n > 0 ? c[0] : 0, b = n > 1 ? c[1] : 0;
  uint32_t v = n > 0 ? w[0] : 1;
  value m = low_bits(v ? v : 1);
  int64_t sa = n > 0 && v ? as_signed(a, v) : 0, sb = n > 1 && v ? as_signed(b, v) : 0;
  switch (k) {
  case TERM_TRUE: return 1;
  case TERM_FALSE: return 0;
  case TERM_NOT: return !a;
  case TERM_AND:
    for (uint32_t i = 0; i < n; i++)
      if (!c[i]) return 0;
    return 1;
  case TERM_OR:
    for (uint32_t i = 0; i < n; i++)
      if (c[i]) return 1;
    return 0;
  case TERM_EQ: return a == b;
  case TERM_ITE: return a ? b : c[2];
  case TERM_BV_NOT: return m - a;
  case TERM_BV_NEG: return (m + 1 - a) & m;
  case TERM_BV_ADD: return (a + b) & m;
  case TERM_BV_MUL: return (a * b) & m;
  case TERM_BV_UDIV: return b ? a / b : m;
  case TERM_BV_UREM: return b ? a % b : a;
  case TERM_BV_SDIV: return (value)(sb ? sa / sb : sa < 0 ? 1 : -1) & m;
  case TERM_BV_SREM: return (value)(sb ? sa % sb : sa) & m;
  case TERM_BV_AND: return a & b;
  case TERM_BV_OR: return a | b;
  case TERM_BV_XOR: return a ^ b;
  case TERM_BV_SHL: return b >= v ? 0 : (a << b) & m;
  case TERM_BV_LSHR: return b >= v ? 0 : a >> b;
  case TERM_BV_ASHR:
    for (value i = 0; i < b && i < v; i++) a = a >> 1 | (a & (value)1 << (v - 1));
    return a;
  case TERM_BV_ULT: return a < b;
  case TERM_BV_ULE: return a <= b;
  case TERM_BV_SLT: return sa < sb;
  case TERM_BV_SLE: return sa <= sb;
  case TERM_BV_CONCAT: return a << w[1] | b;
  case TERM_BV_EXTRACT: return a >> p1 & low_bits(p0 - p1 + 1);
  case TERM_BV_ZEXT: return a;
  case TERM_BV_SEXT: return (value)sa & low_bits(v + p0);
  case TERM_ARRAY_CONST: {
    value r = 0;
    for (uint32_t i = 0; i < s.cells; i++) r = with_cell(r, s, i, a);
    return r;
  }
  case TERM_SELECT: return cell(a, s, b);
  case TERM_STORE: return with_cell(a, s, b, c[2]);
  case TERM_STORES:
    for (uint32_t i = 1; i < n; i += 2) a = with_cell(a, s, c[i], c[i + 1]);
    return a;
  case TERM_COPY: {
    value r = a;
    for (value i = 0; i < c[4]; i++) r = with_cell(r, s, b + i, cell(c[2], s, c[3] + i));
    return r;
  }
  default: fail_msg("unexpected kind %d", k); return 0;
  }
}

static struct shape shape_of(const struct terms *tm, struct sort s) {
  if (sort_kind(tm, s) != SORT_ARRAY) return (struct shape){1, 1};
  return (struct shape){1u << sort_width(tm, sort_index(tm, s)), sort_width(tm, sort_element(tm, s))};
}

// The shape an operation works on: that of its array, be it child or result.
static struct shape operation_shape(const struct terms *tm, struct sort result, uint32_t n, const struct term *c) {
  if (n && sort_kind(tm, term_sort(tm, c[0])) == SORT_ARRAY) return shape_of(tm, term_sort(tm, c[0]));
  return shape_of(tm, result);
}

// The table of a stored term, from its children's.
static struct table *table_of(struct world *w, struct term t) {
  struct terms *tm = w->tm;
  if (w->tables.size < terms_count(tm) + 1) vec_ptr_resize(&w->tables, terms_count(tm) + 1);
  if (w->tables.data[t.id]) return w->tables.data[t.id];
  struct table *r = mem_alloc(sizeof *r);
  enum term_kind k = term_kind(tm, t);
  uint64_t v;
  if (term_value64(tm, t, &v)) {
    for (uint32_t i = 0; i < ROWS; i++) r->row[i] = v;
  } else {
    uint32_t n = term_arity(tm, t);
    struct term c[512];
    struct table *ct[512];
    uint32_t cw[512];
    assert_true(n <= 512);
    for (uint32_t i = 0; i < n; i++) {
      c[i] = term_child(tm, t, i);
      assert_true(c[i].id < t.id);
      ct[i] = table_of(w, c[i]);
      cw[i] = term_width(tm, c[i]);
    }
    bool params = n == 1;
    struct shape s = operation_shape(tm, term_sort(tm, t), n, c);
    for (uint32_t row = 0; row < ROWS; row++) {
      value in[512];
      for (uint32_t i = 0; i < n; i++) in[i] = ct[i]->row[row];
      r->row[row] = meaning(k, params ? term_param(tm, t, 0) : 0, params ? term_param(tm, t, 1) : 0, n, in, cw, s);
    }
  }
  w->tables.data[t.id] = r;
  return r;
}

// A variable with a column of the assignments. Rows below 256 hold all pairs of 4-bit values for columns 0 and 1.
static struct term variable(struct world *w, struct sort s, const char *name, int column, uint32_t bits) {
  struct term t = term_var(w->tm, s, name);
  struct table *r = mem_alloc(sizeof *r);
  for (uint32_t i = 0; i < ROWS; i++) {
    value v = i < 256 && column == 0 ? i : i < 256 && column == 1 ? i >> 4 : next_random(w);
    if (i < 256 && column < 2 && bits < 4) v = column == 0 ? i : i >> bits; // all pairs of narrower values too
    r->row[i] = v & low_bits(bits);
  }
  if (w->tables.size < t.id + 1) vec_ptr_resize(&w->tables, t.id + 1);
  w->tables.data[t.id] = r;
  return t;
}

static void world_free(struct world *w) {
  for (uint32_t i = 0; i < w->tables.size; i++) mem_free(w->tables.data[i]);
  vec_ptr_release(&w->tables);
  terms_free(w->tm);
}

// --- building and comparing -----------------------------------------------------------

static void check_normal_form(const struct terms *tm, struct term t) {
  switch (term_kind(tm, t)) {
  case TERM_AND:
  case TERM_OR:
    for (uint32_t i = 1; i < term_arity(tm, t); i++) assert_true(term_child(tm, t, i - 1).id < term_child(tm, t, i).id);
    break;
  case TERM_EQ:
  case TERM_BV_ADD:
  case TERM_BV_MUL:
  case TERM_BV_AND:
  case TERM_BV_OR:
  case TERM_BV_XOR: {
    struct term a = term_child(tm, t, 0), b = term_child(tm, t, 1);
    assert_false(term_is_const(tm, b));
    if (!(term_is_const(tm, a) || a.id <= b.id))
      fail_msg("%s: children %u %u, kinds %s %s", term_kind_name(term_kind(tm, t)), a.id, b.id,
               term_kind_name(term_kind(tm, a)), term_kind_name(term_kind(tm, b)));
    break;
  }
  default: break;
  }
}

static struct term build(struct world *w, enum term_kind k, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                         const struct term *c) {
  struct terms *tm = w->tm;
  struct table *ct[16];
  uint32_t cw[16];
  for (uint32_t i = 0; i < n; i++) ct[i] = table_of(w, c[i]), cw[i] = term_width(tm, c[i]);
  struct sort result = term_result_sort(tm, k, s, p0, p1, c);
  struct shape shape = operation_shape(tm, result, n, c);
  struct term t = term_make(tm, k, s, p0, p1, n, c);
  assert_int_equal(term_sort(tm, t).id, result.id);
  struct table *got = table_of(w, t);
  for (uint32_t row = 0; row < ROWS; row++) {
    value in[16];
    for (uint32_t i = 0; i < n; i++) in[i] = ct[i]->row[row];
    value want = meaning(k, p0, p1, n, in, cw, shape);
    if (want == got->row[row]) continue;
    struct text text = {0};
    for (uint32_t i = 0; i < n; i++) {
      text_printf(&text, "\n  child %u: ", i);
      term_print_smt(tm, c[i], &text);
    }
    text_add(&text, "\n  result: ");
    term_print_smt(tm, t, &text);
    fail_msg("%s [%u %u] is wrong in row %u: %llu, should be %llu%s", term_kind_name(k), p0, p1, row,
             (unsigned long long)got->row[row], (unsigned long long)want, text_cstr(&text));
  }
  check_normal_form(tm, t);
  return t;
}

// Pools of terms by sort: index 0 Bool, 1…8 bit-vectors, 9 and 10 arrays.
enum { POOLS = 11, ARRAY_POOL = 9 };
struct pools {
  struct vec_term of[POOLS];
};

static const struct shape ARRAY_SHAPES[2] = {{4, 3}, {8, 2}}; // index of 2 bits, element of 3; index of 3, element of 2
static const uint32_t ARRAY_INDEX[2] = {2, 3};

static struct sort pool_sort(struct terms *tm, uint32_t pool) {
  if (pool == 0) return sort_bool(tm);
  if (pool <= MAX_WIDTH) return sort_bv(tm, pool);
  uint32_t a = pool - ARRAY_POOL;
  return sort_array(tm, sort_bv(tm, ARRAY_INDEX[a]), sort_bv(tm, ARRAY_SHAPES[a].bits));
}

static void pools_fill(struct world *w, struct pools *p) {
  char name[16];
  for (uint32_t i = 0; i < POOLS; i++) {
    struct sort s = pool_sort(w->tm, i);
    uint32_t bits = i == 0           ? 1
                    : i <= MAX_WIDTH ? i
                                     : ARRAY_SHAPES[i - ARRAY_POOL].cells * ARRAY_SHAPES[i - ARRAY_POOL].bits;
    for (int v = 0; v < 3; v++) {
      snprintf(name, sizeof name, "v%u_%d", i, v);
      vec_term_push(&p->of[i], variable(w, s, name, v, bits));
    }
    if (i >= 1 && i <= MAX_WIDTH)
      for (uint32_t v = 0; v < (1u << i) && v < 16; v++)
        vec_term_push(&p->of[i], term_bv(w->tm, i, i <= 4 ? v : next_random(w)));
  }
  for (uint32_t a = 0; a < 2; a++)
    for (uint32_t v = 0; v < 2; v++) {
      struct term e = term_bv(w->tm, ARRAY_SHAPES[a].bits, v);
      vec_term_push(&p->of[ARRAY_POOL + a], build(w, TERM_ARRAY_CONST, pool_sort(w->tm, ARRAY_POOL + a), 0, 0, 1, &e));
    }
}

static struct term from_pool(struct world *w, const struct pools *p, uint32_t pool) {
  const struct vec_term *v = &p->of[pool];
  // Old and new terms are equally likely, so that there is both variety and depth.
  uint32_t n = pick(w, 3) ? v->size : (v->size < 20 ? v->size : 20);
  return v->data[pick(w, n)];
}

static struct term random_bv(struct world *w, const struct pools *p) {
  static const enum term_kind binary[] = {
      TERM_BV_ADD, TERM_BV_MUL, TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM, TERM_BV_AND, TERM_BV_OR,
      TERM_BV_XOR, TERM_BV_SHL, TERM_BV_LSHR, TERM_BV_ASHR, TERM_BV_ADD,  TERM_BV_AND,  TERM_BV_OR,  TERM_BV_XOR};
  uint32_t v = 1 + pick(w, pick(w, 2) ? 4 : MAX_WIDTH);
  struct term c[3] = {from_pool(w, p, v), from_pool(w, p, v), TERM_NONE};
  switch (pick(w, 10)) {
  case 0: return build(w, pick(w, 2) ? TERM_BV_NOT : TERM_BV_NEG, (struct sort){0}, 0, 0, 1, c);
  case 1: {
    if (v == 1) break;
    uint32_t high = 1 + pick(w, v - 1);
    c[0] = from_pool(w, p, high);
    c[1] = from_pool(w, p, v - high ? v - high : 1);
    if (v == high) break;
    return build(w, TERM_BV_CONCAT, (struct sort){0}, 0, 0, 2, c);
  }
  case 2: {
    uint32_t low = pick(w, v), high = low + pick(w, v - low);
    return build(w, TERM_BV_EXTRACT, (struct sort){0}, high, low, 1, c);
  }
  case 3:
    return build(w, pick(w, 2) ? TERM_BV_ZEXT : TERM_BV_SEXT, (struct sort){0}, pick(w, MAX_WIDTH + 1 - v), 0, 1, c);
  case 4: c[2] = c[1], c[1] = c[0], c[0] = from_pool(w, p, 0); return build(w, TERM_ITE, (struct sort){0}, 0, 0, 3, c);
  case 5: {
    uint32_t a = pick(w, 2);
    c[0] = from_pool(w, p, ARRAY_POOL + a), c[1] = from_pool(w, p, ARRAY_INDEX[a]);
    return build(w, TERM_SELECT, (struct sort){0}, 0, 0, 2, c);
  }
  default: break;
  }
  c[0] = from_pool(w, p, v), c[1] = from_pool(w, p, v);
  return build(w, binary[pick(w, sizeof binary / sizeof *binary)], (struct sort){0}, 0, 0, 2, c);
}

static struct term random_bool(struct world *w, const struct pools *p) {
  static const enum term_kind compare[] = {TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE, TERM_EQ, TERM_EQ};
  struct term c[6];
  switch (pick(w, 6)) {
  case 0: c[0] = from_pool(w, p, 0); return build(w, TERM_NOT, (struct sort){0}, 0, 0, 1, c);
  case 1: {
    uint32_t n = 1 + pick(w, 5);
    for (uint32_t i = 0; i < n; i++) c[i] = from_pool(w, p, 0);
    return build(w, pick(w, 2) ? TERM_AND : TERM_OR, (struct sort){0}, 0, 0, n, c);
  }
  case 2:
    for (uint32_t i = 0; i < 3; i++) c[i] = from_pool(w, p, 0);
    if (pick(w, 2)) return build(w, TERM_ITE, (struct sort){0}, 0, 0, 3, c);
    return build(w, TERM_EQ, (struct sort){0}, 0, 0, 2, c);
  case 3:
    if (!pick(w, 3)) {
      uint32_t a = pick(w, 2);
      c[0] = from_pool(w, p, ARRAY_POOL + a), c[1] = from_pool(w, p, ARRAY_POOL + a);
      return build(w, TERM_EQ, (struct sort){0}, 0, 0, 2, c);
    } // fall through
  default: {
    uint32_t v = 1 + pick(w, MAX_WIDTH);
    c[0] = from_pool(w, p, v), c[1] = from_pool(w, p, v);
    return build(w, compare[pick(w, 6)], (struct sort){0}, 0, 0, 2, c);
  }
  }
}

static struct term random_array(struct world *w, const struct pools *p) {
  uint32_t a = pick(w, 2), index = ARRAY_INDEX[a], element = ARRAY_SHAPES[a].bits;
  struct term c[16] = {from_pool(w, p, ARRAY_POOL + a)};
  switch (pick(w, 5)) {
  case 0: {
    c[0] = from_pool(w, p, element);
    return build(w, TERM_ARRAY_CONST, pool_sort(w->tm, ARRAY_POOL + a), 0, 0, 1, c);
  }
  case 1: {
    uint32_t n = 1;
    for (uint32_t i = 0; i < (1u << index) && n < 14; i++)
      if (pick(w, 2)) c[n++] = term_bv(w->tm, index, i), c[n++] = from_pool(w, p, element);
    return build(w, TERM_STORES, (struct sort){0}, 0, 0, n, c);
  }
  case 2:
    c[1] = from_pool(w, p, index), c[2] = from_pool(w, p, ARRAY_POOL + a), c[3] = from_pool(w, p, index),
    c[4] = from_pool(w, p, index);
    return build(w, TERM_COPY, (struct sort){0}, 0, 0, 5, c);
  case 3:
    c[1] = from_pool(w, p, ARRAY_POOL + a), c[2] = c[0], c[0] = from_pool(w, p, 0);
    return build(w, TERM_ITE, (struct sort){0}, 0, 0, 3, c);
  default:
    c[1] = from_pool(w, p, index), c[2] = from_pool(w, p, element);
    return build(w, TERM_STORE, (struct sort){0}, 0, 0, 3, c);
  }
}

static uint64_t total_hits[RULE_COUNT];

static void count_hits(const struct terms *tm) {
  for (uint32_t i = 0; i < RULE_COUNT; i++) total_hits[i] += tm->hits[i];
}

static void test_random(void **state) {
  (void)state;
  for (uint32_t round = 0; round < (LESS > 1 ? 20 : 60); round++) {
    struct world w = {.tm = terms_new(), .random = rng_new(88172645463325252ull + round * 7919)};
    struct pools p = {0};
    pools_fill(&w, &p);
    for (uint32_t i = 0; i < 2500; i++) {
      uint32_t what = pick(&w, 8);
      struct term t = what < 4 ? random_bv(&w, &p) : what < 7 ? random_bool(&w, &p) : random_array(&w, &p);
      struct sort s = term_sort(w.tm, t);
      for (uint32_t k = 0; k < POOLS; k++)
        if (pool_sort(w.tm, k).id == s.id && p.of[k].size < 400) vec_term_push(&p.of[k], t);
    }
    // Shapes that chance seldom finds.
    for (uint32_t i = 0; i < 20; i++) {
      struct term x = from_pool(&w, &p, 4), k = term_bv(w.tm, 4, pick(&w, 16)), c[3];
      struct term r = build(&w, TERM_BV_UREM, (struct sort){0}, 0, 0, 2, (struct term[]){x, k});
      build(&w, TERM_BV_UREM, (struct sort){0}, 0, 0, 2, (struct term[]){r, k});
      c[0] = from_pool(&w, &p, ARRAY_POOL), c[1] = from_pool(&w, &p, ARRAY_INDEX[0]);
      c[2] = build(&w, TERM_SELECT, (struct sort){0}, 0, 0, 2, c);
      build(&w, TERM_STORE, (struct sort){0}, 0, 0, 3, c);
    }
    count_hits(w.tm);
    for (uint32_t k = 0; k < POOLS; k++) vec_term_release(&p.of[k]);
    world_free(&w);
  }
}

// All operations on all pairs of small terms: variables, all constants, and all operations on these, at one width each.
static void test_exhaustive(void **state) {
  (void)state;
  static const enum term_kind ops[] = {TERM_BV_ADD,  TERM_BV_MUL,  TERM_BV_UDIV,  TERM_BV_UREM, TERM_BV_SDIV,
                                       TERM_BV_SREM, TERM_BV_AND,  TERM_BV_OR,    TERM_BV_XOR,  TERM_BV_SHL,
                                       TERM_BV_LSHR, TERM_BV_ASHR, TERM_BV_ULT,   TERM_BV_ULE,  TERM_BV_SLT,
                                       TERM_BV_SLE,  TERM_EQ,      TERM_BV_CONCAT};
  enum { OPS = sizeof ops / sizeof *ops };
  for (uint32_t width = 1; width <= 4; width++) {
    struct world w = {.tm = terms_new(), .random = rng_new(4711 + width)};
    struct vec_term leaves = {0}, first = {0};
    vec_term_push(&leaves, variable(&w, sort_bv(w.tm, width), "x", 0, width));
    vec_term_push(&leaves, variable(&w, sort_bv(w.tm, width), "y", 1, width));
    for (uint32_t v = 0; v < 1u << width; v++) vec_term_push(&leaves, term_bv(w.tm, width, v));
    for (uint32_t i = 0; i < leaves.size; i++) vec_term_push(&first, leaves.data[i]);
    for (uint32_t i = 0; i < leaves.size; i++) {
      struct term a = leaves.data[i];
      vec_term_push(&first, build(&w, TERM_BV_NOT, (struct sort){0}, 0, 0, 1, &a));
      vec_term_push(&first, build(&w, TERM_BV_NEG, (struct sort){0}, 0, 0, 1, &a));
      for (uint32_t high = 0; high < width; high++)
        for (uint32_t low = 0; low <= high; low++) {
          struct term part = build(&w, TERM_BV_EXTRACT, (struct sort){0}, high, low, 1, &a);
          vec_term_push(&first, build(&w, TERM_BV_ZEXT, (struct sort){0}, width - term_width(w.tm, part), 0, 1, &part));
          vec_term_push(&first, build(&w, TERM_BV_SEXT, (struct sort){0}, width - term_width(w.tm, part), 0, 1, &part));
        }
      for (uint32_t j = 0; j < leaves.size; j++)
        for (uint32_t o = 0; o < OPS; o++) {
          struct term t = build(&w, ops[o], (struct sort){0}, 0, 0, 2, (struct term[]){a, leaves.data[j]});
          if (term_width(w.tm, t) == width) vec_term_push(&first, t);
          if (sort_kind(w.tm, term_sort(w.tm, t)) == SORT_BOOL)
            vec_term_push(&first, build(&w, TERM_ITE, (struct sort){0}, 0, 0, 3,
                                        (struct term[]){t, leaves.data[(i + o) % leaves.size], leaves.data[j]}));
        }
    }
    // Duplicates out.
    struct map_u32 seen = {0};
    struct vec_term distinct = {0};
    for (uint32_t i = 0; i < first.size; i++)
      if (!map_u32_find(&seen, first.data[i].id))
        map_u32_put(&seen, first.data[i].id, 1), vec_term_push(&distinct, first.data[i]);
    uint64_t pairs = (uint64_t)distinct.size * distinct.size * OPS, most = 25000 / LESS,
             sample = pairs > most ? most : pairs;
    for (uint64_t i = 0; i < sample; i++) {
      uint64_t k = sample == pairs ? i : next_random(&w) % pairs;
      struct term c[2] = {distinct.data[k / OPS % distinct.size], distinct.data[k / OPS / distinct.size]};
      build(&w, ops[k % OPS], (struct sort){0}, 0, 0, 2, c);
    }
    count_hits(w.tm);
    map_u32_release(&seen);
    vec_term_release(&distinct);
    vec_term_release(&first);
    vec_term_release(&leaves);
    world_free(&w);
  }
}

// Large trees of and, or and not over few atoms: heavy disjunctions and their negations.
static void test_bool_trees(void **state) {
  (void)state;
  struct world w = {.tm = terms_new(), .random = rng_new(99)};
  struct terms *tm = w.tm;
  struct vec_term pool = {0};
  for (int v = 0; v < 60; v++) {
    char name[8];
    snprintf(name, sizeof name, "p%d", v);
    vec_term_push(&pool, variable(&w, sort_bool(tm), name, 2, 1));
  }
  for (int i = 0; i < 4000; i++) {
    struct term c[16];
    uint32_t n = 2 + pick(&w, 10);
    for (uint32_t j = 0; j < n; j++) c[j] = pool.data[pick(&w, pool.size)];
    struct term t = build(&w, pick(&w, 2) ? TERM_AND : TERM_OR, (struct sort){0}, 0, 0, n, c);
    struct term no = build(&w, TERM_NOT, (struct sort){0}, 0, 0, 1, &t);
    assert_int_equal(term_not(tm, no).id, t.id);
    if (pool.size < 300) vec_term_push(&pool, pick(&w, 2) ? no : t);
  }
  count_hits(tm);
  vec_term_release(&pool);
  world_free(&w);
}

// --- particular things --------------------------------------------------------------------

static void test_hash_consing(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct sort s = sort_bv(tm, 32);
  assert_int_equal(s.id, sort_bv(tm, 32).id);
  assert_int_equal(sort_bv(tm, 1000).id, sort_bv(tm, 1000).id);
  assert_int_not_equal(sort_array(tm, s, s).id, sort_array(tm, s, sort_bv(tm, 8)).id);
  assert_int_equal(sort_float(tm, 8, 24).id, sort_float(tm, 8, 24).id);
  struct term x = term_var(tm, s, "x"), y = term_var(tm, s, "y");
  assert_int_equal(x.id, term_var(tm, s, "x").id);
  assert_int_equal(term_mul(tm, x, y).id, term_mul(tm, y, x).id);
  assert_int_equal(term_and(tm, term_ult(tm, x, y), term_slt(tm, x, y)).id,
                   term_and(tm, term_slt(tm, x, y), term_ult(tm, x, y)).id);
  struct term f = term_fresh(tm, s, "in"), g = term_fresh(tm, s, "in");
  assert_int_not_equal(f.id, g.id);
  assert_int_equal(term_var(tm, s, term_var_name(tm, g)).id, g.id);
  // Growth keeps everything.
  struct vec_term all = {0};
  struct term t = x;
  for (uint32_t i = 0; i < 100000; i++) {
    t = term_mul(tm, term_bvxor(tm, t, y), t);
    vec_term_push(&all, t);
  }
  t = x;
  for (uint32_t i = 0; i < 100000; i++) {
    t = term_mul(tm, term_bvxor(tm, t, y), t);
    assert_int_equal(all.data[i].id, t.id);
  }
  vec_term_release(&all);
  terms_free(tm);
}

static void test_big_constants(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  mpz_t z, back;
  mpz_inits(z, back, NULL);
  mpz_set_str(z, "123456789abcdef0fedcba98765432100f1e2d3c4b5a6978", 16);
  struct term a = term_bv_big(tm, 192, z);
  assert_int_equal(a.id, term_bv_big(tm, 192, z).id);
  term_value(tm, a, back);
  assert_int_equal(mpz_cmp(z, back), 0);
  // negative values are taken modulo 2^w
  mpz_set_si(z, -1);
  assert_int_equal(term_bv_big(tm, 130, z).id, bv_ones(tm, 130).id);
  assert_int_equal(term_bv_signed(tm, 130, -1).id, bv_ones(tm, 130).id);
  assert_true(bv_is_ones(tm, bv_ones(tm, 130)) && bv_is_ones(tm, bv_ones(tm, 128)) &&
              !bv_is_ones(tm, bv_max_signed(tm, 128)));
  assert_true(bv_is_min_signed(tm, bv_min_signed(tm, 129)) && !bv_is_min_signed(tm, bv_max_signed(tm, 129)));
  assert_int_equal(term_bvnot(tm, bv_min_signed(tm, 193)).id, bv_max_signed(tm, 193).id);
  assert_int_equal(term_neg(tm, term_bv(tm, 200, 1)).id, bv_ones(tm, 200).id);
  assert_int_equal(term_mul(tm, bv_ones(tm, 200), bv_ones(tm, 200)).id, term_bv(tm, 200, 1).id);
  assert_int_equal(term_udiv(tm, bv_ones(tm, 100), term_bv(tm, 100, 0)).id, bv_ones(tm, 100).id);
  assert_int_equal(term_sdiv(tm, bv_ones(tm, 100), term_bv(tm, 100, 0)).id, term_bv(tm, 100, 1).id);
  assert_int_equal(term_sdiv(tm, bv_min_signed(tm, 100), bv_ones(tm, 100)).id, bv_min_signed(tm, 100).id);
  assert_int_equal(term_extract(tm, 130, 100, bv_min_signed(tm, 131)).id, bv_min_signed(tm, 31).id);
  uint64_t v;
  assert_false(term_value64(tm, term_bv(tm, 65, 1), &v));
  assert_true(term_value64(tm, term_bv(tm, 64, UINT64_MAX), &v) && v == UINT64_MAX);
  // integers keep their sign
  mpz_ui_pow_ui(z, 7, 90);
  mpz_neg(z, z);
  struct term i = term_int(tm, z);
  term_value(tm, i, back);
  assert_int_equal(mpz_cmp(z, back), 0);
  assert_int_not_equal(term_int64(tm, -5).id, term_int64(tm, 5).id);
  // the one NaN
  struct sort f = sort_float(tm, 8, 24);
  assert_int_equal(term_float_bits64(tm, f, 0xffc12345).id, term_float_bits64(tm, f, 0x7f800001).id);
  assert_true(term_value64(tm, term_float_bits64(tm, f, 0x7f800001), &v) && v == 0x7fc00000);
  assert_true(term_value64(tm, term_float_bits64(tm, f, 0xff800000), &v) && v == 0xff800000);
  mpz_set_str(z, "ffff0000000000000000000000000001", 16);
  struct term nan = term_float_bits(tm, sort_float(tm, 15, 113), z);
  term_value(tm, nan, back);
  mpz_set_str(z, "7fff8000000000000000000000000000", 16);
  assert_int_equal(mpz_cmp(z, back), 0);
  mpz_clears(z, back, NULL);
  terms_free(tm);
}

static void test_bytes_come_together(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct sort s = sort_bv(tm, 32), byte = sort_bv(tm, 8);
  struct term x = term_var(tm, s, "x"), y = term_var(tm, s, "y"), c = term_var(tm, byte, "c"),
              d = term_var(tm, byte, "d"), p = term_var(tm, sort_bool(tm), "p");
  struct term values[] = {x,
                          term_zext(tm, c, 32),
                          term_sext(tm, c, 32),
                          term_bool_to_bv(tm, p, 32),
                          term_bvnot(tm, x),
                          term_add(tm, x, y),
                          term_bvand(tm, x, y),
                          term_bvand(tm, x, term_bv(tm, 32, 0xff0ff)),
                          term_bvor(tm, x, term_bv(tm, 32, 0x100)),
                          term_add(tm, term_sext(tm, c, 32), term_sext(tm, d, 32)),
                          term_mul(tm, x, term_bv(tm, 32, 4)),
                          term_ite(tm, p, x, y),
                          term_neg(tm, term_zext(tm, c, 32)),
                          term_sext(tm, term_extract(tm, 15, 0, x), 32),
                          term_lshr(tm, x, term_bv(tm, 32, 5)),
                          term_ashr(tm, x, term_bv(tm, 32, 5)),
                          term_shl(tm, x, term_bv(tm, 32, 5))};
  struct term memory = term_var(tm, sort_array(tm, sort_bv(tm, 64), byte), "m");
  for (uint32_t v = 0; v < sizeof values / sizeof *values; v++) {
    struct term t = values[v], m = memory, left, right = TERM_NONE;
    for (uint32_t i = 0; i < 4; i++)
      m = term_store(tm, m, term_bv(tm, 64, 1000 + i), term_extract(tm, 8 * i + 7, 8 * i, t));
    left = term_select(tm, m, term_bv(tm, 64, 1003));
    for (uint32_t i = 3; i-- > 0;) left = term_concat(tm, left, term_select(tm, m, term_bv(tm, 64, 1000 + i)));
    for (uint32_t i = 0; i < 4; i++) {
      struct term b = term_select(tm, m, term_bv(tm, 64, 1000 + i));
      right = i ? term_concat(tm, b, right) : b;
    }
    if (left.id != t.id || right.id != t.id) {
      struct text text = {0};
      term_print_smt(tm, t, &text);
      text_add(&text, "\nfrom the left: ");
      term_print_smt(tm, left, &text);
      text_add(&text, "\nfrom the right: ");
      term_print_smt(tm, right, &text);
      fail_msg("value %u: %s", v, text_cstr(&text));
    }
  }
  // b0 | b1 << 8 written by hand
  struct term by_hand = term_bvor(tm, term_zext(tm, term_extract(tm, 7, 0, x), 32),
                                  term_shl(tm, term_zext(tm, term_extract(tm, 15, 8, x), 32), term_bv(tm, 32, 8)));
  assert_int_equal(by_hand.id, term_zext(tm, term_extract(tm, 15, 0, x), 32).id);
  terms_free(tm);
}

static void test_truth_values(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct term x = term_var(tm, sort_bv(tm, 32), "x"), y = term_var(tm, sort_bv(tm, 32), "y"), c = term_slt(tm, x, y),
              zero = term_bv(tm, 32, 0);
  struct term t = c;
  for (int i = 0; i < 5; i++) {
    t = term_bool_to_bv(tm, t, 1);
    t = term_bv_to_bool(tm, term_sext(tm, t, 8));
    t = term_not(tm, term_eq(tm, term_zext(tm, term_bool_to_bv(tm, t, 8), 32), zero));
    t = term_not(tm, term_bv_to_bool(tm, term_bvxor(tm, term_bool_to_bv(tm, t, 32), term_bv(tm, 32, 1))));
  }
  assert_int_equal(t.id, c.id);
  // x < 10 and not (x <= 9), for both orders
  struct term ten = term_bv(tm, 32, 10), nine = term_bv(tm, 32, 9);
  assert_int_equal(term_ult(tm, x, ten).id, term_ule(tm, x, nine).id);
  assert_int_equal(term_not(tm, term_slt(tm, x, ten)).id, term_slt(tm, nine, x).id);
  assert_true(term_is_false(tm, term_and(tm, term_slt(tm, x, ten), term_slt(tm, nine, x))));
  assert_true(term_is_true(tm, term_or(tm, term_slt(tm, x, y), term_sle(tm, y, x))));
  terms_free(tm);
}

static void test_large_arrays(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct sort s = sort_array(tm, sort_bv(tm, 64), sort_bv(tm, 32));
  enum { N = 1000000 / LESS };
  uint64_t *index = mem_alloc(N * sizeof *index);
  struct term *value = mem_alloc(N * sizeof *value);
  for (uint32_t i = 0; i < N; i++) index[i] = 4 * (uint64_t)i + 1000, value[i] = term_bv(tm, 32, i % 1000 + 1);
  double start = processor_seconds();
  struct term zero = term_array_const(tm, s, term_bv(tm, 32, 0)), a = term_stores(tm, zero, N, index, value);
  assert_true(term_is_const(tm, a));
  for (uint32_t i = 0; i < N; i++) {
    struct term v = term_select(tm, a, term_bv(tm, 64, index[i]));
    if (v.id != value[i].id) fail();
  }
  assert_true(bv_is_zero(tm, term_select(tm, a, term_bv(tm, 64, 999))));
  // Writing single cells on top must not copy the million.
  struct term b = a;
  for (uint32_t i = 0; i < 20000; i++)
    b = term_store(tm, b, term_bv(tm, 64, 7 + 8 * (uint64_t)(i * 7919u % 100000)), term_bv(tm, 32, i + 5000));
  for (uint32_t i = 0; i < 20000; i++) {
    struct term v = term_select(tm, b, term_bv(tm, 64, 7 + 8 * (uint64_t)(i * 7919u % 100000)));
    uint64_t bits;
    assert_true(term_value64(tm, v, &bits) && bits == i + 5000);
  }
  double seconds = processor_seconds() - start;
  assert_true(seconds < 2.0 * SLOWER); // about one without sanitizers
  // A symbolic read stays one term; a symbolic store below a constant read is an ite.
  struct term i = term_var(tm, sort_bv(tm, 64), "i"), j = term_var(tm, sort_bv(tm, 64), "j");
  assert_int_equal(term_kind(tm, term_select(tm, a, i)), TERM_SELECT);
  struct term c = term_store(tm, a, i, term_bv(tm, 32, 77)), v = term_select(tm, c, term_bv(tm, 64, 1000));
  assert_int_equal(v.id,
                   term_ite(tm, term_eq(tm, i, term_bv(tm, 64, 1000)), term_bv(tm, 32, 77), term_bv(tm, 32, 1)).id);
  assert_int_equal(term_select(tm, c, i).id, term_bv(tm, 32, 77).id);
  assert_int_equal(term_store(tm, c, i, term_select(tm, c, i)).id, c.id);
  // i + 1 and i + 2 differ whatever i is
  struct term d = term_store(tm, c, term_add(tm, i, term_bv(tm, 64, 1)), term_bv(tm, 32, 5));
  assert_int_equal(term_select(tm, d, term_add(tm, i, term_bv(tm, 64, 2))).id,
                   term_select(tm, c, term_add(tm, i, term_bv(tm, 64, 2))).id);
  // A fill is one term and reads at constant indices see through it.
  struct term fill = term_copy(tm, a, term_bv(tm, 64, 5000), term_array_const(tm, s, term_bv(tm, 32, 9)), j,
                               term_bv(tm, 64, 1u << 30));
  assert_int_equal(term_select(tm, fill, term_bv(tm, 64, 5000)).id, term_bv(tm, 32, 9).id);
  assert_int_equal(term_select(tm, fill, term_bv(tm, 64, 4996)).id, term_bv(tm, 32, 1000).id);
  mem_free(index);
  mem_free(value);
  terms_free(tm);
}

// Constant arrays built in different ways are equal iff they are the same function.
static void test_constant_arrays(void **state) {
  (void)state;
  struct world w = {.tm = terms_new(), .random = rng_new(31337)};
  struct terms *tm = w.tm;
  for (uint32_t width = 1; width <= 8; width++) {
    struct sort s = sort_array(tm, sort_bv(tm, width), sort_bv(tm, 8));
    uint32_t cells = 1u << width;
    enum { POOL = 40 };
    struct term pool[POOL];
    uint8_t content[POOL][256];
    for (uint32_t i = 0; i < POOL; i++) {
      if (i < 3) {
        pool[i] = term_array_const(tm, s, term_bv(tm, 8, i));
        memset(content[i], (int)i, cells);
        continue;
      }
      uint32_t j = pick(&w, i), k = pick(&w, i);
      memcpy(content[i], content[j], cells);
      pool[i] = pool[j];
      if (pick(&w, 2)) {
        for (uint32_t n = pick(&w, 2 * cells); n; n--) {
          uint32_t at = pick(&w, cells), v = pick(&w, 3);
          content[i][at] = (uint8_t)v;
          pool[i] = term_store(tm, pool[i], term_bv(tm, width, at), term_bv(tm, 8, v));
        }
      } else {
        uint32_t d = pick(&w, cells), from = pick(&w, cells), n = pick(&w, cells);
        for (uint32_t c = 0; c < n; c++) content[i][(d + c) % cells] = content[k][(from + c) % cells];
        pool[i] =
            term_copy(tm, pool[j], term_bv(tm, width, d), pool[k], term_bv(tm, width, from), term_bv(tm, width, n));
      }
      assert_true(term_is_const(tm, pool[i]));
      for (uint32_t c = 0; c < cells; c++)
        assert_int_equal(term_select(tm, pool[i], term_bv(tm, width, c)).id, term_bv(tm, 8, content[i][c]).id);
      for (uint32_t c = 0; c <= i; c++) {
        bool same = !memcmp(content[i], content[c], cells);
        assert_int_equal(term_eq(tm, pool[i], pool[c]).id, term_bool(tm, same).id);
        assert_int_equal(array_canonical(tm, pool[i]).id == array_canonical(tm, pool[c]).id, same);
      }
    }
  }
  // Long runs
  struct sort s = sort_array(tm, sort_bv(tm, 64), sort_bv(tm, 8));
  struct term zero = term_array_const(tm, s, term_bv(tm, 8, 0)), one = term_array_const(tm, s, term_bv(tm, 8, 1)),
              n = term_bv(tm, 64, 1ull << 62), m = term_bv(tm, 64, 0);
  struct term a = term_copy(tm, zero, n, one, m, n),
              b = term_copy(tm, term_copy(tm, zero, n, one, m, term_bv(tm, 64, 1ull << 61)),
                            term_bv(tm, 64, 3ull << 61), one, n, term_bv(tm, 64, 1ull << 61));
  assert_int_not_equal(a.id, b.id);
  assert_true(term_is_true(tm, term_eq(tm, a, b)));
  assert_true(term_is_false(tm, term_eq(tm, a, term_store(tm, b, n, term_bv(tm, 8, 0)))));
  // arrays of arrays, and over Bool
  struct sort nested = sort_array(tm, sort_bv(tm, 8), s);
  assert_true(term_is_true(tm, term_eq(tm, term_array_const(tm, nested, a), term_array_const(tm, nested, b))));
  struct sort over_bool = sort_array(tm, sort_bool(tm), sort_bv(tm, 8));
  struct term p = term_array_const(tm, over_bool, term_bv(tm, 8, 1)),
              q = term_array_const(tm, over_bool, term_bv(tm, 8, 2));
  assert_true(term_is_true(tm, term_eq(tm, term_store(tm, p, term_true(tm), term_bv(tm, 8, 2)),
                                       term_store(tm, q, term_false(tm), term_bv(tm, 8, 1)))));
  count_hits(tm);
  world_free(&w);
}

static void test_integers(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct sort s = sort_int(tm);
  struct term x = term_var(tm, s, "x"), y = term_var(tm, s, "y");
#define INT2(kind, a, b) term_make(tm, TERM_INT_##kind, s, 0, 0, 2, (struct term[]){a, b})
#define I(v) term_int64(tm, v)
  for (int a = -7; a <= 7; a++)
    for (int b = -7; b <= 7; b++) {
      assert_int_equal(INT2(ADD, I(a), I(b)).id, I(a + b).id);
      assert_int_equal(INT2(MUL, I(a), I(b)).id, I(a * b).id);
      assert_int_equal(INT2(LE, I(a), I(b)).id, term_bool(tm, a <= b).id);
      assert_int_equal(INT2(LT, I(a), I(b)).id, term_bool(tm, a < b).id);
      if (!b) continue;
      int r = a % b < 0 ? a % b + (b < 0 ? -b : b) : a % b;
      assert_int_equal(INT2(MOD, I(a), I(b)).id, I(r).id);
      assert_int_equal(INT2(DIV, I(a), I(b)).id, I((a - r) / b).id);
    }
  assert_int_equal(INT2(ADD, INT2(ADD, x, I(3)), INT2(ADD, I(-3), y)).id, INT2(ADD, x, y).id);
  assert_int_equal(INT2(ADD, I(2), INT2(ADD, I(-2), x)).id, x.id);
  assert_int_equal(INT2(MUL, I(2), INT2(MUL, I(3), x)).id, INT2(MUL, x, I(6)).id);
  assert_int_equal(INT2(MUL, I(0), x).id, I(0).id);
  assert_int_equal(INT2(DIV, x, I(1)).id, x.id);
  assert_true(term_is_false(tm, INT2(LT, x, x)));
  assert_int_equal(term_not(tm, INT2(LT, x, y)).id, INT2(LE, y, x).id);
  assert_int_equal(term_eq(tm, I(5), INT2(ADD, I(3), x)).id, term_eq(tm, I(2), x).id);
  struct term v = term_var(tm, sort_bv(tm, 8), "v"), wide = term_zext(tm, v, 16);
  struct term n = term_make(tm, TERM_INT_FROM_BV, s, 0, 0, 1, &wide);
  assert_int_equal(term_make(tm, TERM_INT_TO_BV, sort_bv(tm, 16), 0, 0, 1, &n).id, wide.id);
  assert_int_equal(term_make(tm, TERM_INT_TO_BV, sort_bv(tm, 4), 0, 0, 1, &n).id, term_extract(tm, 3, 0, v).id);
  struct term minus = I(-1);
  assert_int_equal(term_make(tm, TERM_INT_TO_BV, sort_bv(tm, 16), 0, 0, 1, &minus).id, bv_ones(tm, 16).id);
  count_hits(tm);
  terms_free(tm);
}

static void test_free_variables(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct sort s = sort_bv(tm, 32);
  enum { N = 3000 };
  struct term sum = term_bv(tm, 32, 0), all[N];
  uint32_t n;
  for (uint32_t i = 0; i < N; i++) {
    all[i] = term_fresh(tm, s, "v");
    sum = term_bvxor(tm, term_mul(tm, sum, sum), all[i]);
    if (i % 100) continue;
    const uint32_t *ids = term_free_vars(tm, term_ult(tm, sum, term_bv(tm, 32, 7 + i)), &n);
    assert_int_equal(n, i + 1);
    for (uint32_t k = 0; k < n; k++) assert_int_equal(ids[k], all[k].id);
  }
  const uint32_t *once = term_free_vars(tm, sum, &n);
  assert_ptr_equal(once, term_free_vars(tm, sum, &n));
  term_free_vars(tm, term_bv(tm, 32, 5), &n);
  assert_int_equal(n, 0);
  assert_int_equal(term_dag_size(tm, term_mul(tm, all[0], all[0])), 2);
  // A long chain does not recurse.
  struct term t = all[0];
  for (uint32_t i = 0; i < 300000; i++) t = term_bvxor(tm, term_mul(tm, t, t), all[1]);
  term_free_vars(tm, t, &n);
  assert_int_equal(n, 2);
  assert_int_equal(term_dag_size(tm, t), 2 + 2 * 300000);
  terms_free(tm);
}

// Long chains of every kind that rewriting looks into: nothing may recurse along them.
static void test_deep_terms(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct sort s = sort_bv(tm, 16), m = sort_array(tm, s, s);
  struct term x = term_var(tm, s, "x"), y = term_var(tm, s, "y"), p = term_var(tm, sort_bool(tm), "p");
  struct term sum = x, sum2 = y, ites = x, junction = p, array = term_var(tm, m, "a"), other = term_var(tm, m, "b"),
              copies = array, nested = p;
  for (uint32_t i = 0; i < 50000; i++) {
    char name[16];
    snprintf(name, sizeof name, "z%u", i);
    struct term z = term_var(tm, s, name), c = term_slt(tm, z, x);
    sum = term_add(tm, sum, z);
    sum2 = term_add(tm, sum2, z);
    ites = term_ite(tm, c, term_bv(tm, 16, i), ites);
    junction = i % 2 ? term_and(tm, junction, c) : term_or(tm, junction, c);
    nested = term_not(tm, term_and(tm, nested, c));
    array = i % 3 ? term_store(tm, array, z, x) : term_ite(tm, c, array, other);
    if (i < 2000) copies = term_copy(tm, copies, z, copies, x, y);
    if (i % 1000) continue;
    term_eq(tm, sum, sum2);
    term_ite(tm, p, sum, sum2);
    term_eq(tm, term_bv(tm, 16, 5), ites);
    term_add(tm, ites, term_bv(tm, 16, 1));
    term_not(tm, junction);
    term_select(tm, array, term_bv(tm, 16, 3));
    term_select(tm, array, y);
    term_select(tm, copies, y);
    term_neg(tm, sum);
  }
  terms_free(tm);
}

static int unused_rules;

static void print_unused(void *context, const char *rule, uint64_t hits) {
  (void)hits;
  uint32_t *i = context;
  if (!total_hits[*i] && strncmp(rule, "FP_", 3)) {
    print_error("rule %s never fired\n", rule);
    unused_rules++;
  }
  ++*i;
}

static void test_every_rule_fires(void **state) {
  (void)state;
  if (LESS > 1) skip(); // too little was tried
  struct terms *tm = terms_new();
  uint32_t i = 0;
  terms_rule_hits(tm, print_unused, &i);
  assert_int_equal(i, RULE_COUNT);
  assert_int_equal(unused_rules, 0);
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hash_consing),
      cmocka_unit_test(test_big_constants),
      cmocka_unit_test(test_bytes_come_together),
      cmocka_unit_test(test_truth_values),
      cmocka_unit_test(test_large_arrays),
      cmocka_unit_test(test_constant_arrays),
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_free_variables),
      cmocka_unit_test(test_deep_terms),
      cmocka_unit_test(test_bool_trees),
      cmocka_unit_test(test_exhaustive),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_every_rule_fires),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
