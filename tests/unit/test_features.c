// What a program looks like, as numbers (portfolio/features.h).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "portfolio/features.h"
#include "fixture.h"

static struct features features_of(const char *text) {
  struct fixture f;
  fixture_init(&f);
  f.cfa = cfa_from_text(f.tm, text);
  struct features features;
  features_find(f.cfa, &features);
  fixture_release(&f);
  return features;
}

// for (…) { if (a) f(); while (b) g(); }   f: two branches, g: one branch and a call of f
static void loops_and_calls(void **unused) {
  (void)unused;
  struct features x = features_of(
      "global a Bool\nglobal b Bool\n"
      "function f\n location s complete\n edge s -> t [a]\n edge s -> u [(not a)]\n"
      " location t complete\n edge t -> u [b]\n edge t -> u [(not b)]\n location u exit\n"
      "function g\n location s complete\n edge s -> t [a]\n edge s -> u [(not a)]\n"
      " edge t -> u call f()\n location u exit\n"
      "function main\n edge start -> head\n"
      " location head complete\n edge head -> body [a]\n edge head -> end [(not a)]\n"
      " location body complete\n edge body -> one [b]\n edge body -> inner [(not b)]\n edge one -> inner call f()\n"
      " location inner complete\n edge inner -> two [b]\n edge inner -> head [(not b)]\n edge two -> inner call g()\n"
      " location end complete\n edge end -> err [a]\n edge end -> out [(not a)]\n"
      " location err error\n location out exit\n");
  assert_int_equal(x.loops, 2);
  assert_int_equal(x.nesting, 2);
  assert_int_equal(x.branches, 3 + 2 + 1); // of the outer loop with the inner one, of f, of g; f counts once
  assert_int_equal(x.recursive, 0);
  assert_int_equal(x.errors, 1);
  assert_int_equal(x.edges, 4 + 3 + 11);
}

// Functions that call themselves, one directly, two by each other; one that only calls them does not count.
static void recursion(void **unused) {
  (void)unused;
  struct features x = features_of("global a Bool\n"
                                  "function f\n location s complete\n edge s -> t [a]\n edge s -> u [(not a)]\n"
                                  " edge t -> u call f()\n location u exit\n"
                                  "function g\n edge s -> u call h()\n location u exit\n"
                                  "function h\n location s complete\n edge s -> t [a]\n edge s -> u [(not a)]\n"
                                  " edge t -> u call g()\n location u exit\n"
                                  "function i\n edge s -> u call h()\n location u exit\n"
                                  "function main\n edge start -> one call f()\n edge one -> end call i()\n"
                                  " location end exit\n");
  assert_int_equal(x.recursive, 3);
  assert_int_equal(x.loops, 0);
  assert_int_equal(x.branches, 0); // outside of loops
}

// Accesses at constant addresses do not make an array, nor multiplications by constants a multiplication.
static void operations(void **unused) {
  (void)unused;
  struct features x =
      features_of("global m (Array (_ BitVec 32) (_ BitVec 8))\nglobal n (Array (_ BitVec 32) (_ BitVec 8))\n"
                  "global i (_ BitVec 32)\nglobal j (_ BitVec 32)\nglobal d (_ FloatingPoint 11 53)\n"
                  "function main\n"
                  " edge start -> a i := (bvmul #x00000003 j) n := (store n #x00000004 (select m #x00000008))\n"
                  " edge a -> b m := (store m i #x00)\n"
                  " edge b -> c i := (bvmul i j) j := (bvudiv i #x00000007)\n"
                  " edge c -> e i := (bvurem j i) m := (store m j (select m i))\n"
                  " edge e -> end d := (fp.add RNE d d)\n location end exit\n");
  assert_int_equal(x.arrays, 1);
  assert_int_equal(x.multiplications, 2);
  assert_true(x.floats >= 1);
  assert_int_equal(x.heap, 0);
}

// An input that several edges of a branch share is one; uninitialised variables are none.
static void inputs(void **unused) {
  (void)unused;
  struct features x =
      features_of("global x (_ BitVec 32)\n"
                  "function main\n location start complete\n"
                  " edge start -> a input n0 (_ BitVec 32) nondet \"n\" [(= n0 #x00000000)] x := n0\n"
                  " edge start -> b input n0 (_ BitVec 32) nondet \"n\" [(not (= n0 #x00000000))] x := n0\n"
                  " edge a -> b input n1 (_ BitVec 32) nondet \"n\" x := n1\n"
                  " edge b -> end input u (_ BitVec 32) uninit \"x\" x := u\n location end exit\n");
  assert_int_equal(x.inputs, 2);
}

static void every_feature_has_a_name(void **unused) {
  (void)unused;
  struct features x = {.edges = 1, .errors = 2};
  assert_string_equal(feature_name(0), "edges");
  assert_int_equal(feature_value(&x, 0), 1);
  assert_string_equal(feature_name(feature_count() - 1), "errors");
  assert_int_equal(feature_value(&x, feature_count() - 1), 2);
  struct text text = {0};
  features_print(&x, &text);
  assert_string_equal(text_cstr(&text), "edges 1, errors 2");
  text_release(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_and_calls),
      cmocka_unit_test(recursion),
      cmocka_unit_test(operations),
      cmocka_unit_test(inputs),
      cmocka_unit_test(every_feature_has_a_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
