// Universally quantified variables: which they are, other names for them, and the values for which an index is a
// given one.
#include "term/quantified.h"
#include "term/model.h"
#include "random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
  struct terms *tm;
  struct term k, k64, a, x, y, p, t32, t64;
  struct rng random;
};

static struct fixture fixture_new(void) {
  struct fixture f = {.tm = terms_new(), .random = rng_new(0)};
  struct sort bv32 = sort_bv(f.tm, 32), bv64 = sort_bv(f.tm, 64);
  f.k = quantified_variable(f.tm, 32);
  f.k64 = quantified_variable(f.tm, 64);
  f.a = term_var(f.tm, sort_array(f.tm, bv32, sort_bv(f.tm, 8)), "a");
  f.x = term_var(f.tm, bv32, "x");
  f.y = term_var(f.tm, bv32, "y");
  f.p = term_var(f.tm, bv64, "p");
  f.t32 = term_var(f.tm, bv32, "t32");
  f.t64 = term_var(f.tm, bv64, "t64");
  return f;
}

static uint64_t next_random(struct fixture *f) { return rng_next(&f->random); }

static struct term num(const struct fixture *f, uint64_t n) { return term_bv(f->tm, 32, n); }
static struct term with(struct fixture *f, struct term t, struct term variable, struct term value) {
  return term_substitute(f->tm, t, 1, &variable, &value);
}

// --- which they are -------------------------------------------------------------------------------------

static void one_for_each_width(void **unused) {
  (void)unused;
  struct fixture f = fixture_new();
  assert_true(term_same(f.k, quantified_variable(f.tm, 32)));
  assert_true(term_width(f.tm, f.k64) == 64 && quantified_is_variable(f.tm, f.k64));
  assert_false(quantified_is_variable(f.tm, f.x) || quantified_is_variable(f.tm, num(&f, 3)) ||
               quantified_is_variable(f.tm, term_add(f.tm, f.k, f.x)));
  // Names that only look like one.
  struct sort bv8 = sort_bv(f.tm, 8);
  const char *others[] = {"any", "any!", "any!16", "any!8!0", "any!08", "any!x", "any"};
  for (uint32_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_false(quantified_is_variable(f.tm, term_var(f.tm, bv8, others[i])));
  assert_true(term_same(quantified_in(f.tm, term_eq(f.tm, f.x, term_add(f.tm, f.k, f.y))), f.k));
  assert_true(term_none(quantified_in(f.tm, term_eq(f.tm, f.x, f.y))) &&
              term_none(quantified_in(f.tm, term_true(f.tm))));
  assert_true(term_mentions(f.tm, term_select(f.tm, f.a, f.k), f.k) &&
              !term_mentions(f.tm, term_select(f.tm, f.a, f.x), f.k));
  terms_free(f.tm);
}

static void found_by_name(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  const char *good[] = {"any!1", "any!8", "any!24", "any!64", "any!128"};
  const char *bad[] = {"any!0",  "any!",    "any",   "any!032",      "any! 8",         "any!-8", "any!8x",
                       "any!8'", "any!8!0", "Any!8", "any!99999999", "any!4294967304", ""};
  for (uint32_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct term t = quantified_named(tm, good[i], strlen(good[i]));
    assert_true(!term_none(t) && quantified_is_variable(tm, t));
    assert_string_equal(term_var_name(tm, t), good[i]);
  }
  for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_true(term_none(quantified_named(tm, bad[i], strlen(bad[i]))));
  assert_true(term_same(quantified_named(tm, "any!24 ", 6), quantified_variable(tm, 24))); // as long as is said
  terms_free(tm);
}

// A program may call something else by that name.
static void names_of_other_sorts(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct term own[] = {term_var(tm, sort_bool(tm), "any!32"), term_var(tm, sort_bv(tm, 8), "any!32'"),
                       term_var(tm, sort_bv(tm, 16), "any!32''!0"), term_var(tm, sort_bv(tm, 8), "any!32!0"),
                       term_var(tm, sort_array(tm, sort_bv(tm, 8), sort_bv(tm, 8)), "any!8")};
  struct term k = quantified_variable(tm, 32), n = quantified_variable(tm, 8), x = term_var(tm, sort_bv(tm, 32), "x");
  assert_true(term_width(tm, k) == 32 && term_width(tm, n) == 8 && quantified_is_variable(tm, k) &&
              quantified_is_variable(tm, n));
  for (uint32_t i = 0; i < sizeof own / sizeof *own; i++) assert_false(quantified_is_variable(tm, own[i]));
  assert_true(term_same(quantified_named(tm, term_var_name(tm, k), strlen(term_var_name(tm, k))), k));
  assert_true(term_none(quantified_named(tm, "any!32", 6)));
  struct term other = quantified_rename(tm, term_eq(tm, k, x), 0);
  assert_true(term_none(quantified_in(tm, other)) && !term_mentions(tm, other, own[3]));
  terms_free(tm);
}

static void other_values(void **unused) {
  (void)unused;
  struct fixture f = fixture_new();
  struct term t = term_eq(f.tm, term_select(f.tm, f.a, f.k), term_select(f.tm, f.a, f.x)),
              u = term_eq(f.tm, f.k64, f.p);
  assert_true(term_same(quantified_rename(f.tm, term_eq(f.tm, f.x, f.y), 1), term_eq(f.tm, f.x, f.y)));
  struct term seen[6];
  for (uint32_t i = 0; i < 6; i++) {
    seen[i] = quantified_rename(f.tm, i < 3 ? t : u, i % 3);
    assert_true(term_none(quantified_in(f.tm, seen[i])) && !term_same(seen[i], i < 3 ? t : u));
    assert_true(term_same(seen[i], quantified_rename(f.tm, i < 3 ? t : u, i % 3)));
    for (uint32_t k = 0; k < i; k++) assert_false(term_same(seen[i], seen[k]));
  }
  // Not the same value: one of them may be refuted where the other is not.
  struct term both = term_and(f.tm, term_eq(f.tm, f.k, f.x), term_not(f.tm, term_eq(f.tm, f.k, f.x)));
  assert_true(term_is_false(f.tm, both));
  struct term apart = term_and(f.tm, quantified_rename(f.tm, term_eq(f.tm, f.k, f.x), 0),
                               quantified_rename(f.tm, term_not(f.tm, term_eq(f.tm, f.k, f.x)), 1));
  assert_false(term_is_false(f.tm, apart));
  terms_free(f.tm);
}

// --- equations ------------------------------------------------------------------------------------------

enum { PATTERNS = 9 };

// Forms of indices; they have the width of t32 or t64.
static struct term pattern_of(struct fixture *f, uint32_t i, struct term *variable) {
  struct terms *tm = f->tm;
  struct term k = f->k, four = term_bv(tm, 64, 4);
  *variable = i == 8 ? f->k64 : k;
  switch (i) {
  case 0: return k;
  case 1: return term_add(tm, f->x, k);
  case 2: return term_add(tm, term_mul(tm, num(f, 2), k), num(f, (uint64_t)-2));
  case 3: return term_add(tm, f->p, term_mul(tm, four, term_sext(tm, k, 64)));
  case 4: return term_extract(tm, 61, 2, term_add(tm, f->p, term_mul(tm, four, term_zext(tm, k, 64))));
  case 5: return term_sub(tm, term_mul(tm, num(f, 12), k), f->x);
  case 6: return term_add(tm, f->x, term_zext(tm, term_extract(tm, 15, 0, k), 32));
  case 7: return term_concat(tm, term_extract(tm, 29, 0, k), term_extract(tm, 1, 0, f->x));
  default: return term_add(tm, num(f, 100), term_extract(tm, 31, 0, f->k64));
  }
}

static struct term target_of(struct fixture *f, struct term pattern) {
  char name[16];
  snprintf(name, sizeof name, "t%u", term_width(f->tm, pattern));
  return term_var(f->tm, term_sort(f->tm, pattern), name);
}

// For small values nothing is lost: the solution leads to the target whenever the target is the index for such a value.
static void solutions_lead_to_the_target(void **unused) {
  (void)unused;
  struct fixture f = fixture_new();
  for (uint32_t i = 0; i < PATTERNS; i++) {
    struct term variable, pattern = pattern_of(&f, i, &variable), target = target_of(&f, pattern);
    struct term value = quantified_solve(f.tm, pattern, variable, target);
    if (term_none(value)) fail_msg("form %u is not solved", i);
    assert_int_equal(term_sort(f.tm, value).id, term_sort(f.tm, variable).id);
    assert_false(term_mentions(f.tm, value, variable));
    struct term instance = with(&f, pattern, variable, value);
    for (uint32_t round = 0; round < 200; round++) {
      struct model *m = model_new(f.tm);
      model_set(m, f.x, num(&f, next_random(&f) >> 8));
      model_set(m, f.p, term_bv(f.tm, 64, next_random(&f) >> 8 & ~(uint64_t)3));
      model_set(m, variable, term_bv(f.tm, term_width(f.tm, variable), next_random(&f) >> 20 & 0xfff));
      model_set(m, target, model_eval(m, pattern));
      if (!term_same(model_eval(m, instance), model_eval(m, target))) fail_msg("form %u: another cell", i);
      model_unref(m);
    }
  }
  terms_free(f.tm);
}

// A target of the same form gives back what stands there, whatever would be lost.
static void the_same_form(void **unused) {
  (void)unused;
  struct fixture f = fixture_new();
  for (uint32_t i = 0; i < PATTERNS; i++) {
    struct term variable, pattern = pattern_of(&f, i, &variable);
    struct term there = i == 8 ? f.p : term_mul(f.tm, f.y, f.y);
    struct term value = quantified_solve(f.tm, pattern, variable, with(&f, pattern, variable, there));
    if (!term_same(value, there)) fail_msg("form %u: another value", i);
  }
  // Twice the variable: only if both are the same.
  struct term twice = term_add(f.tm, f.k, term_extract(f.tm, 31, 0, term_mul(f.tm, f.k64, f.k64)));
  assert_true(term_same(quantified_solve(f.tm, twice, f.k, with(&f, twice, f.k, f.y)), f.y));
  struct term square = term_mul(f.tm, f.k, term_add(f.tm, f.k, num(&f, 5)));
  assert_true(term_none(quantified_solve(f.tm, square, f.k, term_mul(f.tm, f.y, term_add(f.tm, f.t32, num(&f, 5))))));
  assert_true(term_same(quantified_solve(f.tm, square, f.k, with(&f, square, f.k, f.y)), f.y));
  terms_free(f.tm);
}

// The same operation on something of another width is not the same form: a value has the variable's width.
static void widths_differ(void **unused) {
  (void)unused;
  struct fixture f = fixture_new();
  struct terms *tm = f.tm;
  struct term b8 = term_var(tm, sort_bv(tm, 8), "b8"), w128 = term_var(tm, sort_bv(tm, 128), "w128");
  struct {
    struct term pattern, variable, target;
  } pairs[] = {
      {term_zext(tm, f.k, 64), f.k, term_zext(tm, b8, 64)},
      {term_sext(tm, f.k, 64), f.k, term_sext(tm, b8, 64)},
      {term_extract(tm, 31, 0, f.k64), f.k64, term_extract(tm, 31, 0, w128)},
      {term_concat(tm, f.k, f.x), f.k, term_concat(tm, b8, term_var(tm, sort_bv(tm, 56), "b56"))},
      {term_add(tm, f.p, term_zext(tm, quantified_variable(tm, 8), 64)), quantified_variable(tm, 8),
       term_add(tm, f.p, term_zext(tm, f.x, 64))},
  };
  for (uint32_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    struct term value = quantified_solve(tm, pairs[i].pattern, pairs[i].variable, pairs[i].target);
    assert_false(term_none(value));
    assert_int_equal(term_sort(tm, value).id, term_sort(tm, pairs[i].variable).id);
    with(&f, pairs[i].pattern, pairs[i].variable, value);
  }
  terms_free(tm);
}

static void not_solved(void **unused) {
  (void)unused;
  struct fixture f = fixture_new();
  struct terms *tm = f.tm;
  struct term hard[] = {
      term_add(tm, f.k, term_mul(tm, f.k, f.k)),
      term_ite(tm, term_ult(tm, f.k, f.x), f.x, f.y),
      term_zext(tm, term_select(tm, f.a, f.k), 32),
      term_urem(tm, f.k, f.x),
  };
  for (uint32_t i = 0; i < sizeof hard / sizeof *hard; i++)
    assert_true(term_none(quantified_solve(tm, hard[i], f.k, f.t32)));
  assert_true(term_none(quantified_solve(tm, f.x, f.k, f.t32))); // does not have the variable
  // Indices need not be bits.
  struct term truth = term_var(tm, sort_bool(tm), "truth");
  assert_true(term_none(quantified_solve(tm, term_ult(tm, f.k, f.x), f.k, truth)));
  terms_free(tm);
}

// --- reads ----------------------------------------------------------------------------------------------

static void reads_once(void **unused) {
  (void)unused;
  struct fixture f = fixture_new();
  struct terms *tm = f.tm;
  struct term inner = term_select(tm, f.a, f.x), outer = term_select(tm, f.a, term_zext(tm, inner, 32));
  struct map_u32 seen = {0};
  struct vec_term reads = {0};
  quantified_reads(tm, term_eq(tm, inner, outer), &seen, &reads);
  assert_int_equal(reads.size, 2);
  assert_true(term_same(reads.data[0], inner) || term_same(reads.data[1], inner));
  quantified_reads(tm, term_not(tm, term_eq(tm, outer, term_bv(tm, 8, 3))), &seen, &reads);
  assert_int_equal(reads.size, 2);
  quantified_reads(tm, term_select(tm, f.a, f.k), &seen, &reads);
  assert_int_equal(reads.size, 3);
  map_u32_release(&seen);
  vec_term_release(&reads);
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_for_each_width),
      cmocka_unit_test(found_by_name),
      cmocka_unit_test(names_of_other_sorts),
      cmocka_unit_test(other_values),
      cmocka_unit_test(solutions_lead_to_the_target),
      cmocka_unit_test(the_same_form),
      cmocka_unit_test(widths_differ),
      cmocka_unit_test(not_solved),
      cmocka_unit_test(reads_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
