// Polynomials modulo 2^width, and what rests on them: by brute force at small widths, with random values at large ones.
// Proofs are checked, and refused where they do not fit.
#include "check/ring.h"
#include "solve/ring/simplify.h"
#include "term/model.h"
#include "random.h"
#include "timing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

enum { VARS = 3, NARROW = 2 };

static struct rng rng = {88172645463325252u};
static uint32_t below(uint32_t n) { return (uint32_t)rng_below(&rng, n); }

struct world {
  struct terms *tm;
  struct term vars[VARS];
  uint32_t width; // of the variables
};

static struct world world_new(uint32_t width) {
  struct world w = {.tm = terms_new(), .width = width};
  for (uint32_t i = 0; i < VARS; i++) {
    char name[8];
    snprintf(name, sizeof name, "v%u", i);
    w.vars[i] = term_var(w.tm, sort_bv(w.tm, width), name);
  }
  return w;
}

static struct model *values(const struct world *w, uint64_t all) {
  struct model *m = model_new(w->tm);
  for (uint32_t i = 0; i < VARS; i++) model_set(m, w->vars[i], term_bv(w->tm, w->width, all >> w->width * i));
  return m;
}

static struct model *random_values(const struct world *w) {
  struct model *m = model_new(w->tm);
  for (uint32_t i = 0; i < VARS; i++) model_set(m, w->vars[i], term_bv(w->tm, w->width, rng_next(&rng) >> below(64)));
  return m;
}

// All kinds that are looked into, and some that are atoms, in several widths.
static struct term random_term(const struct world *w, uint32_t size) {
  struct terms *tm = w->tm;
  struct term pool[40];
  uint32_t n = 0;
  for (; n < VARS; n++) pool[n] = w->vars[n];
  pool[n++] = term_bv(tm, w->width, rng_next(&rng));
  pool[n++] = term_bv(tm, w->width, below(4));
  while (n < size) {
    struct term a = pool[below(n)], b = pool[below(n)];
    switch (below(14)) {
    case 0:
    case 1: pool[n++] = term_add(tm, a, b); break;
    case 2: pool[n++] = term_sub(tm, a, b); break;
    case 3:
    case 4:
    case 5: pool[n++] = term_mul(tm, a, b); break;
    case 6: pool[n++] = term_neg(tm, a); break;
    case 7: pool[n++] = term_bvnot(tm, a); break;
    case 8: pool[n++] = term_shl(tm, a, term_bv(tm, w->width, below(w->width + 1))); break;
    case 9: { // wider, and cut
      struct term x = below(2) ? term_zext(tm, a, w->width + 2) : term_sext(tm, a, w->width + 2);
      struct term y = below(2) ? term_zext(tm, b, w->width + 2) : term_sext(tm, b, w->width + 2);
      pool[n++] = term_extract(tm, w->width - 1, 0, below(2) ? term_mul(tm, x, y) : term_add(tm, x, y));
      break;
    }
    case 10: { // of parts
      uint32_t k = 1 + below(w->width - 1);
      struct term low = below(2) ? term_bv(tm, k, rng_next(&rng)) : term_extract(tm, k - 1, 0, b);
      pool[n++] = term_concat(tm, term_extract(tm, w->width - 1 - k, 0, a), low);
      break;
    }
    case 11: pool[n++] = term_ite(tm, term_slt(tm, a, b), a, b); break;
    case 12: pool[n++] = below(2) ? term_udiv(tm, a, b) : term_lshr(tm, a, term_bv(tm, w->width, 1)); break;
    default: pool[n++] = term_bvand(tm, a, b); break;
    }
  }
  return pool[n - 1];
}

// --- polynomials ------------------------------------------------------------------------

static struct term low_bits(struct terms *tm, struct term t, uint32_t bits) { return term_extract(tm, bits - 1, 0, t); }

static void terms_as_polynomials(void **unused) {
  (void)unused;
  uint32_t taken = 0;
  for (uint32_t round = 0; round < 4000 / LESS; round++) {
    struct world w = world_new(2 + below(2));
    struct term t = random_term(&w, 6 + below(10));
    uint32_t width = 1 + below(w.width), bits = 1 + below(width);
    struct polynomial p;
    if (polynomial_of(w.tm, t, bits, width, &p)) {
      struct term again = polynomial_term(w.tm, &p);
      assert_int_equal(term_width(w.tm, again), width);
      for (uint64_t all = 0; all < (uint64_t)1 << VARS * w.width; all++) {
        struct model *m = values(&w, all);
        assert_true(term_same(model_eval(m, low_bits(w.tm, t, bits)), model_eval(m, low_bits(w.tm, again, bits))));
        model_unref(m);
      }
      taken++;
    }
    polynomial_release(&p);
    terms_free(w.tm);
  }
  assert_true(taken > 3000 / LESS);
}

static void wide_polynomials(void **unused) {
  (void)unused;
  for (uint32_t round = 0; round < 1000 / LESS; round++) {
    struct world w = world_new(below(2) ? 64 : 17 + below(48));
    struct term t = random_term(&w, 6 + below(12)), equation = term_eq(w.tm, t, random_term(&w, 8));
    struct polynomial p = {0}, q = {0};
    bool good = polynomial_of(w.tm, t, w.width, w.width, &p);
    struct term again = good ? polynomial_term(w.tm, &p) : t;
    struct ring_simplify *s = ring_simplify_new(w.tm, NULL);
    struct term normal = ring_normal(s, equation);
    // Of an equation of fewer bits: 0 where it holds.
    bool zero = term_kind(w.tm, equation) == TERM_EQ && polynomial_of_equation(w.tm, equation, 64, &q);
    struct term difference = zero ? polynomial_term(w.tm, &q) : TERM_NONE;
    for (uint32_t i = 0; i < 20; i++) {
      struct model *m = random_values(&w);
      assert_true(term_same(model_eval(m, t), model_eval(m, again)));
      assert_int_equal(model_holds(m, equation), model_holds(m, normal));
      uint64_t value;
      if (zero && term_value64(w.tm, model_eval(m, difference), &value))
        assert_int_equal(value == 0, model_holds(m, equation));
      model_unref(m);
    }
    ring_simplify_free(s);
    polynomial_release(&p);
    polynomial_release(&q);
    terms_free(w.tm);
  }
}

// --- queries ----------------------------------------------------------------------------

static struct term random_formula(const struct world *w) {
  struct terms *tm = w->tm;
  struct term a = random_term(w, 6 + below(4)), b = random_term(w, 6 + below(3));
  switch (below(6)) {
  case 0: return term_sle(tm, a, b);
  case 1: return term_ult(tm, a, b);
  case 2: return term_or(tm, term_eq(tm, a, b), term_eq(tm, random_term(w, 7), a));
  case 3: return term_not(tm, term_eq(tm, a, b));
  default: return term_eq(tm, a, b);
  }
}

// What follows from the equations, denied.
static struct term denied(const struct world *w, uint32_t n, const struct term *formulas) {
  struct terms *tm = w->tm;
  struct term sum = random_term(w, 6), other = sum;
  for (uint32_t i = 0; i < n; i++) {
    if (term_kind(tm, formulas[i]) != TERM_EQ || term_width(tm, term_child(tm, formulas[i], 0)) != w->width) continue;
    struct term factor = random_term(w, 6);
    sum = term_add(tm, sum, term_mul(tm, factor, term_child(tm, formulas[i], 0)));
    other = term_add(tm, other, term_mul(tm, factor, term_child(tm, formulas[i], 1)));
  }
  return term_not(tm, term_eq(tm, sum, other));
}

static bool satisfiable(const struct world *w, uint32_t n, const struct term *formulas) {
  for (uint64_t all = 0; all < (uint64_t)1 << VARS * w->width; all++) {
    struct model *m = values(w, all);
    bool holds = true;
    for (uint32_t i = 0; i < n && holds; i++) holds = model_holds(m, formulas[i]);
    model_unref(m);
    if (holds) return true;
  }
  return false;
}

static uint32_t random_query(const struct world *w, struct term *formulas) {
  uint32_t n = 1 + below(4);
  for (uint32_t i = 0; i < n; i++) formulas[i] = random_formula(w);
  if (below(2)) formulas[n] = denied(w, n, formulas), n++;
  return n;
}

static void queries(void **unused) {
  (void)unused;
  uint32_t sat = 0, unsat = 0;
  struct stats stats = {0};
  for (uint32_t round = 0; round < 6000 / LESS; round++) {
    struct world w = world_new(NARROW);
    struct limits limits = {0};
    struct solver *s = solver_new(w.tm, &limits, &stats, &(struct solver_config){.caches = true});
    struct term formulas[8];
    uint32_t n = random_query(&w, formulas);
    bool truth = satisfiable(&w, n, formulas);
    enum answer answer = solver_check(s, n, formulas);
    assert_int_equal(answer, truth ? ANSWER_SAT : ANSWER_UNSAT);
    if (answer == ANSWER_SAT) {
      struct model *m = solver_model(s);
      for (uint32_t i = 0; i < n; i++) assert_true(model_holds(m, formulas[i]));
      model_unref(m);
      sat++;
    } else {
      uint32_t size;
      const struct term *core = solver_core(s, &size);
      assert_false(satisfiable(&w, size, core));
      unsat++;
    }
    solver_free(s);
    terms_free(w.tm);
  }
  assert_true(sat > 100 / LESS && unsat > 100 / LESS && stats.queries_ring > 50 / LESS);
}

// --- proofs -----------------------------------------------------------------------------

struct asking {
  struct solver *solver;
};

static bool contradict(void *context, const struct vec_term *formulas, bool last, struct vec_term *core) {
  struct asking *a = context;
  (void)last;
  if (solver_check(a->solver, formulas->size, formulas->data) != ANSWER_UNSAT) return false;
  uint32_t n;
  const struct term *conflict = solver_core(a->solver, &n);
  for (uint32_t i = 0; i < n; i++) vec_term_push(core, conflict[i]);
  return true;
}

static bool check_without(const struct world *w, struct solver *s, uint32_t n, const struct term *formulas,
                          uint32_t without, const struct ring_proof *proof) {
  struct vec_term left = {0};
  for (uint32_t i = 0; i < n; i++)
    if (i != without) ring_add(w->tm, formulas[i], &left);
  bool good = ring_check(w->tm, s, &left, proof);
  vec_term_release(&left);
  return good;
}

static struct ring_proof *find_identity(struct ring_proof *proof) {
  while (proof && proof->rule != RING_IDENTITY) proof = proof->below[0];
  return proof && proof->cofactors.size ? proof : NULL;
}

// One cofactor says something else.
static bool spoil(struct ring_proof *proof) {
  struct ring_proof *identity = find_identity(proof);
  if (!identity) return false;
  struct vec_monomial *m = &identity->cofactors.data[below(identity->cofactors.size)].monomials;
  m->data[below(m->size)].coefficient += 1;
  return true;
}

static void proofs(void **unused) {
  (void)unused;
  uint32_t found = 0, refused = 0, spoilt = 0;
  struct stats stats = {0};
  for (uint32_t round = 0; round < 8000 / LESS; round++) {
    struct world w = world_new(NARROW);
    struct limits limits = {0};
    struct solver *s = solver_new(w.tm, &limits, &stats, &(struct solver_config){.backend = "z3"});
    struct solver *guide = solver_new(w.tm, &limits, &stats, &(struct solver_config){.caches = true});
    struct asking asking = {guide};
    struct term formulas[8];
    struct vec_term core = {0};
    uint32_t n = random_query(&w, formulas);
    struct ring_proof *proof = ring_prove(w.tm, &limits, n, formulas, contradict, &asking, &core);
    if (proof) {
      assert_false(satisfiable(&w, core.size, core.data));
      assert_true(check_without(&w, s, n, formulas, n, proof));
      found++;
      // It says nothing about a set that can be satisfied.
      for (uint32_t i = 0; i < n; i++) {
        struct term others[8];
        for (uint32_t k = 0, j = 0; k < n; k++)
          if (k != i) others[j++] = formulas[k];
        if (!satisfiable(&w, n - 1, others)) continue;
        assert_false(check_without(&w, s, n, formulas, i, proof));
        refused++;
      }
      // A wrong proof may be one of something else that is true, but then it is one.
      if (spoil(proof)) spoilt += !check_without(&w, s, n, formulas, n, proof);
    }
    ring_proof_free(proof);
    vec_term_release(&core);
    solver_free(guide);
    solver_free(s);
    terms_free(w.tm);
  }
  assert_true(found > 200 / LESS && refused > 100 / LESS && spoilt > 20 / LESS);
}

// The step of an invariant of the extended Euclidean algorithm, which no circuit of 32 bits shows.
static void euclid(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct stats stats = {0};
  struct limits limits = {0};
  struct solver *s = solver_new(tm, &limits, &stats, &(struct solver_config){.caches = true});
  static const char *const names[] = {"a", "b", "p", "q", "r", "s", "x", "y"};
  struct term v[8];
  for (uint32_t i = 0; i < 8; i++) v[i] = term_var(tm, sort_bv(tm, 32), names[i]);
#define MUL(i, k) term_mul(tm, v[i], v[k])
  struct term less = term_slt(tm, v[1], v[0]);
  struct term a = term_ite(tm, less, term_sub(tm, v[0], v[1]), v[0]),
              p = term_ite(tm, less, term_sub(tm, v[2], v[3]), v[2]);
  struct term r = term_ite(tm, less, term_sub(tm, v[4], v[5]), v[4]);
  struct term formulas[] = {
      term_eq(tm, v[0], term_add(tm, MUL(7, 4), MUL(6, 2))),
      term_eq(tm, v[1], term_add(tm, MUL(6, 3), MUL(7, 5))),
      term_not(tm, term_eq(tm, a, term_add(tm, term_mul(tm, v[7], r), term_mul(tm, v[6], p)))),
  };
#undef MUL
  struct vec_term core = {0}, all = {0};
  struct asking asking = {s};
  struct ring_proof *proof = ring_prove(tm, &limits, 3, formulas, contradict, &asking, &core);
  assert_non_null(proof);
  assert_int_equal(core.size, 3);
  for (uint32_t i = 0; i < 3; i++) ring_add(tm, formulas[i], &all);
  assert_true(ring_check(tm, s, &all, proof));
  ring_proof_free(proof);
  assert_int_equal(solver_check(s, 3, formulas), ANSWER_UNSAT);
  assert_int_equal(stats.queries_unknown, 0);
  vec_term_release(&core);
  vec_term_release(&all);
  solver_free(s);
  terms_free(tm);
}

// x · y by the half of x and its last bit, as a shift, a division and parts of x say them.
static void halves(void **unused) {
  (void)unused;
  for (uint32_t form = 0; form < 3; form++) {
    struct terms *tm = terms_new();
    struct stats stats = {0};
    struct limits limits = {0};
    struct solver *s = solver_new(tm, &limits, &stats, &(struct solver_config){.caches = true});
    struct term x = term_var(tm, sort_bv(tm, 32), "x"), y = term_var(tm, sort_bv(tm, 32), "y"),
                one = term_bv(tm, 32, 1);
    struct term two = term_bv(tm, 32, 2), bit = term_extract(tm, 0, 0, x);
    struct term half = form == 0   ? term_lshr(tm, x, one)
                       : form == 1 ? term_sdiv(tm, x, two)
                                   : term_zext(tm, term_extract(tm, 31, 1, x), 32);
    struct term odd = form == 1 ? term_eq(tm, term_srem(tm, x, two), one) : term_eq(tm, bit, term_bv(tm, 1, 1));
    struct term positive = term_sle(tm, term_bv(tm, 32, 0), x);
    struct term sum = term_add(tm, term_ite(tm, odd, y, term_bv(tm, 32, 0)), term_mul(tm, half, term_mul(tm, two, y)));
    struct term formulas[] = {term_not(tm, term_eq(tm, term_mul(tm, x, y), sum)), positive};
    struct asking asking = {s};
    struct vec_term core = {0};
    struct ring_proof *proof = ring_prove(tm, &limits, 2, formulas, contradict, &asking, &core);
    assert_non_null(proof);
    ring_proof_free(proof);
    vec_term_release(&core);
    solver_free(s);
    terms_free(tm);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(terms_as_polynomials),
                                     cmocka_unit_test(wide_polynomials),
                                     cmocka_unit_test(queries),
                                     cmocka_unit_test(proofs),
                                     cmocka_unit_test(euclid),
                                     cmocka_unit_test(halves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
