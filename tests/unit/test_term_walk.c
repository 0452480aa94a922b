// Ways through terms: each part once and in which order, results bottom up with a memo, other children, and which
// variables a term has.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "term/walk.h"
#include "random_terms.h"

enum { DEEP = 200000 };

static struct term variable(struct terms *tm, const char *name) { return term_var(tm, sort_bv(tm, 32), name); }

// udiv(udiv(a, b), urem(a, b)): no rule applies, and leaves are shared.
static struct term sample(struct terms *tm) {
  struct term a = variable(tm, "a"), b = variable(tm, "b");
  return term_udiv(tm, term_udiv(tm, a, b), term_urem(tm, a, b));
}

// As deep as that, and each level has the one below it twice: 2^DEEP ways down.
static struct term deep(struct terms *tm) {
  struct term t = variable(tm, "a"), b = variable(tm, "b");
  for (uint32_t i = 0; i < DEEP; i++) t = term_udiv(tm, t, term_bvxor(tm, t, b));
  return t;
}

// --- top down ------------------------------------------------------------------------

static void check_order(struct terms *tm, bool left_to_right, uint32_t n, const struct term *expected) {
  struct term_walk walk = {.tm = tm, .left_to_right = left_to_right};
  uint32_t at = 0;
  term_walk_add(&walk, sample(tm));
  for (struct term t; term_walk_next(&walk, &t); at++) {
    assert_true(at < n);
    assert_int_equal(t.id, expected[at].id);
  }
  assert_int_equal(at, n);
  term_walk_release(&walk);
}

static void gives_each_part_once_in_order(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct term t = sample(tm), a = variable(tm, "a"), b = variable(tm, "b");
  struct term quotient = term_child(tm, t, 0), remainder = term_child(tm, t, 1);
  check_order(tm, true, 5, (struct term[]){t, quotient, a, b, remainder});
  check_order(tm, false, 5, (struct term[]){t, remainder, b, a, quotient});
  terms_free(tm);
}

static void does_not_go_below_what_is_skipped(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct term root = sample(tm), remainder = term_child(tm, root, 1);
  struct map_u32 seen = {0};
  struct term_walk walk = {.tm = tm, .seen = &seen};
  uint32_t n = 0;
  term_walk_add(&walk, remainder);
  for (struct term t; term_walk_next(&walk, &t); n++) term_walk_skip(&walk);
  assert_int_equal(n, 1);
  term_walk_release(&walk);
  // Another walk with the same map: neither it nor what is only below it. a and b are below the other child.
  struct term_walk again = {.tm = tm, .seen = &seen};
  term_walk_add(&again, root);
  n = 0;
  for (struct term t; term_walk_next(&again, &t); n++) assert_int_not_equal(t.id, remainder.id);
  assert_int_equal(n, 4);
  term_walk_release(&again);
  map_u32_release(&seen);
  terms_free(tm);
}

static void walks_several_roots_and_makes_terms(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct term root = sample(tm);
  struct term_walk walk = {.tm = tm};
  uint32_t n = 0;
  for (uint32_t i = 0; i < 2; i++) term_walk_add(&walk, term_child(tm, root, i));
  for (struct term t; term_walk_next(&walk, &t); n++)
    for (uint32_t i = 0; i < 1000; i++) term_fresh(tm, sort_bool(tm), "new"); // the table moves
  assert_int_equal(n, 4);
  term_walk_release(&walk);
  terms_free(tm);
}

static void walks_deep_terms(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  assert_int_equal(term_dag_size(tm, deep(tm)), 2 * DEEP + 2);
  terms_free(tm);
}

// --- bottom up -------------------------------------------------------------------------

struct heights {
  struct terms *tm;
  struct term_memo memo;
  uint32_t visits;
};

// The longest way down, in terms.
static uint64_t visit_height(void *context, struct term t) {
  struct heights *h = context;
  uint64_t highest = 0;
  if (!term_memo_want_children(&h->memo, h->tm, t)) return 0;
  h->visits++;
  for (uint32_t i = 0; i < term_arity(h->tm, t); i++) {
    uint64_t below = term_memo_get(&h->memo, term_child(h->tm, t, i));
    assert_true(below);
    if (below > highest) highest = below;
  }
  return highest + 1;
}

static void computes_each_result_once(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct heights h = {.tm = tm};
  struct term t = deep(tm);
  assert_int_equal(term_memo_apply(&h.memo, term_child(tm, t, 0), visit_height, &h), 2 * DEEP - 1);
  assert_int_equal(term_memo_apply(&h.memo, t, visit_height, &h), 2 * DEEP + 1);
  assert_int_equal(h.visits, term_dag_size(tm, t));
  assert_int_equal(h.memo.stack.size, 0);
  term_memo_release(&h.memo);
  terms_free(tm);
}

// Does it have a urem? Enough to know it of one child.
static uint64_t visit_remainder(void *context, struct term t) {
  struct heights *h = context;
  bool missing = false;
  h->visits++;
  if (term_kind(h->tm, t) == TERM_BV_UREM) return 2;
  for (uint32_t i = 0; i < term_arity(h->tm, t); i++) {
    uint64_t below = term_memo_want(&h->memo, term_child(h->tm, t, i));
    if (below == 2) return 2;
    missing = missing || !below;
  }
  return missing ? 0 : 1;
}

static void leaves_out_what_is_not_needed(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct heights h = {.tm = tm};
  struct term t = sample(tm), quotient = term_child(tm, t, 0);
  assert_int_equal(term_memo_apply(&h.memo, term_child(tm, t, 1), visit_remainder, &h), 2);
  assert_int_equal(term_memo_apply(&h.memo, t, visit_remainder, &h), 2);
  assert_int_equal(h.visits, 2); // the first child was asked for, the second known
  assert_int_equal(term_memo_get(&h.memo, quotient), 0);
  assert_int_equal(term_memo_apply(&h.memo, quotient, visit_remainder, &h), 1);
  term_memo_release(&h.memo);
  terms_free(tm);
}

// A result by way of another computation with the same memo.
static uint64_t visit_nested(void *context, struct term t) {
  struct heights *h = context;
  uint64_t sum = 1;
  for (uint32_t i = 0; i < term_arity(h->tm, t); i++)
    sum += term_memo_apply(&h->memo, term_child(h->tm, t, i), visit_height, h);
  return sum;
}

static void computes_within_a_computation(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct heights h = {.tm = tm};
  assert_int_equal(term_memo_apply(&h.memo, sample(tm), visit_nested, &h), 5);
  term_memo_release(&h.memo);
  terms_free(tm);
}

// --- other children ----------------------------------------------------------------------

static uint64_t visit_values(void *context, struct term t) {
  void **c = context;
  struct random_terms *r = c[0];
  struct term_memo *memo = c[1];
  struct vec_term children = {0};
  if (term_kind(r->tm, t) == TERM_VAR) return model_get(r->models[0], t).id;
  if (!term_memo_want_children(memo, r->tm, t)) return 0;
  for (uint32_t i = 0; i < term_arity(r->tm, t); i++)
    vec_term_push(&children, term_memo_term(memo, term_child(r->tm, t, i)));
  struct term result = term_with_children(r->tm, t, children.data);
  vec_term_release(&children);
  return result.id;
}

// Random terms of many sorts and kinds, with values for the variables: they fold to the value.
static void puts_other_children(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct random_terms r;
  random_init(&r, tm, 7);
  random_add_sort(&r, sort_bool(tm), 3, 2);
  for (uint32_t width = 1; width <= 8; width++) random_add_sort(&r, sort_bv(tm, width), 2, 4);
  random_add_sort(&r, sort_bv(tm, 70), 2, 4);
  random_add_sort(&r, sort_float(tm, 3, 5), 2, 4);
  random_add_sort(&r, sort_float(tm, 8, 24), 2, 4);
  random_add_sort(&r, sort_int(tm), 2, 4);
  random_add_sort(&r, sort_array(tm, sort_bv(tm, 3), sort_bv(tm, 7)), 2, 2);
  struct term_memo memo = {0};
  uint32_t kinds[TERM_KIND_COUNT] = {0}, n = 0;
  for (uint32_t i = 0; i < 20000; i++) {
    const struct random_entry *e = random_step(&r);
    if (!e) continue;
    struct term value = {(uint32_t)term_memo_apply(&memo, e->term, visit_values, (void *[]){&r, &memo})};
    assert_true(term_is_true(tm, term_eq(tm, value, e->values[0])));
    kinds[term_kind(tm, e->term)]++;
  }
  for (uint32_t k = 0; k < TERM_KIND_COUNT; k++) n += kinds[k] > 0;
  assert_true(n > 40);
  assert_true(kinds[TERM_BV_EXTRACT] && kinds[TERM_BV_ZEXT] && kinds[TERM_BV_SEXT] && kinds[TERM_FP_TO_FP]);
  term_memo_release(&memo);
  random_release(&r);
  terms_free(tm);
}

static void is_itself_over_its_own_children(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct term t = term_extract(tm, 20, 3, sample(tm)), child = term_child(tm, t, 0), b = variable(tm, "b");
  assert_int_equal(term_with_children(tm, t, &child).id, t.id);
  assert_int_equal(term_with_children(tm, t, &b).id, term_extract(tm, 20, 3, b).id);
  terms_free(tm);
}

// --- variables -----------------------------------------------------------------------------

static void knows_the_variables(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct term vars[9], sum = term_bv(tm, 32, 0);
  for (uint32_t i = 0; i < 9; i++) {
    vars[i] = term_fresh(tm, sort_bv(tm, 32), "v");
    if (i % 2) sum = term_add(tm, sum, vars[i]);
    for (uint32_t k = 0; k <= i; k++) assert_int_equal(term_mentions(tm, sum, vars[k]), k % 2);
  }
  assert_false(term_mentions(tm, term_bv(tm, 32, 0), vars[0]));
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gives_each_part_once_in_order),       cmocka_unit_test(does_not_go_below_what_is_skipped),
      cmocka_unit_test(walks_several_roots_and_makes_terms), cmocka_unit_test(walks_deep_terms),
      cmocka_unit_test(computes_each_result_once),           cmocka_unit_test(leaves_out_what_is_not_needed),
      cmocka_unit_test(computes_within_a_computation),       cmocka_unit_test(puts_other_children),
      cmocka_unit_test(is_itself_over_its_own_children),     cmocka_unit_test(knows_the_variables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
