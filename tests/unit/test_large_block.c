// Large-block encoding: which branches become one edge, which must not, and that the edge does what they did.
//
// Small automata over two bits are run from every state before and after:
// the same end, the same values, the same number of inputs read.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants these first.
#include <cmocka.h>
#include "fixture.h"

#include "cfa/cfa.h"
#include "term/model.h"
#include "cfa/pass/reduce.h"

static void merge_everywhere(struct cfa *cfa, enum reduction how) {
  cfa_sweep(cfa);
  cfa_reduce(cfa, how);
}

// --- every run ------------------------------------------------------------------------------

enum { STEPS = 40, VARS = 8 };   // of a run; of an automaton

struct outcome {
  const char *end;               // text of the last location, "stuck" where no edge can be taken
  uint32_t inputs;
  struct term values[VARS];
};

// The n-th of all states: the low bits of n for each scalar, and cells of arrays that differ.
static struct term start_value(struct terms *tm, struct sort s, uint32_t *n) {
  if (sort_kind(tm, s) == SORT_BOOL) {
    bool b = *n % 2;
    *n /= 2;
    return term_bool(tm, b);
  }
  if (sort_kind(tm, s) == SORT_BV) {
    uint32_t value = *n % 4;
    *n /= 4;
    return term_bv(tm, sort_width(tm, s), value);
  }
  struct term array = term_array_const(tm, s, term_bv(tm, 2, 0));
  for (uint32_t i = 0; i < 4; i++) array = term_store(tm, array, term_bv(tm, 2, i), term_bv(tm, 2, 3 - i));
  return array;
}

// The edges of `at` that can be taken, at most one is expected; EDGE_NONE: none.
static struct edge enabled(const struct cfa *cfa, struct location at, struct model *m, uint32_t *count) {
  struct edge found = EDGE_NONE;
  *count = 0;
  const struct vec_edge *out = &cfa_location(cfa, at)->out;
  for (uint32_t k = 0; k < out->size; k++)
    if (model_holds(m, cfa_edge(cfa, out->data[k])->guard)) {
      found = out->data[k];
      ++*count;
    }
  return found;
}

static struct outcome run(struct cfa *cfa, uint32_t n) {
  struct outcome o = {.end = "far"};
  assert_true(cfa->vars.size <= VARS);
  for (uint32_t v = 0; v < cfa->vars.size; v++) o.values[v] = start_value(cfa->tm, cfa->vars.data[v].sort, &n);
  struct location at = cfa->functions.data[cfa->main].entry;
  for (uint32_t step = 0; step < STEPS; step++) {
    if (cfa_location(cfa, at)->kind != LOC_PLAIN) {
      o.end = cfa_location(cfa, at)->text;
      break;
    }
    struct model *m = model_new(cfa->tm);
    for (uint32_t v = 0; v < cfa->vars.size; v++) model_set(m, cfa->vars.data[v].term, o.values[v]);
    // Inputs of edges that share them are the same terms: the k-th input of a run is k.
    const struct vec_edge *out = &cfa_location(cfa, at)->out;
    for (uint32_t k = 0; k < out->size; k++) {
      const struct cfa_edge *e = cfa_edge(cfa, out->data[k]);
      for (uint32_t i = 0; i < e->inputs.size; i++)
        model_set(m, e->inputs.data[i].term, term_bv(cfa->tm, 2, o.inputs + i + 1));
    }
    uint32_t count;
    struct edge taken = enabled(cfa, at, m, &count);
    assert_true(count <= 1);
    if (count) {
      const struct cfa_edge *e = cfa_edge(cfa, taken);
      struct term values[VARS];
      for (uint32_t i = 0; i < e->updates.size; i++) values[i] = model_eval(m, e->updates.data[i].value);
      for (uint32_t i = 0; i < e->updates.size; i++) o.values[e->updates.data[i].var] = values[i];
      o.inputs += e->inputs.size;
      at = e->to;
    }
    model_unref(m);
    if (count) continue;
    o.end = "stuck";
    break;
  }
  return o;
}

static bool same_value(struct terms *tm, struct term a, struct term b) { return term_is_true(tm, term_eq(tm, a, b)); }

// Merges `cfa` and compares all runs with those of the same text, compressed only. The number of edges afterwards.
static uint32_t merge_how(struct terms *tm, const char *text, enum reduction how, struct cfa **merged) {
  struct cfa *plain = cfa_from_text(tm, text), *cfa = cfa_from_text(tm, text);
  cfa_compress(cfa);
  merge_everywhere(cfa, how);
  struct error error = {0};
  if (!cfa_check(cfa, &error)) fail_msg("%s", error.message);
  uint32_t states = 1;
  for (uint32_t v = 0; v < plain->vars.size; v++) {
    enum sort_kind kind = sort_kind(tm, plain->vars.data[v].sort);
    states *= kind == SORT_BV ? 4 : kind == SORT_BOOL ? 2 : 1;
  }
  for (uint32_t n = 0; n < states; n++) {
    struct outcome a = run(plain, n), b = run(cfa, n);
    bool same = strcmp(a.end, b.end) == 0;
    // Where a run is stuck says nothing: an edge that would be composed is not taken at all.
    bool compared = strcmp(a.end, "stuck") != 0;
    if (compared) same = same && a.inputs == b.inputs;
    for (uint32_t v = 0; compared && same && v < cfa->vars.size; v++) same = same_value(tm, a.values[v], b.values[v]);
    if (same) continue;
    struct text t = {0};
    cfa_print(cfa, &t);
    fail_msg("%s\nstate %u: %s became %s", text_cstr(&t), n, a.end, b.end);
  }
  uint32_t edges = cfa->edges.size;
  cfa_free(plain);
  if (merged) *merged = cfa;
  else cfa_free(cfa);
  return edges;
}

static uint32_t merge(struct terms *tm, const char *text, struct cfa **merged) {
  return merge_how(tm, text, REDUCE_BLOCKS, merged);
}

static uint32_t edges_after(const char *text) {
  struct terms *tm = terms_new();
  uint32_t edges = merge(tm, text, NULL);
  terms_free(tm);
  return edges;
}

#define BITS "(_ BitVec 2)"
#define SCALARS "global x " BITS "\nglobal y " BITS "\nglobal p Bool\nglobal q Bool\n"

// --- branches that become one edge -------------------------------------------------------------

static void test_if_else(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct cfa *cfa;
  // A step after it, which reads what was chosen, and a variable that one branch leaves.
  assert_int_equal(merge(tm,
                         "file \"t.c\"\n" SCALARS "function main\n"
                         "  edge a -> b [p]  x := y at 3:1 .. 3:9\n"
                         "  edge a -> c [(not p)]  x := #b10  y := #b11 at 4:2 .. 4:7\n"
                         "  edge b -> d\n"
                         "  edge c -> d at 5:1\n"
                         "  edge d -> end  q := (= x y)\n"
                         "  location end exit\n",
                         &cfa),
                   1);
  const struct cfa_edge *e = &cfa->edges.data[0];
  assert_true(term_is_true(tm, e->guard));
  assert_int_equal(e->first.line, 3);
  assert_int_equal(e->last.line, 5);
  cfa_free(cfa);
  terms_free(tm);
}

static void test_nested(void **state) {
  (void)state;
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  edge a -> b [p]\n"
                                       "  edge a -> c [(not p)]  x := (bvadd x #b01)\n"
                                       "  edge b -> d [q]  x := #b01\n"
                                       "  edge b -> d [(not q)]  y := x\n"
                                       "  edge c -> d [(bvult x y)]  q := p\n"
                                       "  edge c -> e [(not (bvult x y))]\n"
                                       "  edge e -> d [(= x y)]  y := #b11\n"
                                       "  edge e -> d [(not (= x y))]  q := true\n"
                                       "  edge d -> end  x := (bvadd x y)\n"
                                       "  location end exit\n"),
                   1);
}

// if (p && q) … else …; if (!(p || x < y)) …: a location that two lead to.
static void test_short_circuit(void **state) {
  (void)state;
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  edge a -> b [p]\n"
                                       "  edge a -> else [(not p)]\n"
                                       "  edge b -> then [q]  y := #b01\n"
                                       "  edge b -> else [(not q)]  y := #b10\n"
                                       "  edge then -> c  x := y\n"
                                       "  edge else -> c  x := (bvadd x y)\n"
                                       "  edge c -> end [p]\n"
                                       "  edge c -> d [(not p)]\n"
                                       "  edge d -> end [(bvult x y)]\n"
                                       "  edge d -> end [(bvule y x)]  q := true\n"
                                       "  location end exit\n"),
                   1);
}

static void test_switch(void **state) {
  (void)state;
  // `case 2` falls through to `case 1`; `complete` is what says that guards exclude each other: they are not seen to.
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  location a complete\n"
                                       "  edge a -> c0 [(= (bvadd x y) #b00)]\n"
                                       "  edge a -> c1 [(= (bvadd x y) #b01)]\n"
                                       "  edge a -> c2 [(= (bvadd x y) #b10)]\n"
                                       "  edge a -> d [(bvult #b10 (bvadd x y))]  x := #b00\n"
                                       "  edge c0 -> d  y := #b11\n"
                                       "  edge c2 -> c1  q := p\n"
                                       "  edge c1 -> d  x := y  p := q\n"
                                       "  edge d -> end  y := (bvadd x y)\n"
                                       "  location end exit\n"),
                   1);
}

// No condition of one guard tells it from both others.
static void test_three(void **state) {
  (void)state;
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  edge a -> b [(and p (not q))]  x := #b01\n"
                                       "  edge a -> b [(and q (bvule y x))]  x := #b10\n"
                                       "  edge a -> b [(and (bvult x y) (not p))]  x := #b11  y := x\n"
                                       "  edge b -> end  q := (= x y)\n"
                                       "  location end exit\n"),
                   1);
}

// continue and a loop body with branches: one edge goes back, one leaves.
static void test_loop_body(void **state) {
  (void)state;
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  edge start -> head  x := #b00\n"
                                       "  edge head -> body [(bvult x #b11)]\n"
                                       "  edge head -> end [(not (bvult x #b11))]\n"
                                       "  edge body -> next [p]  y := #b01\n"
                                       "  edge body -> rest [(not p)]\n"
                                       "  edge rest -> next [(bvult x y)]  p := q\n"
                                       "  edge rest -> next [(bvule y x)]  q := (not q)\n"
                                       "  edge next -> head  x := (bvadd x #b01)\n"
                                       "  location end exit\n"),
                   3);
}

// A loop in one branch is no part of a block.
static void test_loop_in_branch(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct cfa *cfa;
  merge(tm,
        SCALARS "function main\n"
                "  edge a -> head [p]\n"
                "  edge a -> end [(not p)]  y := #b11\n"
                "  edge head -> head [(bvult x #b11)]  x := (bvadd x #b01)\n"
                "  edge head -> end [(= x #b11)]\n"
                "  location end exit\n",
        &cfa);
  uint32_t heads = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++) heads += cfa->locations.data[i].loop_head;
  assert_int_equal(heads, 1);
  assert_int_equal(cfa->edges.size, 4);
  cfa_free(cfa);
  terms_free(tm);
}

// An assertion in each branch: one edge on, one to each error.
static void test_assertions(void **state) {
  (void)state;
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  edge a -> b [p]\n"
                                       "  edge a -> c [(not p)]\n"
                                       "  edge b -> err [(= x y)]\n"
                                       "  edge b -> d [(not (= x y))]  x := #b00\n"
                                       "  edge c -> err [q]\n"
                                       "  edge c -> d [(not q)]  y := #b00\n"
                                       "  edge d -> end [(bvult x y)]\n"
                                       "  edge d -> err2 [(not (bvult x y))]\n"
                                       "  location end exit\n"
                                       "  location err error\n"
                                       "  location err2 error\n"),
                   4);
}

// A check ends the path where it fails, in its branch only.
static void test_checks(void **state) {
  (void)state;
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  edge a -> b [(and p (not (= y #b00)))]  x := (bvudiv x y)\n"
                                       "  edge a -> b [(and (not p) (bvult x #b11))]  y := #b10\n"
                                       "  edge b -> end [(bvult y #b11)]  q := (= x y)\n"
                                       "  location end exit\n"),
                   1);
}

// --- memory --------------------------------------------------------------------------------------

#define MEMORY SCALARS "global m (Array " BITS " " BITS ") region\n"

static void expect_stores(const char *then, const char *otherwise, bool merges) {
  struct terms *tm = terms_new();
  struct text text = {0};
  text_printf(&text,
              MEMORY "function main\n"
                     "  edge a -> b [p] %s\n"
                     "  edge a -> b [(not p)] %s\n"
                     "  edge b -> end  q := (= x (select m y))\n"
                     "  location end exit\n",
              then, otherwise);
  struct cfa *cfa;
  uint32_t edges = merge(tm, text_cstr(&text), &cfa);
  assert_int_equal(edges, merges ? 1 : 3);
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    for (uint32_t k = 0; k < cfa->edges.data[i].updates.size; k++) {
      struct term value = cfa->edges.data[i].updates.data[k].value;
      // Arrays are not chosen as a whole.
      if (sort_kind(tm, term_sort(tm, value)) == SORT_ARRAY) assert_true(term_kind(tm, value) != TERM_ITE);
    }
  cfa_free(cfa);
  text_release(&text);
  terms_free(tm);
}

static void test_stores(void **state) {
  (void)state;
  expect_stores("m := (store m x #b01)", "m := (store m x #b10)", true);
  expect_stores("m := (store m x #b01)", "", true);
  expect_stores("", "m := (store m #b10 y)  x := y", true);
  expect_stores("m := (store m #b00 y)", "m := (store m #b11 x)", true);
  // Cells that may be the same one: runs from all states have x = y, too.
  expect_stores("m := (store m x #b01)", "m := (store m y #b10)", true);
  expect_stores("m := (store (store m x (select m y)) y (select m x))", "", true);
  expect_stores("m := (store (store m x #b01) y #b10)", "m := (store (store m y #b11) x #b00)", true);
  expect_stores("m := (store (store m x #b01) y #b10)", "m := (store (store m x #b11) (bvadd x y) y)", true);
  // Another array altogether.
  expect_stores("m := ((as const (Array " BITS " " BITS ")) #b01)", "", false);
}

// --- branches that stay ----------------------------------------------------------------------------

static void test_overlap(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct cfa *cfa = cfa_from_text(tm, SCALARS "function main\n"
                                              "  edge a -> b [p]  x := #b01\n"
                                              "  edge a -> b [(bvult y #b10)]  x := #b10\n"
                                              "  edge b -> c  y := x\n"
                                              "  edge b -> c  y := (bvadd x #b01)\n"
                                              "  edge c -> end [(= y #b11)]\n"
                                              "  location end error\n");
  cfa_compress(cfa);
  uint32_t edges = cfa->edges.size;
  merge_everywhere(cfa, REDUCE_BLOCKS);
  assert_int_equal(cfa->edges.size, edges);
  cfa_free(cfa);
  terms_free(tm);
}

// A choice that is not decided stays one when it is absorbed.
static void test_overlap_below(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct cfa *cfa = cfa_from_text(tm, SCALARS "function main\n"
                                              "  location a complete\n"
                                              "  edge a -> b\n"
                                              "  edge b -> c [p]  x := #b01\n"
                                              "  edge b -> c [(or p q)]  x := #b10\n"
                                              "  edge c -> end [(= x #b01)]\n"
                                              "  location end error\n");
  merge_everywhere(cfa, REDUCE_BLOCKS); // not compressed before
  uint32_t parallel = 0;
  for (uint32_t i = 0; i < cfa->edges.size; i++) parallel += cfa->edges.data[i].updates.size == 1;
  assert_int_equal(parallel, 2);
  cfa_free(cfa);
  terms_free(tm);
}

static void test_inputs(void **state) {
  (void)state;
  // Read before the branch, so both edges have it.
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  edge s -> a input i " BITS " nondet\n"
                                       "    x := i\n"
                                       "  edge a -> b [(bvult x y)]  y := x\n"
                                       "  edge a -> b [(not (bvult x y))]  p := q\n"
                                       "  edge b -> end  q := (= x y)\n"
                                       "  location end exit\n"),
                   1);
  // Read in one branch: the next one would not be the same number of input. (b is entered from two edges and stays.)
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  edge a -> b [p] input i " BITS " nondet\n"
                                       "    y := i\n"
                                       "  edge a -> b [(not p)]  x := y\n"
                                       "  edge b -> end input j " BITS " nondet\n"
                                       "    x := j\n"
                                       "  location end exit\n"),
                   3);
  // One input in each branch, but not the same.
  assert_int_equal(edges_after(SCALARS "function main\n"
                                       "  edge a -> b [p] input i " BITS " nondet\n"
                                       "    y := i\n"
                                       "  edge a -> b [(not p)] input j " BITS " nondet\n"
                                       "    x := j\n"
                                       "  edge b -> end  x := y\n"
                                       "  location end exit\n"),
                   3);
}

static void test_calls_and_objects(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct cfa *cfa = cfa_from_text(tm, SCALARS "global z (_ BitVec 64)\n"
                                              "function main\n"
                                              "  edge a -> b [p] call f ()\n"
                                              "  edge a -> b [(not p)]  x := y\n"
                                              "  edge b -> c [q] alloc o size #x0000000000000004\n"
                                              "    z := o\n"
                                              "  edge b -> c [(not q)]  z := #x0000000000000000\n"
                                              "  edge c -> end [(= z #x0000000000000000)]\n"
                                              "  location end error\n"
                                              "function f\n"
                                              "  edge s -> t  y := x\n"
                                              "  location t exit\n");
  cfa_compress(cfa);
  uint32_t edges = cfa->edges.size;
  merge_everywhere(cfa, REDUCE_BLOCKS);
  struct error error = {0};
  assert_true(cfa_check(cfa, &error));
  assert_int_equal(cfa->edges.size, edges);
  cfa_free(cfa);
  terms_free(tm);
}

// --- growth -----------------------------------------------------------------------------------------

// Branches one after the other, each of which reads what all before it chose: edges stay within the bound, and so does
// the time.
static void test_growth(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct text text = {0};
  text_add(&text, "global x (_ BitVec 32)\nglobal y (_ BitVec 32)\nglobal z (_ BitVec 32)\nfunction main\n");
  enum { BRANCHINGS = 2000 };
  for (uint32_t i = 0; i < BRANCHINGS; i++) {
    text_printf(&text, "  edge l%u -> t%u [(bvult x (bvmul y z))]  x := (bvadd x (bvmul y y))\n", i, i);
    text_printf(&text,
                "  edge l%u -> t%u [(not (bvult x (bvmul y z)))]  y := (bvudiv (bvmul x z) y)  z := (bvxor x y)\n", i,
                i);
    text_printf(&text, "  edge t%u -> l%u  z := (bvadd z x)\n", i, i + 1);
  }
  text_printf(&text, "  edge l%u -> end [(= x y)]\n  location end error\n", (unsigned)BRANCHINGS);
  struct cfa *cfa = cfa_from_text(tm, text_cstr(&text));
  cfa_compress(cfa);
  merge_everywhere(cfa, REDUCE_BLOCKS);
  assert_true(cfa->edges.size < BRANCHINGS / 5);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    assert_true(term_dag_size(tm, e->guard) <= 4000);
    for (uint32_t k = 0; k < e->updates.size; k++) assert_true(term_dag_size(tm, e->updates.data[k].value) <= 4000);
  }
  cfa_free(cfa);
  text_release(&text);
  terms_free(tm);
}

// --- tests only ----------------------------------------------------------------------------------

static uint32_t edges_with_tests_united(const char *text) {
  struct terms *tm = terms_new();
  uint32_t edges = merge_how(tm, text, REDUCE_TESTS, NULL);
  terms_free(tm);
  return edges;
}

static void test_tests_only(void **state) {
  (void)state;
  // if (p && (q || x < y)) x = y; else x += y; and then: one branch with two edges.
  assert_int_equal(edges_with_tests_united(SCALARS "function main\n"
                                                   "  edge a -> b [p]\n"
                                                   "  edge a -> else [(not p)]\n"
                                                   "  edge b -> then [q]\n"
                                                   "  edge b -> c [(not q)]\n"
                                                   "  edge c -> then [(bvult x y)]\n"
                                                   "  edge c -> else [(not (bvult x y))]\n"
                                                   "  edge then -> d  x := y\n"
                                                   "  edge else -> d  x := (bvadd x y)\n"
                                                   "  edge d -> end [p]  y := #b00\n"
                                                   "  edge d -> end [(not p)]\n"
                                                   "  location end exit\n"),
                   4);
  // What comes before the tests stays, and what is done on one way only.
  assert_int_equal(edges_with_tests_united(SCALARS "function main\n"
                                                   "  edge a -> b [p]  x := #b01\n"
                                                   "  edge a -> else [(not p)]  x := #b01\n"
                                                   "  edge b -> then [q]\n"
                                                   "  edge b -> else [(not q)]\n"
                                                   "  edge then -> end  y := x\n"
                                                   "  edge else -> end\n"
                                                   "  location end exit\n"),
                   2);
  assert_int_equal(edges_with_tests_united(SCALARS "function main\n"
                                                   "  edge a -> b [p]  x := #b01\n"
                                                   "  edge a -> else [(not p)]\n"
                                                   "  edge b -> then [q]\n"
                                                   "  edge b -> else [(not q)]\n"
                                                   "  edge then -> end  y := x\n"
                                                   "  edge else -> end [(= x y)]\n"
                                                   "  location end exit\n"),
                   5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_if_else),        cmocka_unit_test(test_nested),
      cmocka_unit_test(test_short_circuit),  cmocka_unit_test(test_switch),
      cmocka_unit_test(test_three),          cmocka_unit_test(test_loop_body),
      cmocka_unit_test(test_loop_in_branch), cmocka_unit_test(test_assertions),
      cmocka_unit_test(test_checks),         cmocka_unit_test(test_stores),
      cmocka_unit_test(test_overlap),        cmocka_unit_test(test_overlap_below),
      cmocka_unit_test(test_inputs),         cmocka_unit_test(test_calls_and_objects),
      cmocka_unit_test(test_growth),         cmocka_unit_test(test_tests_only),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
