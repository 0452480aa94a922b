// The precision: predicates in contexts with calls and recursion; its file, read and printed, and each kind of wrong
// file.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "facts/precision.h"
#include "unfold_world.h"

// main calls f and itself, f calls itself and g; loops in main, f and g.
static const char *const calls =
    "cfa \"calls\"\npointer-bits 32\nfile \"calls.c\"\n"
    "global total (_ BitVec 32) \"int\"\n"
    "function main at 1:0\n  local x (_ BitVec 32) \"int\"\n"
    "  entry start\n"
    "  location start at 2:1\n  edge start -> head\n"
    "  location head at 3:1\n  edge head -> head [(bvslt x #x00000003)] x := (bvadd x #x00000001)\n"
    "  edge head -> again [(not (bvslt x #x00000003))]\n"
    "  location again at 4:1\n  edge again -> last call f (x)\n"
    "  edge again -> last call main ()\n"
    "  location last exit\n"
    "function f at 10:0\n  param n (_ BitVec 32) \"int\"\n  local k (_ BitVec 32) \"unsigned int\" unsigned\n"
    "  entry begin\n"
    "  location begin at 11:1\n  edge begin -> loop\n"
    "  location loop at 12:1\n  edge loop -> loop [(bvslt #x00000000 n)] n := (bvsub n #x00000001)\n"
    "  edge loop -> inner [(not (bvslt #x00000000 n))]\n"
    "  location inner at 13:1\n  edge inner -> out call f (k)\n  edge inner -> out call g (k)\n"
    "  location out exit\n"
    "function g at 20:0\n  param n (_ BitVec 32) \"int\"\n"
    "  entry gin\n"
    "  location gin at 21:1\n  edge gin -> gin [(bvslt #x00000000 n)] n := (bvsub n #x00000001)\n"
    "  edge gin -> gout [(not (bvslt #x00000000 n))]\n"
    "  location gout exit\n";

static void test_points(void **state) {
  struct world *w = world_new(calls);
  struct precision p = {0};
  struct location here = {3}, there = {4};
  struct term positive = term_slt(w->tm, num(w, 0), var(w, "main::x"));
  assert_int_equal(precision_at(&p, here)->threshold, PRECISION_DEFAULT);
  precision_at(&p, here)->threshold = 2;
  assert_true(precision_add(&p, w->tm, here, positive));
  assert_false(precision_add(&p, w->tm, here, positive));
  assert_false(precision_add(&p, w->tm, here, term_not(w->tm, positive)));
  assert_false(precision_add(&p, w->tm, here, term_true(w->tm)));
  assert_false(precision_add(&p, w->tm, here, term_false(w->tm)));
  assert_true(precision_add(&p, w->tm, there, positive));
  assert_true(precision_add(&p, w->tm, here, term_slt(w->tm, num(w, 1), var(w, "main::x"))));
  assert_int_equal(p.points.size, 2);
  assert_int_equal(precision_at(&p, here)->predicates.size, 2);
  assert_int_equal(precision_at(&p, here)->threshold, 2);
  assert_int_equal(precision_at(&p, there)->threshold, PRECISION_DEFAULT);
  precision_release(&p);
  world_free(w);
  (void)state;
}

// The edge among several between two locations that calls `callee`.
static struct edge call_of(struct world *w, const char *from, const char *callee) {
  uint32_t function = cfa_function_named(w->cfa, callee);
  struct location at = location_named(w, from);
  for (uint32_t i = 0; i < w->cfa->edges.size; i++)
    if (location_same(w->cfa->edges.data[i].from, at) && w->cfa->edges.data[i].callee == function)
      return (struct edge){i};
  fail_msg("%s does not call %s", from, callee);
  return EDGE_NONE;
}

static void there_and_back(struct world *w, struct context context, struct term predicate, struct term instance) {
  SAME(facts_instance(w->u, context, predicate), instance);
  SAME(facts_plain(w->u, context, instance), predicate);
}

static void test_calls(void **state) {
  struct world *w = world_new(calls);
  struct terms *tm = w->tm;
  struct context f1 = unfold_enter(w->u, CONTEXT_ROOT, call_of(w, "again", "f"));
  struct context f2 = unfold_enter(w->u, f1, call_of(w, "inner", "f"));
  struct context g3 = unfold_enter(w->u, f2, call_of(w, "inner", "g"));
  uint32_t n = var_named(w, "f::n"), k = var_named(w, "f::k"), gn = var_named(w, "g::n");
  struct term x = var(w, "main::x"), total = var(w, "total");
  // main's own variables and globals are themselves everywhere.
  struct term outer = term_slt(tm, x, total);
  there_and_back(w, CONTEXT_ROOT, outer, outer);
  there_and_back(w, g3, outer, outer);
  // A local of f means that of the nearest f.
  struct term mixed = term_eq(tm, term_add(tm, var(w, "f::n"), var(w, "f::k")), term_mul(tm, x, total));
  for (uint32_t i = f1.id; i <= g3.id; i++) {
    struct context context = {i}, frame = context_same(context, f1) ? f1 : f2;
    struct term here =
        term_eq(tm, term_add(tm, unfold_var(w->u, frame, n), unfold_var(w->u, frame, k)), term_mul(tm, x, total));
    there_and_back(w, context, mixed, here);
  }
  // g's n beside f's n: the names are the same, the variables are not.
  there_and_back(w, g3, term_slt(tm, var(w, "g::n"), var(w, "f::n")),
                 term_slt(tm, unfold_var(w->u, g3, gn), unfold_var(w->u, f2, n)));
  // Without a frame it does not apply; about a frame that is not the nearest it cannot be said.
  assert_true(term_none(facts_instance(w->u, CONTEXT_ROOT, mixed)));
  assert_true(term_none(facts_instance(w->u, f2, term_slt(tm, var(w, "g::n"), x))));
  struct term both = term_slt(tm, unfold_var(w->u, f1, n), unfold_var(w->u, f2, n));
  assert_true(term_none(facts_plain(w->u, f2, both)));
  assert_true(term_none(facts_plain(w->u, f1, both)));
  assert_true(term_none(facts_plain(w->u, g3, term_slt(tm, unfold_var(w->u, f1, n), total))));
  // Nor about what is none of the program's variables.
  struct term foreign = term_eq(tm, unfold_heap(w->u), x);
  assert_true(term_none(facts_plain(w->u, f1, foreign)));
  assert_true(term_none(facts_plain(w->u, f1, term_slt(tm, var(w, "f::n"), x)))); // not an instance
  assert_true(term_is_true(tm, facts_plain(w->u, g3, term_true(tm))));
  world_free(w);
  (void)state;
}

// main calls itself: its variables have instances too, and the root's are then out of reach.
static void test_recursive_main(void **state) {
  struct world *w = world_new(calls);
  struct context again = unfold_enter(w->u, CONTEXT_ROOT, call_of(w, "again", "main"));
  struct term x = var(w, "main::x"), total = var(w, "total"), inner = unfold_var(w->u, again, var_named(w, "main::x"));
  assert_false(term_same(x, inner));
  there_and_back(w, again, term_slt(w->tm, x, total), term_slt(w->tm, inner, total));
  there_and_back(w, CONTEXT_ROOT, term_slt(w->tm, x, total), term_slt(w->tm, x, total));
  assert_true(term_none(facts_plain(w->u, again, term_slt(w->tm, x, total))));
  assert_true(term_none(facts_plain(w->u, again, term_slt(w->tm, x, inner))));
  world_free(w);
  (void)state;
}

// --- the file ----------------------------------------------------------------------------------

// Two loops on line 2, two more that the source does not tell apart, one without any place.
static const char *const lines = "cfa \"lines\"\nfile \"lines.c\"\n"
                                 "function main at 1:0\n  local x (_ BitVec 32) \"int\"\n"
                                 "  entry a\n"
                                 "  location a at 2:1\n  edge a -> a [(bvslt x #x00000001)] x := (bvadd x #x00000001)\n"
                                 "  edge a -> b [(not (bvslt x #x00000001))]\n"
                                 "  location b at 2:9\n  edge b -> b [(bvslt x #x00000002)] x := (bvadd x #x00000001)\n"
                                 "  edge b -> c [(not (bvslt x #x00000002))]\n"
                                 "  location c at 5:3\n  edge c -> c [(bvslt x #x00000003)] x := (bvadd x #x00000001)\n"
                                 "  edge c -> d [(not (bvslt x #x00000003))]\n"
                                 "  location d at 5:3\n  edge d -> d [(bvslt x #x00000004)] x := (bvadd x #x00000001)\n"
                                 "  edge d -> e [(not (bvslt x #x00000004))]\n"
                                 "  location e\n  edge e -> e [(bvslt x #x00000005)] x := (bvadd x #x00000001)\n"
                                 "  edge e -> f [(not (bvslt x #x00000005))]\n"
                                 "  location f exit\n";

static void read_good(struct world *w, struct precision *p, const char *content) {
  struct error error = {0};
  if (!precision_read(p, w->cfa, "p.txt", content, &error)) fail_msg("%s", error.message);
}

// What is read is printed so, and read again as the same.
static void prints(struct world *w, const char *content, const char *want) {
  struct precision p = {0}, again = {0};
  struct text text = {0};
  read_good(w, &p, content);
  precision_print(&p, w->cfa, &text);
  assert_string_equal(text_cstr(&text), want);
  read_good(w, &again, text_cstr(&text));
  assert_int_equal(p.points.size, again.points.size);
  for (uint32_t i = 0; i < p.points.size; i++) {
    struct precision_point *there = precision_at(&again, p.points.data[i].location);
    assert_int_equal(p.points.data[i].threshold, there->threshold);
    assert_int_equal(p.points.data[i].predicates.size, there->predicates.size);
    for (uint32_t k = 0; k < there->predicates.size; k++)
      SAME(p.points.data[i].predicates.data[k], there->predicates.data[k]);
  }
  precision_release(&p);
  precision_release(&again);
  text_release(&text);
}

static void test_file(void **state) {
  struct world *w = world_new(calls);
  struct precision p = {0};
  read_good(
      w, &p,
      "# a comment\n\nmain:3 threshold 2\n  x > 0\n\t# another\n  x + total == 7\r\n\nf:12\n n < k\n  n == main::x\n"
      "main:3\n  total\n");
  struct precision_point *head = precision_at(&p, location_named(w, "head"));
  assert_int_equal(p.points.size, 2);
  assert_int_equal(head->threshold, 2);
  assert_int_equal(head->predicates.size, 3);
  SAME(head->predicates.data[0], term_slt(w->tm, num(w, 0), var(w, "main::x")));
  SAME(head->predicates.data[1], term_eq(w->tm, num(w, 7), term_add(w->tm, var(w, "main::x"), var(w, "total"))));
  struct precision_point *loop = precision_at(&p, location_named(w, "loop"));
  assert_int_equal(loop->threshold, PRECISION_DEFAULT);
  SAME(loop->predicates.data[0], term_ult(w->tm, var(w, "f::n"), var(w, "f::k"))); // k is unsigned
  SAME(loop->predicates.data[1], term_eq(w->tm, var(w, "f::n"), var(w, "main::x")));
  precision_release(&p);
  prints(w, "f:12 threshold 0\n  n < k\n  n < (int)k\n  n == main::x\nmain:3\n  x>0\n  0 < x\ng:21 threshold 5\n",
         "main:3\n  x > 0\nf:12 threshold 0\n  n < k\n  n < (int)k\n  main::x == n\ng:21 threshold 5\n");
  prints(w, "", "");
  world_free(w);
  (void)state;
}

static void test_same_line(void **state) {
  struct world *w = world_new(lines);
  prints(w, "main:2\n  x > 3\nmain:2:9 threshold 1\n  x > 4\nmain:#4\n  x > 5\nmain:#5\n  x > 6\n",
         "main:2:1\n  x > 3\nmain:2:9 threshold 1\n  x > 3\n  x > 4\nmain:#4\n  x > 5\nmain:#5\n  x > 6\n");
  world_free(w);
  (void)state;
}

static void wrong(struct world *w, const char *content, const char *want) {
  struct precision p = {0};
  struct error error = {0};
  assert_false(precision_read(&p, w->cfa, "p.txt", content, &error));
  assert_int_equal(error.status, EXIT_DATA);
  assert_string_equal(error.message, want);
  error_release(&error);
  precision_release(&p);
}

static void test_wrong_file(void **state) {
  struct world *w = world_new(calls);
  wrong(w, "main:4\n", "p.txt:1:6: there is no loop at that place of 'main'; there are main:3");
  wrong(w, "\nmain:#2\n", "p.txt:2:6: there is no loop at that place of 'main'; there are main:3");
  wrong(w, "mian:3\n", "p.txt:1:1: there is no function 'mian'; did you mean 'main'?");
  wrong(w, "elsewhere:3\n", "p.txt:1:1: there is no function 'elsewhere'");
  wrong(w, "x > 0\n", "p.txt:1:1: expected function:line of a loop; predicates stand below it, after a blank");
  wrong(w, "  x > 0\n", "p.txt:1:3: a predicate before the first loop");
  wrong(w, "main:\n", "p.txt:1:6: expected a line");
  wrong(w, "main:3:\n", "p.txt:1:8: expected a column");
  wrong(w, "main:3 thresholt 2\n", "p.txt:1:8: expected 'threshold N' or the end of the line");
  wrong(w, "main:3 threshold -2\n", "p.txt:1:18: expected a threshold, a whole number,");
  wrong(w, "main:3 threshold 2.5\n", "p.txt:1:19: expected 'threshold N' or the end of the line");
  wrong(w, "main:3 threshold 99999999999\n", "p.txt:1:18: a threshold, a whole number, is at most 1000000");
  wrong(w, "main:3\n  totel > 0\n", "p.txt:2:3: there is no variable 'totel'; did you mean 'total'?");
  wrong(w, "main:3\n  x > 0\n  x >\n", "p.txt:3:6: expected a variable or a number, but the expression ends");
  wrong(w, "main:3\n  n > 0\n", "p.txt:2:3: there is no variable 'n'; did you mean 'f::n'?");
  world_free(w);
  (void)state;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_points), cmocka_unit_test(test_calls),     cmocka_unit_test(test_recursive_main),
      cmocka_unit_test(test_file),   cmocka_unit_test(test_same_line), cmocka_unit_test(test_wrong_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
