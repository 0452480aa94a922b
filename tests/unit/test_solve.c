// The solver: scopes, assumptions, cores, models of every sort, limits, paths, caches.
#include "base/memory/map.h"
#include "solve/solver.h"
#include "solve/arrays/array_elimination.h"
#include "solve/path.h"
#include "solve/range.h"
#include "random.h"
#include "timing.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>
#include <cmocka.h>
#include "fixture.h"

static struct fixture *start(bool caches) {
  struct fixture *f = mem_alloc(sizeof *f);
  fixture_init(f);
  fixture_solver(f, &(struct solver_config){.backend = "z3", .caches = caches});
  return f;
}

static void finish(struct fixture *f) {
  fixture_release(f);
  mem_free(f);
}

static struct term bv_var(struct fixture *f, uint32_t width, const char *name) {
  return term_var(f->tm, sort_bv(f->tm, width), name);
}
static struct term k(struct fixture *f, struct term like, uint64_t value) {
  return term_bv(f->tm, term_width(f->tm, like), value);
}

static void check_sat(struct fixture *f, uint32_t n, const struct term *assumptions) {
  assert_int_equal(solver_check(f->s, n, assumptions), ANSWER_SAT);
  struct model *m = solver_model(f->s);
  for (uint32_t i = 0; i < n; i++) assert_true(model_holds(m, assumptions[i]));
  model_unref(m);
}

static void sat_one(struct fixture *f, struct term t) { check_sat(f, 1, &t); }
static void unsat_one(struct fixture *f, struct term t) { assert_int_equal(solver_check(f->s, 1, &t), ANSWER_UNSAT); }

static void test_scopes(void **state) {
  (void)state;
  for (int caches = 0; caches < 2; caches++) {
    struct fixture *f = start(caches);
    struct terms *tm = f->tm;
    struct term x = bv_var(f, 32, "x"), y = bv_var(f, 32, "y");
    solver_assert(f->s, term_ult(tm, x, y));
    assert_int_equal(solver_check(f->s, 0, NULL), ANSWER_SAT);
    solver_push(f->s);
    solver_assert(f->s, term_ult(tm, y, term_add(tm, x, k(f, x, 1))));
    // x < y < x + 1 is impossible: without wrapping x < y <= x; with wrapping x + 1 = 0.
    assert_int_equal(solver_check(f->s, 0, NULL), ANSWER_UNSAT);
    uint32_t n;
    solver_core(f->s, &n);
    assert_int_equal(n, 0);
    solver_pop(f->s);
    assert_int_equal(solver_check(f->s, 0, NULL), ANSWER_SAT);
    struct model *m = solver_model(f->s);
    assert_true(model_holds(m, term_ult(tm, x, y)));
    model_unref(m);
    finish(f);
  }
}

static void test_cores(void **state) {
  (void)state;
  for (int caches = 0; caches < 2; caches++) {
    struct fixture *f = start(caches);
    struct terms *tm = f->tm;
    struct term x = bv_var(f, 32, "x"), y = bv_var(f, 32, "y"), z = bv_var(f, 32, "z"), u = bv_var(f, 8, "u");
    solver_assert(f->s, term_eq(tm, z, term_add(tm, x, y)));
    struct term a[4] = {
        term_eq(tm, term_bvand(tm, x, k(f, x, 1)), k(f, x, 0)), // x even
        term_ult(tm, u, k(f, u, 7)),                            // beside the point
        term_eq(tm, term_bvand(tm, y, k(f, y, 1)), k(f, y, 0)), // y even
        term_eq(tm, term_bvand(tm, z, k(f, z, 1)), k(f, z, 1)), // z odd
    };
    for (int round = 0; round < 2; round++) { // the second from the cache
      assert_int_equal(solver_check(f->s, 4, a), ANSWER_UNSAT);
      uint32_t n;
      const struct term *core = solver_core(f->s, &n);
      assert_int_equal(n, 3);
      for (uint32_t i = 0; i < n; i++) assert_true(!term_same(core[i], a[1]));
    }
    check_sat(f, 3, a);
    if (caches) assert_int_equal(f->stats.queries_cached, 1);
    finish(f);
  }
}

static void test_models_bits(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  static const uint32_t widths[] = {1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 100, 128, 200};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    char name[16];
    snprintf(name, sizeof name, "w%u", widths[i]);
    struct term x = bv_var(f, widths[i], name), ones = term_bvnot(tm, k(f, x, 0));
    struct term near = term_eq(tm, term_bvxor(tm, x, term_lshr(tm, x, k(f, x, 1))), ones);
    sat_one(f, near);
    struct term wide = term_concat(tm, x, x);
    sat_one(f, term_eq(tm, term_extract(tm, widths[i], widths[i], wide), term_bv(tm, 1, 1)));
  }
  struct term b = term_var(tm, sort_bool(tm), "b"), x = bv_var(f, 32, "x");
  sat_one(f, term_eq(tm, b, term_ult(tm, x, term_mul(tm, x, x))));
  finish(f);
}

static void test_models_float(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  static const uint32_t formats[][2] = {{8, 24}, {11, 53}, {15, 64}, {15, 113}};
  for (size_t i = 0; i < 4; i++) {
    struct sort s = sort_float(tm, formats[i][0], formats[i][1]);
    char name[16];
    snprintf(name, sizeof name, "f%zu", i);
    struct term x = term_var(tm, s, name), rne = term_rne(tm);
    struct term one = term_fp_from_int(tm, s, rne, term_bv(tm, 32, 1), true),
                two = term_fp_from_int(tm, s, rne, term_bv(tm, 32, 2), true);
    // 1 < x < 2, x - 1 + 1 = x
    struct term less = term_fp(tm, TERM_FP_LT, 2, (struct term[]){one, x}),
                more = term_fp(tm, TERM_FP_LT, 2, (struct term[]){x, two});
    struct term minus = term_fp(tm, TERM_FP_SUB, 3, (struct term[]){rne, x, one});
    struct term back = term_fp(tm, TERM_FP_ADD, 3, (struct term[]){rne, minus, one});
    struct term all[3] = {less, more, term_fp(tm, TERM_FP_EQ, 2, (struct term[]){back, x})};
    check_sat(f, 3, all);
    if (i == 0) { // exact by Sterbenz' lemma; proving that takes long for wider formats
      all[2] = term_not(tm, all[2]);
      assert_int_equal(solver_check(f->s, 3, all), ANSWER_UNSAT);
    }
    sat_one(f, term_fp(tm, TERM_FP_IS_NAN, 1, &x));
    sat_one(f, term_fp(tm, TERM_FP_IS_SUBNORMAL, 1, &x));
    struct term self = term_fp(tm, TERM_FP_EQ, 2, (struct term[]){x, x});
    sat_one(f, term_not(tm, self));
    sat_one(f, term_and(tm, term_fp(tm, TERM_FP_IS_ZERO, 1, &x), term_fp(tm, TERM_FP_IS_NEGATIVE, 1, &x)));
    // Truncation of a value in range, both ways.
    struct term rtz = term_bv(tm, 3, 4), whole = term_fp_to_int(tm, 32, rtz, x, true);
    struct term in_range[2] = {
        term_eq(tm, whole, term_bv_signed(tm, 32, -5)),
        term_not(tm, term_fp(tm, TERM_FP_EQ, 2, (struct term[]){x, term_fp_from_int(tm, s, rne, whole, true)}))};
    check_sat(f, 2, in_range);
  }
  finish(f);
}

// The remainder has no circuit: facts and refinement.
static void test_remainder(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  struct sort s = sort_float(tm, 11, 53);
  struct term x = term_var(tm, s, "x"), y = term_var(tm, s, "y"), rne = term_rne(tm);
  struct term c[6];
  static const unsigned values[6] = {360, 100, 7, 3, 1000, 0};
  for (int i = 0; i < 6; i++) c[i] = term_fp_from_int(tm, s, rne, term_bv(tm, 32, values[i]), true);
  struct term r = term_fp(tm, TERM_FP_REM, 2, (struct term[]){x, c[0]});
  struct term large = term_fp(tm, TERM_FP_LT, 2, (struct term[]){c[1], r});
  sat_one(f, large);
  sat_one(f, term_fp(tm, TERM_FP_IS_NAN, 1, &r));
  struct term beyond = term_fp(tm, TERM_FP_LT, 2, (struct term[]){c[0], r});
  unsat_one(f, beyond); // it is never above the divisor
  struct term seven = term_fp(tm, TERM_FP_REM, 2, (struct term[]){c[2], y});
  struct term both[3] = {
      term_eq(tm, y, c[3]),
      term_fp(tm, TERM_FP_EQ, 2, (struct term[]){seven, term_fp_from_int(tm, s, rne, term_bv(tm, 32, 1), true)})};
  check_sat(f, 2, both);
  both[1] = term_not(tm, both[1]); // 7 rem 3 is 1
  assert_int_equal(solver_check(f->s, 2, both), ANSWER_UNSAT);
  struct term x_is[3] = {term_fp(tm, TERM_FP_LE, 2, (struct term[]){c[5], x}),
                         term_fp(tm, TERM_FP_LT, 2, (struct term[]){x, c[1]}),
                         term_not(tm, term_fp(tm, TERM_FP_EQ, 2, (struct term[]){x, r}))};
  assert_int_equal(solver_check(f->s, 3, x_is), ANSWER_UNSAT);
  assert_int_equal(f->stats.models_refused, 0);
  finish(f);
}

// The facts about remainders hold for all pairs of a small format.
static void test_remainder_facts(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  struct sort s = sort_float(tm, 3, 4);
  struct term x = term_var(tm, s, "x"), y = term_var(tm, s, "y");
  struct arrays *l = arrays_new(tm);
  struct term r = term_fp(tm, TERM_FP_REM, 2, (struct term[]){x, y});
  struct term t = arrays_apply(l, term_fp(tm, TERM_FP_IS_ZERO, 1, &r));
  struct vec_term facts = {0}, aux = {0};
  arrays_facts(l, 1, &t, &facts, &aux);
  assert_int_equal(aux.size, 1);
  assert_int_equal(facts.size, 3);
  for (uint64_t a = 0; a < 128; a++) {
    for (uint64_t b = 0; b < 128; b++) {
      struct model *m = model_new(tm);
      model_set(m, x, term_float_bits64(tm, s, a));
      model_set(m, y, term_float_bits64(tm, s, b));
      struct term value = model_eval(m, r);
      model_set(m, aux.data[0], value);
      for (uint32_t i = 0; i < facts.size; i++) assert_true(model_holds(m, facts.data[i]));
      struct vec_term none = {0};
      assert_false(arrays_refine(l, &aux, m, &none));
      vec_term_release(&none);
      model_unref(m);
    }
  }
  vec_term_release(&facts);
  vec_term_release(&aux);
  arrays_free(l);
  finish(f);
}

static void test_models_arrays(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  struct sort s = sort_array(tm, sort_bv(tm, 32), sort_bv(tm, 8));
  struct term a = term_var(tm, s, "a"), b = term_var(tm, s, "b"), i = bv_var(f, 32, "i"), j = bv_var(f, 32, "j");
  struct term ai = term_select(tm, a, i), aj = term_select(tm, a, j), five = term_bv(tm, 8, 5);
  struct term all[4] = {term_eq(tm, ai, five), term_eq(tm, aj, term_bv(tm, 8, 6)), term_ult(tm, i, term_bv(tm, 32, 3)),
                        term_ult(tm, j, term_bv(tm, 32, 3))};
  check_sat(f, 4, all);
  struct term clash[3] = {all[0], all[1], term_eq(tm, i, j)};
  assert_int_equal(solver_check(f->s, 3, clash), ANSWER_UNSAT);
  // Reads of reads.
  struct term inner = term_select(tm, b, i), index = term_zext(tm, inner, 32);
  struct term nested[3] = {term_eq(tm, term_select(tm, a, index), five),
                           term_eq(tm, term_select(tm, a, j), term_bv(tm, 8, 9)), term_eq(tm, j, index)};
  assert_int_equal(solver_check(f->s, 3, nested), ANSWER_UNSAT);
  check_sat(f, 2, nested);
  // A write and a read at symbolic places.
  struct term written = term_store(tm, a, i, five);
  struct term through[2] = {term_eq(tm, term_select(tm, written, j), term_bv(tm, 8, 7)), term_eq(tm, i, j)};
  assert_int_equal(solver_check(f->s, 2, through), ANSWER_UNSAT);
  check_sat(f, 1, through);
  // A table.
  uint64_t indices[64];
  struct term values[64];
  for (uint32_t n = 0; n < 64; n++) {
    indices[n] = n * 2;
    values[n] = term_bv(tm, 8, n * n);
  }
  struct term table = term_stores(tm, term_array_const(tm, s, term_bv(tm, 8, 255)), 64, indices, values);
  struct term looked = term_select(tm, table, i);
  sat_one(f, term_eq(tm, looked, term_bv(tm, 8, 49)));
  unsat_one(f, term_eq(tm, looked, term_bv(tm, 8, 3)));
  // Equality of arrays.
  struct term same = term_eq(tm, a, b);
  struct term differ[3] = {same, term_eq(tm, term_select(tm, a, i), five),
                           term_not(tm, term_eq(tm, term_select(tm, b, i), five))};
  assert_int_equal(solver_check(f->s, 3, differ), ANSWER_UNSAT);
  check_sat(f, 2, differ);
  sat_one(f, term_not(tm, same));
  finish(f);
}

static void test_models_array_of_floats(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  struct sort fs = sort_float(tm, 11, 53), s = sort_array(tm, sort_bv(tm, 32), fs);
  struct term a = term_var(tm, s, "fa"), i = bv_var(f, 32, "i"), j = bv_var(f, 32, "j");
  struct term ai = term_select(tm, a, i), aj = term_select(tm, a, j);
  struct term all[2] = {term_fp(tm, TERM_FP_LT, 2, (struct term[]){ai, aj}), term_fp(tm, TERM_FP_IS_NORMAL, 1, &ai)};
  check_sat(f, 2, all);
  // One NaN only, also inside arrays: two stores of NaNs from different bits are the same array.
  struct term p = bv_var(f, 64, "p"), q = bv_var(f, 64, "q");
  struct term fp = term_fp_from_bits(tm, fs, p), fq = term_fp_from_bits(tm, fs, q);
  struct term both[4] = {term_fp(tm, TERM_FP_IS_NAN, 1, &fp), term_fp(tm, TERM_FP_IS_NAN, 1, &fq),
                         term_not(tm, term_eq(tm, p, q)),
                         term_eq(tm, term_store(tm, a, i, fp), term_store(tm, a, i, fq))};
  check_sat(f, 4, both);
  both[3] = term_not(tm, both[3]);
  assert_int_not_equal(solver_check(f->s, 4, both), ANSWER_SAT);
  finish(f);
}

static void test_integers(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  struct term m = term_var(tm, sort_int(tm), "m"), n = term_var(tm, sort_int(tm), "n");
  struct term sum = term_make(tm, TERM_INT_ADD, sort_int(tm), 0, 0, 2, (struct term[]){m, n});
  mpz_t large;
  mpz_init_set_str(large, "-123456789012345678901234567890", 10);
  struct term less = term_make(tm, TERM_INT_LT, sort_bool(tm), 0, 0, 2, (struct term[]){sum, term_int(tm, large)});
  struct term positive = term_make(tm, TERM_INT_LT, sort_bool(tm), 0, 0, 2, (struct term[]){term_int64(tm, 0), m});
  check_sat(f, 2, (struct term[]){less, positive});
  struct term n_positive = term_make(tm, TERM_INT_LT, sort_bool(tm), 0, 0, 2, (struct term[]){term_int64(tm, 0), n});
  struct term all[3] = {less, positive, n_positive};
  assert_int_equal(solver_check(f->s, 3, all), ANSWER_UNSAT);
  mpz_clear(large);
  finish(f);
}

// --- limits ------------------------------------------------------------------------------

// x * y = the product of two primes, x and y odd and less than half the width: hard to factor.
static struct term factoring(struct fixture *f) {
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 96, "x"), y = bv_var(f, 96, "y");
  mpz_t p, q;
  mpz_init_set_str(p, "140737488355333", 10);
  mpz_init_set_str(q, "140737488355213", 10);
  mpz_nextprime(p, p);
  mpz_nextprime(q, q);
  mpz_mul(p, p, q);
  struct term one = k(f, x, 1), half = term_shl(tm, one, k(f, x, 48));
  struct term parts[5] = {term_eq(tm, term_mul(tm, x, y), term_bv_big(tm, 96, p)), term_ult(tm, x, half),
                          term_ult(tm, y, half), term_ult(tm, one, x), term_ult(tm, one, y)};
  mpz_clear(p);
  mpz_clear(q);
  return term_and_n(tm, 5, parts);
}

static void test_query_timeout(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct solver_config config = {.backend = "z3", .caches = true, .query_seconds = 0.3};
  fixture_solver(f, &config);
  struct term hard = factoring(f);
  double begin = clock_now();
  assert_int_equal(solver_check(f->s, 1, &hard), ANSWER_UNKNOWN);
  assert_true(clock_now() - begin < SOON);
  assert_int_equal(solver_reason(f->s), REASON_SOLVER);
  // It goes on afterwards.
  f->s->query_seconds = AMPLE;
  struct term x = bv_var(f, 32, "small"), y = bv_var(f, 32, "other");
  sat_one(f, term_ult(f->tm, term_mul(f->tm, x, y), k(f, x, 5)));
  finish(f);
}

static bool keep_run_limit(double seconds) {
  struct fixture *f = start(true);
  struct limits limits = {0};
  struct solver_config config = {.backend = "z3", .caches = true};
  limits_start(&limits, seconds, 0);
  struct solver *s = solver_new(f->tm, &limits, &f->stats, &config);
  struct term hard = factoring(f);
  bool right = solver_check(s, 1, &hard) == ANSWER_UNKNOWN && solver_reason(s) == REASON_TIMEOUT;
  limits_finish(&limits);
  solver_free(s);
  finish(f);
  return right;
}

static void test_run_limit(void **state) {
  (void)state;
  assert_true(succeeds_in_child(keep_run_limit));
}

// --- paths -------------------------------------------------------------------------------

static void test_path_structure(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 32, "x"), y = bv_var(f, 32, "y"), z = bv_var(f, 32, "z");
  struct term a = term_ult(tm, x, y), b = term_ult(tm, z, k(f, z, 9)), c = term_slt(tm, y, z);
  struct path *p0 = path_new(tm), *p1 = path_add(p0, a), *p2 = path_add(p1, term_and(tm, b, c));
  assert_int_equal(path_size(p0), 0);
  assert_int_equal(path_size(p1), 1);
  assert_int_equal(path_size(p2), 3);
  assert_true(path_contains(p2, a) && path_contains(p2, b) && path_contains(p2, term_and(tm, a, c)));
  assert_false(path_contains(p1, b));
  assert_true(path_contains(p0, term_true(tm)));
  struct path *again = path_add(p2, a);
  assert_int_equal(path_size(again), 3);
  struct vec_term all = {0};
  path_conjuncts(p2, &all);
  assert_int_equal(all.size, 3);
  assert_true(term_same(all.data[0], a));
  vec_term_release(&all);
  path_unref(again);
  path_unref(p0);
  path_unref(p1);
  path_unref(p2);
  finish(f);
}

static void test_path_long(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  enum { N = 20000 };
  struct path *p = path_new(tm);
  struct model *m = model_new(tm);
  struct term previous = TERM_NONE;
  for (uint32_t i = 0; i < N; i++) {
    char name[24];
    snprintf(name, sizeof name, "in!%u", i);
    struct term x = bv_var(f, 32, name);
    // Half of the variables alone, the others in one long chain.
    struct term t = term_slt(tm, x, k(f, x, 10));
    if (i % 2 && !term_none(previous)) t = term_sle(tm, previous, x);
    if (i % 2) previous = x;
    struct path *q = path_add(p, t);
    path_unref(p);
    p = q;
  }
  assert_int_equal(path_size(p), N);
  struct term x = bv_var(f, 32, "in!2");
  struct model *out;
  // Touches one small component only.
  assert_int_equal(path_check(f->s, p, term_slt(tm, k(f, x, 20), x), m, &out), ANSWER_UNSAT);
  assert_int_equal(path_check(f->s, p, term_eq(tm, k(f, x, 4), x), m, &out), ANSWER_SAT);
  model_unref(out);
  assert_int_equal(f->stats.queries_solver, 0);
  path_unref(p);
  model_unref(m);
  finish(f);
}

static struct term random_condition(struct fixture *f, struct rng *rng) {
  struct terms *tm = f->tm;
  char name[8];
  struct term v[3];
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "v%u", (unsigned)(rng_next(rng) % 6));
    v[i] = bv_var(f, 8, name);
  }
  struct term c = term_bv(tm, 8, rng_next(rng));
  switch (rng_next(rng) % 8) {
  case 0: return term_ult(tm, v[0], c);
  case 1: return term_sle(tm, c, v[0]);
  case 2: return term_eq(tm, term_add(tm, v[0], v[1]), c);
  case 3: return term_not(tm, term_eq(tm, v[0], c));
  case 4: return term_slt(tm, term_bvxor(tm, v[0], v[1]), term_add(tm, v[2], c));
  case 5: return term_or(tm, term_ult(tm, v[0], c), term_eq(tm, v[1], v[2]));
  case 6: return term_and(tm, term_ule(tm, v[0], v[1]), term_slt(tm, v[1], c));
  default: return term_eq(tm, term_mul(tm, v[0], v[0]), c);
  }
}

// A random walk of paths: with and without caches, and with the whole path asked at once, the answers agree.
static void test_path_agree(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct solver_config plain = {.backend = "z3", .caches = false};
  struct stats other = {0};
  struct solver *checker = solver_new(f->tm, &f->limits, &other, &plain);
  struct rng rng = rng_new(42);
  uint32_t counts[2] = {0};
  for (int run = 0; run < 40; run++) {
    struct path *p = path_new(f->tm);
    struct model *m = model_new(f->tm);
    for (int step = 0; step < 12; step++) {
      struct term c = random_condition(f, &rng);
      struct model *out, *second;
      enum answer answer = path_check(f->s, p, c, m, &out);
      assert_int_not_equal(answer, ANSWER_UNKNOWN);
      assert_int_equal(answer, path_check(checker, p, c, NULL, &second));
      counts[answer]++;
      if (answer == ANSWER_SAT) {
        struct vec_term all = {0};
        struct path *q = path_add(p, c);
        path_unref(p);
        p = q;
        path_conjuncts(p, &all);
        for (uint32_t i = 0; i < all.size; i++) {
          assert_true(model_holds(out, all.data[i]));
          assert_true(model_holds(second, all.data[i]));
        }
        vec_term_release(&all);
        model_unref(second);
        model_unref(m);
        m = out;
      }
    }
    struct model *whole;
    assert_int_equal(path_check(f->s, p, term_true(f->tm), NULL, &whole), ANSWER_SAT);
    model_unref(whole);
    model_unref(m);
    path_unref(p);
  }
  assert_true(counts[ANSWER_SAT] > 50 && counts[ANSWER_UNSAT] > 50);
  assert_true(f->stats.queries_cached > 0 && f->stats.queries_range > 0 && f->stats.queries_model > 0);
  assert_int_equal(f->stats.models_refused + other.models_refused, 0);
  solver_free(checker);
  finish(f);
}

// --- intervals ---------------------------------------------------------------------------

// All pairs and triples of comparisons at four bits, against counting.
static void test_range(void **state) {
  (void)state;
  struct fixture *f = start(true);
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 4, "x");
  struct rng rng = rng_new(7);
  uint32_t decided = 0;
  for (int round = 0; round < 4000; round++) {
    struct term c[3];
    uint32_t n = 1 + (uint32_t)(rng_next(&rng) % 3);
    for (uint32_t i = 0; i < n; i++) {
      struct term y = rng_next(&rng) % 2 ? x : term_add(tm, x, term_bv(tm, 4, rng_next(&rng)));
      struct term v = term_bv(tm, 4, rng_next(&rng));
      struct term (*const make[])(struct terms *, struct term, struct term) = {term_ult, term_ule, term_slt, term_sle,
                                                                               term_eq};
      uint64_t kind = rng_next(&rng) % 5;
      c[i] = rng_next(&rng) % 2 ? make[kind](tm, y, v) : make[kind](tm, v, y);
      if (rng_next(&rng) % 2) c[i] = term_not(tm, c[i]);
    }
    struct term var, value;
    enum answer answer = range_decide(tm, n, c, &var, &value);
    if (answer == ANSWER_UNKNOWN) continue;
    decided++;
    bool possible = false;
    for (uint64_t v = 0; v < 16; v++) {
      struct model *m = model_new(tm);
      model_set(m, x, term_bv(tm, 4, v));
      bool all = true;
      for (uint32_t i = 0; i < n; i++) all = all && model_holds(m, c[i]);
      possible |= all;
      if (answer == ANSWER_SAT && term_same(value, term_bv(tm, 4, v))) assert_true(all);
      model_unref(m);
    }
    assert_int_equal(answer == ANSWER_SAT, possible);
  }
  assert_true(decided > 1500);
  finish(f);
}

static void test_trace(void **state) {
  (void)state;
  struct fixture *f = start(true);
  char name[] = "/tmp/test_solve_XXXXXX";
  int file = mkstemp(name);
  assert_true(file >= 0);
  close(file);
  struct solver_config config = {.backend = "z3", .caches = true, .trace_file = name};
  fixture_solver(f, &config);
  struct term x = bv_var(f, 32, "x"), y = bv_var(f, 32, "y");
  sat_one(f, term_ult(f->tm, x, term_mul(f->tm, x, y)));
  solver_free(f->s);
  f->s = NULL;
  FILE *in = fopen(name, "r");
  char line[256];
  bool declared = false, checked = false;
  while (fgets(line, sizeof line, in)) {
    declared |= strstr(line, "declare-const x (_ BitVec 32)") != NULL;
    checked |= strstr(line, "(check-sat)") != NULL;
  }
  fclose(in);
  unlink(name);
  assert_true(declared && checked);
  finish(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scopes),        cmocka_unit_test(test_cores),
      cmocka_unit_test(test_models_bits),   cmocka_unit_test(test_models_float),
      cmocka_unit_test(test_models_arrays), cmocka_unit_test(test_models_array_of_floats),
      cmocka_unit_test(test_remainder),     cmocka_unit_test(test_remainder_facts),
      cmocka_unit_test(test_integers),      cmocka_unit_test(test_query_timeout),
      cmocka_unit_test(test_run_limit),     cmocka_unit_test(test_path_structure),
      cmocka_unit_test(test_path_long),     cmocka_unit_test(test_path_agree),
      cmocka_unit_test(test_range),         cmocka_unit_test(test_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
