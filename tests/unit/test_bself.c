// The engine bself on the programs of Chalupa, Strejček, Backward Symbolic Execution with Loop Folding (figures 1 to
// 3): all are proved, with and without what other sources know, and the invariants are the paper's. Loops that the
// paper does not treat: nested ones, one with two entries, inputs in the body. Errors, and what is said of them.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "engine_fixture.h"
#include "unfold_world.h"

#define WORD "(_ BitVec 32)"
#define ENDS " location bad error\n location end exit\n"

static const char figure1[] = "global x " WORD "\nglobal i " WORD "\nglobal n " WORD "\nfunction main\n"
                              " edge a -> h input m " WORD " nondet \"m\" x := #x00000000 i := #x00000000 n := m\n"
                              " location h complete\n edge h -> b [(bvslt i n)]\n edge h -> end [(not (bvslt i n))]\n"
                              " location b complete\n edge b -> bad [(not (= x i))]\n"
                              " edge b -> h [(= x i)] x := (bvadd x #x00000001) i := (bvadd i #x00000001)\n" ENDS;

static const char figure2[] = "global x " WORD "\nglobal i " WORD "\nglobal n " WORD "\nfunction main\n"
                              " edge a -> h input m " WORD " nondet \"m\" x := #x00000000 i := #x00000000 n := m\n"
                              " location h complete\n"
                              " edge h -> h [(bvslt i n)] x := (bvadd x #x00000001) i := (bvadd i #x00000001)\n"
                              " edge h -> b [(not (bvslt i n))]\n"
                              " location b complete\n edge b -> bad [(not (= x i))]\n edge b -> end [(= x i)]\n" ENDS;

static const char left[] = "global x " WORD "\nglobal i " WORD "\nfunction main\n"
                           " edge a -> h input m " WORD " nondet \"m\" [(= m #x00000001)] x := m i := #x00000000\n"
                           " edge a -> end input m " WORD " nondet \"m\" [(not (= m #x00000001))]\n"
                           " location h complete\n edge h -> b [(bvslt i #x000f4240)]\n"
                           " edge h -> c [(not (bvslt i #x000f4240))]\n"
                           " location b complete\n edge b -> d [(= i #x00000005)] x := (bvsub x #x00000001)\n"
                           " edge b -> d [(not (= i #x00000005))]\n"
                           " edge d -> h x := (bvadd x #x00000001) i := (bvadd i #x00000001)\n"
                           " location c complete\n edge c -> bad [(not (= x i))]\n edge c -> end [(= x i)]\n" ENDS;

static const char middle[] = "global x " WORD "\nglobal i " WORD "\nglobal n " WORD "\nfunction main\n"
                             " edge a -> h n := #x000f4240 x := #x00000000 i := #x00000000\n location h complete\n"
                             " edge h -> h [(bvslt i n)] i := (bvadd i #x00000001)\n edge h -> k [(not (bvslt i n))]\n"
                             " location k complete\n edge k -> k [(bvslt x n)] x := (bvadd x #x00000001)\n"
                             " edge k -> c [(not (bvslt x n))]\n"
                             " location c complete\n edge c -> bad [(not (= x i))]\n edge c -> end [(= x i)]\n" ENDS;

static const char right[] =
    "global x " WORD "\nglobal y " WORD "\nglobal n " WORD "\nfunction main\n"
    " edge a -> b input p " WORD " nondet \"p\" input q " WORD " nondet \"q\" input r " WORD " nondet \"r\"\n"
    "  x := p y := q n := r\n"
    " location b complete\n"
    " edge b -> h [(and (bvsle #x00000000 x) (bvsle x y) (bvsle y n))]\n"
    " edge b -> end [(not (and (bvsle #x00000000 x) (bvsle x y) (bvsle y n)))]\n"
    " location h complete\n edge h -> d [(bvslt x n)] x := (bvadd x #x00000001)\n edge h -> c [(not (bvslt x n))]\n"
    " location d complete\n edge d -> h [(bvslt y x)] y := (bvadd y #x00000001)\n edge d -> h [(not (bvslt y x))]\n"
    " location c complete\n edge c -> bad [(not (= y n))]\n edge c -> end [(= y n)]\n" ENDS;

// --- running ---------------------------------------------------------------------------------------------------------

// Runs the engine with options (a name, its value or NULL, …, NULL); what it claims is checked.
static struct engine_run *run(struct world *w, enum verdict expected, ...) {
  struct engine_run *r = mem_zalloc(1, sizeof *r);
  const char *message = "";
  va_list options;
  engine_run_init(r, "bself", w->cfa, w->program, &w->limits, &w->stats);
  va_start(options, expected);
  for (const char *name; (name = va_arg(options, const char *));)
    engine_run_option(r, name, va_arg(options, const char *));
  va_end(options);
  assert_int_equal(engine_run_go(r), expected);
  if (expected == VERDICT_TRUE && !engine_run_proves(r, &message)) fail_msg("%s", message);
  if (expected == VERDICT_FALSE)
    assert_int_equal(state_replay(w->program, r->claim.inputs.size, r->claim.inputs.data, UINT64_MAX, NULL, NULL, NULL),
                     STATE_ERROR);
  return r;
}

static void finish(struct world *w, struct engine_run *r) {
  engine_run_release(r);
  mem_free(r);
  world_free(w);
}

static uint64_t statistic(const struct engine_run *r, const char *name) {
  const struct stats_table *table = r->engine->statistics;
  for (uint32_t i = 0; i < table->n; i++)
    if (!strcmp(table->entries[i].name, name))
      return *(const uint64_t *)((const char *)r->statistics + table->entries[i].offset);
  fail_msg("no statistic %s", name);
  return 0;
}

static struct term invariant(struct world *w, const struct engine_run *r, const char *head) {
  const struct vec_cut_point *points = &r->claim.certificate.annotation.points;
  for (uint32_t i = 0; i < points->size; i++)
    if (location_same(points->data[i].location, location_named(w, head)))
      return term_and_n(w->tm, points->data[i].conjuncts.size, points->data[i].conjuncts.data);
  fail_msg("no invariant at %s", head);
  return TERM_NONE;
}

static struct term find_variable(void *context, const char *name, size_t length) {
  char text[32];
  snprintf(text, sizeof text, "%.*s", (int)length, name);
  return var(context, text);
}

static struct term parse(struct world *w, const char *text) {
  const char *message = NULL;
  struct term t = term_parse(w->tm, &text, find_variable, w, &message);
  if (term_none(t)) fail_msg("%s", message);
  return t;
}

static void assert_implies(struct world *w, struct term a, struct term b) {
  struct term query[] = {a, term_not(w->tm, b)};
  assert_int_equal(solver_check(w->solver, 2, query), ANSWER_UNSAT);
}

// --- the paper's figures ---------------------------------------------------------------------------------------------

static void test_figure1(void **state) {
  (void)state;
  struct world *w = world_new(figure1);
  struct engine_run *r = run(w, VERDICT_TRUE, "--no-seeds", NULL, NULL);
  assert_int_equal(statistic(r, "foldings"), 0); // unwinding it once is enough
  finish(w, r);
  w = world_new(figure1);
  finish(w, run(w, VERDICT_TRUE, NULL));
}

// x = i.
static void test_figure2(void **state) {
  (void)state;
  struct world *w = world_new(figure2);
  struct engine_run *r = run(w, VERDICT_TRUE, "--no-seeds", NULL, NULL);
  struct term equal = parse(w, "(= x i)");
  assert_implies(w, invariant(w, r, "h"), equal);
  assert_implies(w, equal, invariant(w, r, "h"));
  assert_true(statistic(r, "foldings") == 1 && statistic(r, "loops_folded") == 1 && statistic(r, "deepest") == 1);
  finish(w, r);
  w = world_new(figure2);
  finish(w, run(w, VERDICT_TRUE, NULL));
}

// (1000000 ≤ i ∧ x = i) ∨ (6 ≤ i ∧ x = i) ∨ (i = x - 1 ∧ i ≤ 5), the paper's.
static void test_left(void **state) {
  (void)state;
  struct world *w = world_new(left);
  struct engine_run *r = run(w, VERDICT_TRUE, "--no-seeds", NULL, NULL);
  struct term paper = parse(w, "(or (and (bvsle #x00000006 i) (= x i))"
                               " (and (= i (bvsub x #x00000001)) (bvsle i #x00000005)))");
  assert_implies(w, invariant(w, r, "h"), paper);
  assert_implies(w, paper, invariant(w, r, "h"));
  finish(w, r);
  w = world_new(left);
  finish(w, run(w, VERDICT_TRUE, NULL));
}

// At the second loop the paper's (i = x ∧ x ≥ n) ∨ (n = i ∧ x < n). At the first one the paper's is one of many that
// will do; what is found must lead into the second loop's.
static void test_middle(void **state) {
  (void)state;
  struct world *w = world_new(middle);
  struct engine_run *r = run(w, VERDICT_TRUE, "--no-seeds", NULL, NULL);
  struct term paper = parse(w, "(or (and (= i x) (bvsle n x)) (and (= n i) (bvslt x n)))");
  assert_implies(w, invariant(w, r, "k"), paper);
  assert_implies(w, paper, invariant(w, r, "k"));
  assert_implies(w, term_and(w->tm, invariant(w, r, "h"), parse(w, "(not (bvslt i n))")), paper);
  assert_true(statistic(r, "nested_searches") > 0);
  finish(w, r);
  w = world_new(middle);
  finish(w, run(w, VERDICT_TRUE, NULL));
}

// The paper has κ = 1 here, and two invariants, for the two paths on which the error was unwound: one says x ≤ y or
// that y is not far from n, the other y ≤ n or the like. What is found is implied by the two together.
static void test_right(void **state) {
  (void)state;
  struct world *w = world_new(right);
  struct engine_run *r = run(w, VERDICT_TRUE, "--no-seeds", NULL, "--kappa", "1", NULL);
  assert_implies(w, parse(w, "(and (bvsle #x00000000 x) (bvsle x y) (bvsle y n))"), invariant(w, r, "h"));
  finish(w, r);
  w = world_new(right);
  finish(w, run(w, VERDICT_TRUE, NULL));
}

// --- past the paper --------------------------------------------------------------------------------------------------

// Two counters that the inner loop moves together.
static const char nested[] =
    "global i " WORD "\nglobal j " WORD "\nglobal x " WORD "\nglobal y " WORD "\nglobal n " WORD "\nfunction main\n"
    " edge a -> h input m " WORD " nondet \"m\" i := #x00000000 x := #x00000000 y := #x00000000 n := m\n"
    " location h complete\n edge h -> k [(bvult i n)] j := #x00000000\n edge h -> c [(not (bvult i n))]\n"
    " location k complete\n"
    " edge k -> k [(bvult j #x00000003)] j := (bvadd j #x00000001) x := (bvadd x #x00000001)\n"
    "  y := (bvadd y #x00000001)\n"
    " edge k -> h [(not (bvult j #x00000003))] i := (bvadd i #x00000001)\n"
    " location c complete\n edge c -> bad [(not (= x y))]\n edge c -> end [(= x y)]\n" ENDS;

static void test_nested(void **state) {
  (void)state;
  static const char *const ways[] = {"flatten", "inside"};
  for (uint32_t i = 0; i < 2; i++) {
    struct world *w = world_new(nested);
    struct engine_run *r = run(w, VERDICT_TRUE, "--no-seeds", NULL, "--nested", ways[i], NULL);
    finish(w, r);
  }
}

// A loop that is entered at two places; x and y are the same at both.
static const char two_entries[] =
    "global x " WORD "\nglobal y " WORD "\nglobal n " WORD "\nfunction main\n"
    " edge a -> b input m " WORD " nondet \"m\" x := #x00000000 y := #x00000000 n := m\n"
    " location b complete\n edge b -> p [(bvult n #x00000064)]\n edge b -> q [(not (bvult n #x00000064))]\n"
    " location p complete\n edge p -> q [(bvult x n)] x := (bvadd x #x00000001) y := (bvadd y #x00000001)\n"
    " edge p -> c [(not (bvult x n))]\n"
    " location q complete\n edge q -> p [(bvult #x00000005 n)] x := (bvadd x #x00000002) y := (bvadd y #x00000002)\n"
    " edge q -> c [(not (bvult #x00000005 n))]\n"
    " location c complete\n edge c -> bad [(not (= x y))]\n edge c -> end [(= x y)]\n" ENDS;

static void test_two_entries(void **state) {
  (void)state;
  struct world *w = world_new(two_entries);
  finish(w, run(w, VERDICT_TRUE, "--no-seeds", NULL, NULL));
}

// An input is read in each iteration; the path along which d is used comes late.
static const char reading[] = "global x " WORD "\nglobal y " WORD "\nfunction main\n"
                              " edge a -> h x := #x00000000 y := #x00000000\n location h complete\n"
                              " edge h -> h input m " WORD " nondet \"m\" [(bvult x #x00000064)]\n"
                              "  x := (bvadd x #x00000001) y := (bvadd y (bvand m #x00000001))\n"
                              " edge h -> c input m " WORD " nondet \"m\" [(not (bvult x #x00000064))]\n"
                              " location c complete\n edge c -> bad [(bvult #x00000064 y)]\n"
                              " edge c -> end [(not (bvult #x00000064 y))]\n" ENDS;

static void test_reading(void **state) {
  (void)state;
  struct world *w = world_new(reading);
  finish(w, run(w, VERDICT_TRUE, NULL));
}

// --- errors ----------------------------------------------------------------------------------------------------------

static const char failing[] = "global x " WORD "\nglobal s " WORD "\nfunction main\n"
                              " edge a -> h x := #x00000000 s := #x00000000\n location h complete\n"
                              " edge h -> h input m " WORD " nondet \"m\" [(bvult x #x00000007)]\n"
                              "  x := (bvadd x #x00000001) s := (bvadd s (bvand m #x00000003))\n"
                              " edge h -> c input m " WORD " nondet \"m\" [(not (bvult x #x00000007))]\n"
                              " location c complete\n edge c -> bad [(= s #x00000013)]\n"
                              " edge c -> end [(not (= s #x00000013))]\n" ENDS;

static void test_failing(void **state) {
  (void)state;
  struct world *w = world_new(failing);
  finish(w, run(w, VERDICT_FALSE, NULL));
}

// What is not supported is reached after a loop, and an error is not.
static const char unsupported[] = "global x " WORD "\nfunction main\n"
                                  " edge a -> h x := #x00000000\n location h complete\n"
                                  " edge h -> h [(bvult x #x00000004)] x := (bvadd x #x00000001)\n"
                                  " edge h -> c [(not (bvult x #x00000004))]\n"
                                  " location c complete\n edge c -> odd [(= x #x00000004)]\n"
                                  " edge c -> bad [(not (= x #x00000004))]\n"
                                  " location bad error\n location odd unsupported \"inline assembly\"\n";

static void test_unsupported(void **state) {
  (void)state;
  struct world *w = world_new(unsupported);
  struct engine_run *r = run(w, VERDICT_UNKNOWN, NULL);
  assert_int_equal(r->claim.reason, REASON_UNSUPPORTED);
  finish(w, r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_figure1),     cmocka_unit_test(test_figure2),     cmocka_unit_test(test_left),
      cmocka_unit_test(test_middle),      cmocka_unit_test(test_right),       cmocka_unit_test(test_nested),
      cmocka_unit_test(test_reading),     cmocka_unit_test(test_two_entries), cmocka_unit_test(test_failing),
      cmocka_unit_test(test_unsupported),
  };
  return cmocka_run_group_tests_name("bself", tests, NULL, NULL);
}
