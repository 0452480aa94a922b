// The native back end against Z3: random conjunctions over Bool and bit-vectors, each operator at many widths.
#include "solve/backend.h"
#include "term/model.h"
#include "random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct maker {
  struct terms *tm;
  struct rng rng;
  uint32_t width;
  struct term pool[64];
  uint32_t size;
};

static uint32_t below(struct maker *m, uint32_t n) { return (uint32_t)rng_below(&m->rng, n); }

static struct term pick(struct maker *m) { return m->pool[below(m, m->size)]; }

static struct term fit(struct maker *m, struct term t) {
  uint32_t w = term_width(m->tm, t);
  if (w > m->width) return term_extract(m->tm, m->width - 1, 0, t);
  return below(m, 2) ? term_zext(m->tm, t, m->width) : term_sext(m->tm, t, m->width);
}

static struct term compare(struct maker *m) {
  struct term a = pick(m), b = pick(m);
  switch (below(m, 5)) {
  case 0: return term_eq(m->tm, a, b);
  case 1: return term_ult(m->tm, a, b);
  case 2: return term_ule(m->tm, a, b);
  case 3: return term_slt(m->tm, a, b);
  default: return term_sle(m->tm, a, b);
  }
}

static struct term operation(struct maker *m) {
  struct terms *tm = m->tm;
  struct term a = pick(m), b = pick(m);
  uint32_t low = below(m, m->width), high = low + below(m, m->width - low);
  switch (below(m, 20)) {
  case 0: return term_bvnot(tm, a);
  case 1: return term_neg(tm, a);
  case 2: return term_add(tm, a, b);
  case 3: return term_mul(tm, a, b);
  case 4: return term_udiv(tm, a, b);
  case 5: return term_urem(tm, a, b);
  case 6: return term_sdiv(tm, a, b);
  case 7: return term_srem(tm, a, b);
  case 8: return term_bvand(tm, a, b);
  case 9: return term_bvor(tm, a, b);
  case 10: return term_bvxor(tm, a, b);
  case 11: return term_shl(tm, a, b);
  case 12: return term_lshr(tm, a, b);
  case 13: return term_ashr(tm, a, b);
  case 14: return fit(m, term_concat(tm, a, b));
  case 15: return fit(m, term_extract(tm, high, low, a));
  case 16: return term_ite(tm, compare(m), a, b);
  case 17: return term_bool_to_bv(tm, compare(m), m->width);
  case 18: return term_bv(tm, m->width, below(m, 1000));
  default: return term_sub(tm, a, b);
  }
}

static struct term random_formula(struct maker *m) {
  struct term t = compare(m);
  for (uint32_t i = below(m, 3); i > 0; i--)
    t = below(m, 2) ? term_or(m->tm, t, term_not(m->tm, compare(m))) : term_and(m->tm, t, compare(m));
  return below(m, 2) ? t : term_not(m->tm, t);
}

static void compare_backends(uint64_t seed, uint32_t rounds, uint32_t max_width) {
  struct terms *tm = terms_new();
  struct limits limits = {0};
  struct backend *native = native_backend.open(tm, &limits), *z3 = z3_backend.open(tm, &limits);
  struct maker m = {.tm = tm, .rng = rng_new(seed)};
  uint32_t counts[3] = {0};
  for (uint32_t round = 0; round < rounds; round++) {
    m.width = 1 + below(&m, max_width);
    char name[32];
    m.size = 0;
    for (uint32_t i = 0; i < 3; i++) {
      snprintf(name, sizeof name, "v%u:%u", i, m.width);
      m.pool[m.size++] = term_var(tm, sort_bv(tm, m.width), name);
    }
    for (uint32_t i = 0; i < 6; i++) {
      struct term t = operation(&m);
      m.pool[m.size++] = t;
    }
    struct term conjuncts[4];
    uint32_t n = 1 + below(&m, 4), k = 0;
    for (uint32_t i = 0; i < n; i++) {
      struct term t = random_formula(&m);
      if (!term_is_const(tm, t)) conjuncts[k++] = t;
    }
    if (!k) continue;
    enum answer a = native_backend.check(native, k, conjuncts, 0, NULL, 0.1),
                b = z3_backend.check(z3, k, conjuncts, 0, NULL, 0.1);
    counts[a]++;
    if (a == ANSWER_SAT) {
      struct model *model = model_new(tm);
      for (uint32_t i = 0; i < 3; i++) model_set(model, m.pool[i], native_backend.value(native, m.pool[i]));
      for (uint32_t i = 0; i < k; i++) assert_true(model_holds(model, conjuncts[i]));
      model_unref(model);
    }
    if (a == ANSWER_UNKNOWN || b == ANSWER_UNKNOWN) continue;
    assert_int_equal(a, b);
    if (a != ANSWER_UNSAT) continue;
    uint32_t size;
    const uint32_t *core = native_backend.core(native, &size);
    struct term part[4];
    assert_in_range(size, 1, k);
    for (uint32_t i = 0; i < size; i++) part[i] = conjuncts[core[i]];
    assert_int_not_equal(z3_backend.check(z3, size, part, 0, NULL, 0.1), ANSWER_SAT);
  }
  assert_true(counts[ANSWER_SAT] > rounds / 10 && counts[ANSWER_UNSAT] > rounds / 50);
  native_backend.close(native);
  z3_backend.close(z3);
  terms_free(tm);
}

static void small_widths(void **state) {
  (void)state;
  compare_backends(0x9e3779b97f4a7c15u, 3000, 6);
}

static void large_widths(void **state) {
  (void)state;
  compare_backends(0xd1b54a32d192ed03u, 100, 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(small_widths), cmocka_unit_test(large_widths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
