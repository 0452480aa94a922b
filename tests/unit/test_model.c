// Models: evaluation of random terms of all sorts, sharing, merging, deep terms.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "random_terms.h"

static bool same_value(struct terms *tm, struct term a, struct term b) { return term_is_true(tm, term_eq(tm, a, b)); }

static void print_assignment(void *context, struct term var, struct term value) {
  struct random_terms *r = ((void **)context)[0];
  struct text *text = ((void **)context)[1];
  text_printf(text, "\n  %s = ", term_var_name(r->tm, var));
  term_print_smt(r->tm, value, text);
}

static void check_value(struct random_terms *r, const struct random_entry *e, int k, struct term value) {
  if (term_is_const(r->tm, value) && same_value(r->tm, value, e->values[k])) return;
  struct text text = {0};
  term_print_smt(r->tm, e->term, &text);
  text_add(&text, "\n gives ");
  term_print_smt(r->tm, value, &text);
  text_add(&text, "\n instead of ");
  term_print_smt(r->tm, e->values[k], &text);
  model_each(r->models[k], print_assignment, (void *[]){r, &text});
  fail_msg("assignment %d: %s", k, text_cstr(&text));
}

static void check_entry(struct random_terms *r, const struct random_entry *e) {
  for (int k = 0; k < ASSIGNMENTS; k++) check_value(r, e, k, model_eval(r->models[k], e->term));
}

// The variables with their values substituted: folding must come to the same.
static void check_substitution(struct random_terms *r, const struct random_entry *e) {
  struct substitution *sub = substitution_new(r->tm);
  uint32_t n;
  const uint32_t *vars = term_free_vars(r->tm, e->term, &n);
  for (uint32_t i = 0; i < n; i++)
    substitution_set(sub, (struct term){vars[i]}, model_get(r->models[0], (struct term){vars[i]}));
  check_value(r, e, 0, substitution_apply(sub, e->term));
  substitution_free(sub);
}

static void all_sorts(struct random_terms *r) {
  struct terms *tm = r->tm;
  random_add_sort(r, sort_bool(tm), 3, 2);
  static const uint32_t widths[] = {1, 3, 4, 8, 11, 16, 32, 64, 70, 79, 128};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) random_add_sort(r, sort_bv(tm, widths[i]), 2, 4);
  random_add_sort(r, sort_float(tm, 3, 5), 2, 4);
  random_add_sort(r, sort_float(tm, 5, 11), 2, 4);
  random_add_sort(r, sort_float(tm, 8, 24), 2, 4);
  random_add_sort(r, sort_float(tm, 11, 53), 2, 4);
  random_add_sort(r, sort_float(tm, 15, 64), 2, 4);
  random_add_sort(r, sort_int(tm), 2, 4);
  struct sort bytes = sort_array(tm, sort_bv(tm, 4), sort_bv(tm, 8));
  random_add_sort(r, bytes, 2, 2);
  random_add_sort(r, sort_array(tm, sort_bv(tm, 64), sort_bv(tm, 32)), 2, 2);
  random_add_sort(r, sort_array(tm, sort_bv(tm, 70), sort_bv(tm, 8)), 1, 1);
  random_add_sort(r, sort_array(tm, sort_bv(tm, 3), bytes), 1, 1);
}

static void random_terms_evaluate_to_their_values(void **unused) {
  (void)unused;
  for (uint64_t seed = 1; seed <= 30; seed++) {
    struct terms *tm = terms_new();
    struct random_terms r;
    random_init(&r, tm, seed);
    all_sorts(&r);
    for (int i = 0; i < 2500; i++) {
      struct random_entry *e = random_step(&r);
      if (!e) continue;
      check_entry(&r, e);
      if (i % 16 == 0) check_substitution(&r, e);
    }
    random_release(&r);
    terms_free(tm);
  }
}

// Few widths and arrays of few cells: indices meet often.
static void arrays_evaluate_to_their_values(void **unused) {
  (void)unused;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    struct terms *tm = terms_new();
    struct random_terms r;
    random_init(&r, tm, seed + 1000);
    random_add_sort(&r, sort_bool(tm), 2, 1);
    random_add_sort(&r, sort_bv(tm, 2), 2, 3);
    random_add_sort(&r, sort_bv(tm, 3), 2, 3);
    random_add_sort(&r, sort_array(tm, sort_bv(tm, 2), sort_bv(tm, 3)), 2, 2);
    random_add_sort(&r, sort_array(tm, sort_bv(tm, 3), sort_bv(tm, 3)), 2, 2);
    for (int i = 0; i < 1500; i++) {
      struct random_entry *e = random_step(&r);
      if (e) check_entry(&r, e);
    }
    random_release(&r);
    terms_free(tm);
  }
}

static void deep_terms_need_no_stack(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct sort word = sort_bv(tm, 32);
  struct term x = term_var(tm, word, "x"), y = term_var(tm, word, "y"), t = x;
  enum { N = 200000 };
  for (uint32_t i = 0; i < N; i++) t = i % 2 ? term_bvxor(tm, t, y) : term_udiv(tm, y, t);
  struct model *m = model_new(tm);
  model_set(m, x, term_bv(tm, 32, 77));
  model_set(m, y, term_bv(tm, 32, 123456789));
  uint32_t value = 77;
  for (uint32_t i = 0; i < N; i++) value = i % 2 ? value ^ 123456789u : value ? 123456789u / value : UINT32_MAX;
  assert_true(term_same(model_eval(m, t), term_bv(tm, 32, value)));
  struct term z = term_var(tm, word, "z");
  struct term moved = term_substitute(tm, t, 1, &x, &z);
  assert_false(term_same(moved, t));
  assert_true(term_same(term_substitute(tm, moved, 1, &z, &x), t));
  // A select from a long chain of stores at unknown places.
  struct term a = term_var(tm, sort_array(tm, word, word), "a");
  for (uint32_t i = 0; i < 20000; i++)
    a = term_store(tm, a, term_bvxor(tm, y, term_mul(tm, z, term_bv(tm, 32, i))), term_bv(tm, 32, i));
  assert_true(term_same(model_eval(m, term_select(tm, a, y)), term_bv(tm, 32, 19999)));
  model_unref(m);
  terms_free(tm);
}

static void substitution_is_simultaneous(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct sort word = sort_bv(tm, 8);
  struct term x = term_var(tm, word, "x"), y = term_var(tm, word, "y");
  struct term from[2] = {x, y}, to[2] = {y, x};
  struct term t = term_ult(tm, x, term_add(tm, y, term_bv(tm, 8, 3)));
  assert_true(term_same(term_substitute(tm, t, 2, from, to), term_ult(tm, y, term_add(tm, x, term_bv(tm, 8, 3)))));
  // Any term can be replaced, and the replacement is not looked into.
  struct term sum = term_add(tm, y, term_bv(tm, 8, 3)), bigger = term_add(tm, sum, y);
  assert_true(term_same(term_substitute(tm, term_udiv(tm, x, sum), 1, &sum, &bigger), term_udiv(tm, x, bigger)));
  struct substitution *sub = substitution_new(tm);
  substitution_set(sub, x, y);
  assert_true(term_same(substitution_apply(sub, term_bvnot(tm, x)), term_bvnot(tm, y)));
  substitution_set(sub, y, term_bv(tm, 8, 1)); // the memo must not survive this
  assert_true(term_same(substitution_apply(sub, term_bvor(tm, x, y)), term_bvor(tm, y, term_bv(tm, 8, 1))));
  substitution_free(sub);
  terms_free(tm);
}

static void count_variable(void *context, struct term var, struct term value) {
  uint32_t *last = context;
  assert_true(var.id > *last);
  assert_true(!term_none(value));
  *last = var.id;
}

static void models_merge_and_share(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct sort word = sort_bv(tm, 8);
  struct term x = term_var(tm, word, "x"), y = term_var(tm, word, "y"), z = term_var(tm, word, "z");
  struct model *under = model_new(tm), *over = model_new(tm);
  model_set(under, x, term_bv(tm, 8, 1));
  model_set(under, y, term_bv(tm, 8, 2));
  model_set(over, y, term_bv(tm, 8, 3));
  struct term sum = term_add(tm, x, term_add(tm, y, z));
  assert_true(term_same(model_eval(under, sum), term_bv(tm, 8, 3)));
  model_set(under, z, term_bv(tm, 8, 10)); // after an evaluation
  assert_true(term_same(model_eval(under, sum), term_bv(tm, 8, 13)));
  struct model *both = model_merge(tm, under, over);
  model_unref(under);
  model_unref(over);
  assert_true(term_same(model_eval(both, sum), term_bv(tm, 8, 14)));
  assert_true(model_has(both, z) && !model_has(both, term_var(tm, word, "w")));
  assert_true(term_same(model_get(both, term_var(tm, word, "w")), term_bv(tm, 8, 0)));
  uint32_t last = 0;
  model_each(both, count_variable, &last);
  assert_int_equal(last, z.id);
  assert_true(model_holds(both, term_ult(tm, x, y)));
  struct model *again = model_ref(both);
  model_unref(both);
  struct model *copy = model_merge(tm, NULL, again), *other = model_merge(tm, again, NULL),
               *none = model_merge(tm, NULL, NULL);
  assert_true(term_same(model_eval(copy, sum), model_eval(other, sum)));
  assert_true(term_same(model_eval(none, sum), term_bv(tm, 8, 0)));
  model_unref(again);
  model_unref(copy);
  model_unref(other);
  model_unref(none);
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_terms_evaluate_to_their_values),
      cmocka_unit_test(arrays_evaluate_to_their_values),
      cmocka_unit_test(deep_terms_need_no_stack),
      cmocka_unit_test(substitution_is_simultaneous),
      cmocka_unit_test(models_merge_and_share),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
