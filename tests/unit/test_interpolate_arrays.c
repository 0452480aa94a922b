// Interpolants of paths that write arrays at indices which may be anything: reduced from recorded error paths.
#include "solve/interpolate/interpolate.h"
#include "timing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

// Does every run of steps first … last-1 from `from` end in `to`? By Z3, each step substituted.
static bool leads(struct terms *tm, const struct step *steps, uint32_t first, uint32_t last, struct term from,
                  struct term to) {
  struct limits limits = {0};
  struct stats stats = {0};
  struct solver_config config = {.backend = "z3"};
  struct solver *solver = solver_new(tm, &limits, &stats, &config);
  struct term goal = term_not(tm, to);
  for (uint32_t i = last; i-- > first;) { // backwards: what is bad before a step
    struct term vars[4], values[4];
    for (uint32_t k = 0; k < steps[i].n_updates; k++)
      vars[k] = steps[i].updates[k].var, values[k] = steps[i].updates[k].value;
    goal = term_and(tm, steps[i].guard, term_substitute(tm, goal, steps[i].n_updates, vars, values));
    for (uint32_t k = 0; k < steps[i].n_inputs; k++) {
      struct term fresh = term_fresh(tm, term_sort(tm, steps[i].inputs[k]), "some");
      goal = term_substitute(tm, goal, 1, &steps[i].inputs[k], &fresh);
    }
  }
  struct term both[] = {from, goal};
  enum answer answer = solver_check(solver, 2, both);
  solver_free(solver);
  return answer == ANSWER_UNSAT;
}

static void check_sequence(struct terms *tm, uint32_t n, const struct step *steps, uint32_t n_cuts,
                           const uint32_t *cuts, const struct term *formulas) {
  for (uint32_t k = 0; k <= n_cuts; k++)
    assert_true(leads(tm, steps, k ? cuts[k - 1] : 0, k < n_cuts ? cuts[k] : n, k ? formulas[k - 1] : term_true(tm),
                      k < n_cuts ? formulas[k] : term_false(tm)));
}

// A string is copied as far as it is not zero, and it is zero everywhere; then some cell of the copy is not. Which
// cells are written does not matter (i may be anything), so that an interpolant must speak about the cell k and about a
// write that meets it or does not.
static void test_copied_string(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct sort word = sort_bv(tm, 32), cells = sort_array(tm, word, sort_bv(tm, 8));
  struct term x = term_var(tm, cells, "x"), y = term_var(tm, cells, "y"), i = term_var(tm, word, "i"),
              k = term_var(tm, word, "k"), in = term_var(tm, word, "in");
  struct term zero = term_bv(tm, 8, 0), hundred = term_bv(tm, 32, 100), at_x = term_bv(tm, 32, 0x100000),
              at_y = term_bv(tm, 32, 0x100080);
  struct term old_x = term_var(tm, cells, "old x"), old_y = term_var(tm, cells, "old y"),
              blank = term_array_const(tm, cells, zero), inputs[] = {old_x, old_y, in};
  struct term x_i = term_select(tm, x, term_add(tm, at_x, i)), inside = term_ult(tm, i, hundred),
              is_zero = term_eq(tm, x_i, zero);
  struct step_update start[] = {{k, in},
                                {i, term_bv(tm, 32, 0)},
                                {x, term_copy(tm, old_x, at_x, blank, term_bv(tm, 32, 0), hundred)},
                                {y, term_copy(tm, old_y, at_y, blank, term_bv(tm, 32, 0), hundred)}};
  struct step_update body[] = {{y, term_store(tm, y, term_add(tm, at_y, i), x_i)},
                               {i, term_add(tm, i, term_bv(tm, 32, 1))}};
  struct term ended = term_store(tm, y, term_add(tm, at_y, i), zero),
              y_k = term_select(tm, ended, term_add(tm, at_y, k));
  struct term guard = term_and(tm, inside, term_not(tm, is_zero)),
              last[] = {inside, is_zero, term_ult(tm, k, hundred), term_not(tm, term_eq(tm, y_k, zero))};
  struct step steps[] = {{term_true(tm), 4, 3, start, inputs},
                         {guard, 2, 0, body, NULL},
                         {guard, 2, 0, body, NULL},
                         {term_and_n(tm, 4, last), 0, 0, NULL, NULL}};
  uint32_t cuts[] = {1, 2, 3};
  struct limits limits = {0};
  struct stats stats = {0};
  struct interpolator_config config = {.providers = 1u << PROVIDER_WEAKEST, .seconds = AMPLE};
  struct interpolator *ip = interpolator_new(tm, &limits, &stats, &config);
  struct term out[3];
  enum provider by;
  assert_int_equal(interpolate_path(ip, 4, steps, 3, cuts, out, &by), ANSWER_UNSAT);
  check_sequence(tm, 4, steps, 3, cuts, out);
  // The check can fail.
  assert_false(leads(tm, steps, 1, 2, term_true(tm), out[1]));
  interpolator_free(ip);
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_copied_string)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
