// Values over a trail: what is set is undone, what is applied is substitution, and what is assumed means the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "fixture.h"
#include "check/valuation.h"
#include "random.h"
#include "timing.h"
#include <stdio.h>

enum { NUMBERS = 4, ARRAYS = 2 };

struct world {
  struct fixture f;
  struct term number[NUMBERS], array[ARRAYS], truth;
  struct rng random;
};

static void world_make(struct world *w) {
  fixture_init(&w->f);
  struct terms *tm = w->f.tm;
  struct sort byte = sort_bv(tm, 8);
  char name[8];
  for (uint32_t i = 0; i < NUMBERS; i++) {
    snprintf(name, sizeof name, "x%u", i);
    w->number[i] = term_var(tm, byte, name);
  }
  for (uint32_t i = 0; i < ARRAYS; i++) {
    snprintf(name, sizeof name, "a%u", i);
    w->array[i] = term_var(tm, sort_array(tm, byte, byte), name);
  }
  w->truth = term_var(tm, sort_bool(tm), "b");
  w->random = rng_new(7);
  fixture_solver(&w->f, &(struct solver_config){.backend = "z3"});
}

static uint32_t below(struct world *w, uint32_t n) { return (uint32_t)rng_below(&w->random, n); }

// A number that may read variables and cells.
static struct term random_number(struct world *w, uint32_t size) {
  struct terms *tm = w->f.tm;
  switch (below(w, size ? 6 : 2)) {
  case 0: return term_bv(tm, 8, below(w, 4));
  case 1: return w->number[below(w, NUMBERS)];
  case 2: return term_add(tm, random_number(w, size - 1), random_number(w, size - 1));
  case 3: return term_bvxor(tm, random_number(w, size - 1), random_number(w, size - 1));
  case 4: return term_select(tm, w->array[below(w, ARRAYS)], random_number(w, size - 1));
  default:
    return term_ite(tm, term_ult(tm, random_number(w, size - 1), random_number(w, size - 1)), w->number[0],
                    random_number(w, size - 1));
  }
}

static struct term random_array(struct world *w) {
  struct term a = w->array[below(w, ARRAYS)];
  return below(w, 2) ? a : term_store(w->f.tm, a, random_number(w, 0), random_number(w, 0));
}

static struct term random_conjunct(struct world *w) {
  struct terms *tm = w->f.tm;
  switch (below(w, 8)) {
  case 0: return term_eq(tm, w->number[below(w, NUMBERS)], term_bv(tm, 8, below(w, 3)));
  case 1: return term_eq(tm, w->number[below(w, NUMBERS)], random_number(w, 2));
  case 2:
  case 3:
    return term_eq(tm, term_select(tm, w->array[below(w, ARRAYS)], term_bv(tm, 8, below(w, 3))),
                   below(w, 4) ? term_bv(tm, 8, below(w, 4)) : random_number(w, 1));
  case 4: return below(w, 2) ? w->truth : term_not(tm, w->truth);
  case 5: return term_eq(tm, w->array[below(w, ARRAYS)], random_array(w));
  case 6: return term_eq(tm, w->array[0], term_array_const(tm, term_sort(tm, w->array[0]), term_bv(tm, 8, 0)));
  default: return term_ult(tm, random_number(w, 1), random_number(w, 1));
  }
}

static struct term variable_of(const struct world *w, uint32_t i) {
  return i < NUMBERS ? w->number[i] : i < NUMBERS + ARRAYS ? w->array[i - NUMBERS] : w->truth;
}

static bool implies(struct world *w, struct term a, struct term b) {
  struct term both[] = {a, term_not(w->f.tm, b)};
  enum answer answer = solver_check(w->f.s, 2, both);
  assert_int_not_equal(answer, ANSWER_UNKNOWN);
  return answer == ANSWER_UNSAT;
}

// The conjunction, with the values that it gives and what is left of it.
static void check_assumption(struct world *w, uint32_t n, uint32_t *values, uint32_t *left) {
  struct terms *tm = w->f.tm;
  struct valuation v;
  struct vec_term conjuncts = {0}, rest = {0};
  valuation_init(&v, tm);
  for (uint32_t i = 0; i < n; i++) vec_term_push(&conjuncts, random_conjunct(w));
  valuation_assume(&v, n, conjuncts.data, &rest);
  struct term all = term_and_n(tm, n, conjuncts.data), others = term_and_n(tm, rest.size, rest.data), means = others;
  for (uint32_t i = 0; i <= NUMBERS + ARRAYS; i++) {
    struct term variable = variable_of(w, i), value = valuation_get(&v, variable);
    *values += !term_same(value, variable);
    means = term_and(tm, means, term_eq(tm, variable, value));
    // No value has a variable that has another one, and an array only with the cells that are known overwritten.
    for (uint32_t k = 0; k < NUMBERS; k++)
      if (!term_same(valuation_get(&v, w->number[k]), w->number[k])) {
        assert_false(term_mentions(tm, value, w->number[k]));
        assert_false(term_mentions(tm, others, w->number[k]));
      }
  }
  *left += rest.size;
  assert_true(implies(w, all, means));
  assert_true(implies(w, means, all));
  // Every state that satisfies the rest becomes one that satisfies the conjunction, if variables get their values.
  assert_true(implies(w, others, valuation_apply(&v, all)));
  // A term and what becomes of it are equal.
  struct term t = random_number(w, 3);
  assert_true(implies(w, all, term_eq(tm, t, valuation_apply(&v, t))));
  valuation_undo(&v, 0);
  assert_true(term_same(t, valuation_apply(&v, t)));
  vec_term_release(&conjuncts);
  vec_term_release(&rest);
  valuation_release(&v);
}

static void assumptions_mean_the_same(void **state) {
  (void)state;
  struct world w;
  world_make(&w);
  uint32_t values = 0, left = 0;
  for (uint32_t i = 0; i < 600 / LESS; i++) check_assumption(&w, below(&w, 8), &values, &left);
  print_message("%u values, %u conjuncts left\n", values, left);
  assert_true(values > 500 / LESS && left > 100 / LESS);
  fixture_release(&w.f);
}

// Sets, marks, undoes and applies at random, against a plain substitution.
static void trail_is_undone(void **state) {
  (void)state;
  struct world w;
  world_make(&w);
  struct terms *tm = w.f.tm;
  struct valuation v;
  valuation_init(&v, tm);
  struct {
    uint32_t mark;
    struct term value[NUMBERS];
  } frames[8] = {0};
  uint32_t depth = 0;
  struct term now[NUMBERS];
  memcpy(now, w.number, sizeof now);
  for (uint32_t i = 0; i < 4000; i++) {
    uint32_t k = below(&w, NUMBERS);
    if (below(&w, 4) == 0 && depth < 8) {
      frames[depth].mark = valuation_mark(&v);
      memcpy(frames[depth++].value, now, sizeof now);
    } else if (below(&w, 4) == 0 && depth) {
      valuation_undo(&v, frames[--depth].mark);
      memcpy(now, frames[depth].value, sizeof now);
    } else {
      now[k] = random_number(&w, 1);
      valuation_set(&v, w.number[k], now[k]);
    }
    struct term t[] = {random_number(&w, 3), random_number(&w, 3), random_number(&w, 2)};
    const struct valuation_code *code = valuation_compile(&v, 3, t);
    struct vec_term out = {0};
    valuation_run(&v, code, 0, 1, &out);
    valuation_run(&v, code, 1, 3, &out);
    for (uint32_t j = 0; j < 3; j++) {
      struct term expected = term_substitute(tm, t[j], NUMBERS, w.number, now);
      assert_int_equal(out.data[j].id, expected.id);
      assert_int_equal(valuation_apply(&v, t[j]).id, expected.id);
    }
    vec_term_release(&out);
  }
  valuation_release(&v);
  fixture_release(&w.f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(assumptions_mean_the_same), cmocka_unit_test(trail_is_undone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
