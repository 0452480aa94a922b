// The incremental interface to CaDiCaL, and IC3 with implicit predicate abstraction on small automata: verdicts, counts
// that were done by hand, and that a certificate with less is refused.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/ic3ia/ic3ia.h"
#include "engine_fixture.h"
#include "fixture.h"

#define WORD "(_ BitVec 32)"

// --- the solver ------------------------------------------------------------------------------------------------------

struct solving {
  struct terms *tm;
  struct limits limits;
  struct stats stats;
  struct incremental *s;
};

static void solving_init(struct solving *w) {
  *w = (struct solving){.tm = terms_new()};
  w->s = incremental_new(w->tm, &w->limits, &w->stats);
}

static void solving_release(struct solving *w) {
  incremental_free(w->s);
  terms_free(w->tm);
}

static struct term word(struct solving *w, const char *name) { return term_var(w->tm, sort_bv(w->tm, 8), name); }
static struct term num(struct solving *w, uint64_t n) { return term_bv(w->tm, 8, n); }

static void test_assumptions(void **state) {
  (void)state;
  struct solving w;
  solving_init(&w);
  struct term x = word(&w, "x"), y = word(&w, "y");
  assert_true(incremental_assert(w.s, term_ult(w.tm, x, y)));
  int low = incremental_literal(w.s, term_ult(w.tm, y, num(&w, 5)));
  int high = incremental_literal(w.s, term_ult(w.tm, num(&w, 5), x));
  int odd = incremental_literal(w.s, term_eq(w.tm, term_extract(w.tm, 0, 0, x), term_bv(w.tm, 1, 1)));
  assert_int_equal(incremental_ask(w.s, 3, (int[]){low, high, odd}, 0, NULL, 0), ANSWER_UNSAT);
  assert_true(incremental_failed(w.s, low));
  assert_true(incremental_failed(w.s, high));
  assert_false(incremental_failed(w.s, odd));
  // The values of literals and of their negations.
  assert_int_equal(incremental_ask(w.s, 2, (int[]){-low, odd}, 0, NULL, 0), ANSWER_SAT);
  assert_false(incremental_value(w.s, low));
  assert_true(incremental_value(w.s, -low));
  assert_true(incremental_value(w.s, odd));
  struct model *model = incremental_model(w.s);
  assert_true(model_holds(model, term_ult(w.tm, x, y)));
  assert_false(model_holds(model, term_ult(w.tm, y, num(&w, 5))));
  model_unref(model);
  solving_release(&w);
}

// A clause for one question does not stay; one that a variable switches on does.
static void test_clauses(void **state) {
  (void)state;
  struct solving w;
  solving_init(&w);
  struct term x = word(&w, "x");
  int one = incremental_literal(w.s, term_eq(w.tm, x, num(&w, 1)));
  int two = incremental_literal(w.s, term_eq(w.tm, x, num(&w, 2)));
  int on = incremental_variable(w.s);
  assert_int_equal(incremental_ask(w.s, 2, (int[]){-one, -two}, 2, (int[]){one, two}, 0), ANSWER_UNSAT);
  assert_int_equal(incremental_ask(w.s, 2, (int[]){-one, -two}, 0, NULL, 0), ANSWER_SAT);
  assert_int_equal(incremental_ask(w.s, 1, (int[]){-one}, 2, (int[]){one, two}, 0), ANSWER_SAT);
  assert_true(incremental_value(w.s, two));
  incremental_clause(w.s, 3, (int[]){-on, one, two});
  assert_int_equal(incremental_ask(w.s, 3, (int[]){on, -one, -two}, 0, NULL, 0), ANSWER_UNSAT);
  assert_int_equal(incremental_ask(w.s, 3, (int[]){-on, -one, -two}, 0, NULL, 0), ANSWER_SAT);
  solving_release(&w);
}

// What an array means is found out question by question.
static void test_arrays(void **state) {
  (void)state;
  struct solving w;
  solving_init(&w);
  struct sort sort = sort_array(w.tm, sort_bv(w.tm, 8), sort_bv(w.tm, 8));
  struct term a = term_var(w.tm, sort, "a"), i = word(&w, "i"), k = word(&w, "k");
  struct term b = term_store(w.tm, a, i, num(&w, 7));
  int same = incremental_literal(w.s, term_eq(w.tm, i, k));
  int seven = incremental_literal(w.s, term_eq(w.tm, term_select(w.tm, b, k), num(&w, 7)));
  int kept = incremental_literal(w.s, term_eq(w.tm, term_select(w.tm, b, k), term_select(w.tm, a, k)));
  assert_int_equal(incremental_ask(w.s, 2, (int[]){same, -seven}, 0, NULL, 0), ANSWER_UNSAT);
  assert_int_equal(incremental_ask(w.s, 2, (int[]){-same, -kept}, 0, NULL, 0), ANSWER_UNSAT);
  assert_int_equal(incremental_ask(w.s, 3, (int[]){-same, kept, seven}, 0, NULL, 0), ANSWER_SAT);
  solving_release(&w);
}

// --- the engine ------------------------------------------------------------------------------------------------------

struct ran {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct program *program;
  struct engine_run run;
};

static enum verdict go(struct ran *r, const char *text, const char *option, const char *value) {
  *r = (struct ran){.tm = terms_new()};
  r->cfa = cfa_from_text(r->tm, text);
  r->program = program_new(r->cfa, &r->limits, &r->stats);
  engine_run_init(&r->run, "ic3ia", r->cfa, r->program, &r->limits, &r->stats);
  engine_run_option(&r->run, "--predicates", "none");
  if (option) engine_run_option(&r->run, option, value);
  return engine_run_go(&r->run);
}

static bool proves(struct ran *r) {
  const char *message = NULL;
  return engine_run_proves(&r->run, &message);
}

static const struct ic3ia_statistics *counts(const struct ran *r) { return r->run.statistics; }

static void ran_release(struct ran *r) {
  engine_run_release(&r->run);
  program_free(r->program);
  cfa_free(r->cfa);
  terms_free(r->tm);
}

// Both are counted up together.
static const char *const equal = "global x " WORD "\nglobal y " WORD "\nfunction main\n"
                                 " edge a -> h x := #x00000000 y := #x00000000\n location h complete\n"
                                 " edge h -> h input n Bool nondet \"n\" [n]\n"
                                 "  x := (bvadd x #x00000001) y := (bvadd y #x00000001)\n"
                                 " edge h -> out input n Bool nondet \"n\" [(not n)]\n location out complete\n"
                                 " edge out -> bad [(not (= x y))]\n edge out -> end [(= x y)]\n"
                                 " location bad error\n location end exit\n";

// Without predicates the empty cube leads to the error and is reached: one spurious counterexample. Its interpolant is
// x = y, the one predicate. The cube ¬(x = y) is blocked in frame 1; the clause is pushed to frame 2, and frame 1 has
// no clause of its own left.
static void test_equal(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r, equal, NULL, NULL), VERDICT_TRUE);
  assert_true(proves(&r));
  assert_int_equal(counts(&r)->spurious, 1);
  assert_int_equal(counts(&r)->predicates, 1);
  assert_int_equal(counts(&r)->clauses, 1);
  assert_int_equal(counts(&r)->pushed, 1);
  assert_int_equal(counts(&r)->frames, 2);
  assert_int_equal(counts(&r)->conjuncts, 1);
  // Without its conjunct the certificate proves nothing.
  struct annotation *a = &r.run.claim.certificate.annotation;
  for (uint32_t i = 0; i < a->points.size; i++) vec_term_clear(&a->points.data[i].conjuncts);
  assert_false(proves(&r));
  ran_release(&r);
}

// As printed: no invariant is looked for beforehand, interpolants are those of all paths, and no obligation is kept. On
// this program the counts are the same.
static void test_paper(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r, equal, "--paper", NULL), VERDICT_TRUE);
  assert_true(proves(&r));
  assert_int_equal(counts(&r)->spurious, 1);
  assert_int_equal(counts(&r)->predicates, 1);
  assert_int_equal(counts(&r)->predicates_interpolants, 1);
  assert_int_equal(counts(&r)->clauses, 1);
  assert_int_equal(counts(&r)->frames, 2);
  assert_int_equal(counts(&r)->invariants + counts(&r)->lifted, 0);
  const struct engine *ic3ia = engine_find("ic3ia");
  assert_true(engine_can(ic3ia, ENGINE_LARGE_BLOCKS, NULL));
  assert_false(engine_can(ic3ia, ENGINE_LARGE_BLOCKS, r.run.options));
  assert_false(engine_can(ic3ia, ENGINE_PRE_RUN, r.run.options));
  ran_release(&r);
}

// Two pairs of counters, and an error for each: the predicate about one pair says nothing about the error of the other,
// and is left out of the cubes that lead to it.
static const char *const pairs =
    "global x " WORD "\nglobal y " WORD "\nglobal z " WORD "\nglobal w " WORD
    "\nfunction main\n edge a -> h x := #x00000000 y := #x00000000 z := #x00000000 w := "
    "#x00000000\n"
    " edge h -> h input n Bool nondet \"n\" [n]\n  x := (bvadd x #x00000001) y := (bvadd y "
    "#x00000001)\n"
    " edge h -> h input n Bool nondet \"n\" [(not n)]\n  z := (bvadd z #x00000003) w := "
    "(bvadd w #x00000003)\n"
    " edge h -> bad [(not (= x y))]\n edge h -> bad2 [(not (= z w))]\n"
    " location bad error\n location bad2 error\n";

static void test_lifting(void **state) {
  (void)state;
  static const char *const options[] = {NULL, "--no-lift", "--paper"};
  for (uint32_t i = 0; i < 3; i++) {
    struct ran r;
    assert_int_equal(go(&r, pairs, options[i], NULL), VERDICT_TRUE);
    assert_true(proves(&r));
    assert_int_equal(counts(&r)->lifted > 0, i == 0);
    assert_int_equal(counts(&r)->predicates, 2);
    ran_release(&r);
  }
}

// Predicates at the beginning do not depend on how long the first slice is: both come from the conditions of the
// errors, and nothing has to be refined.
static void test_first_slice(void **state) {
  (void)state;
  for (uint64_t effort = 0; effort < 2; effort++) { // 0: no limit
    struct ran r = {.tm = terms_new()};
    r.cfa = cfa_from_text(r.tm, pairs);
    r.program = program_new(r.cfa, &r.limits, &r.stats);
    engine_run_init(&r.run, "ic3ia", r.cfa, r.program, &r.limits, &r.stats);
    engine_run_option(&r.run, "--no-strengthen", NULL);
    engine_run_open(&r.run);
    while (!r.run.engine->advance(r.run.running, &(struct slice){.effort = effort})) continue;
    r.run.engine->close(r.run.running);
    r.run.running = NULL;
    assert_int_equal(r.run.claim.verdict, VERDICT_TRUE);
    assert_int_equal(counts(&r)->spurious, 0);
    assert_in_range(counts(&r)->predicates, 2, 100);
    ran_release(&r);
  }
}

// A ring of two loop heads: from h to g with x = 0, from g to h with x = 1. At g the cube x = 1 is an error, at h it is
// what is reached. If the clause of a cube of one place were assumed at the other, errors would be missed.
static const char *ring(bool wrong) {
  return wrong ? "global x " WORD "\nfunction main\n edge a -> h x := #x00000001\n"
                 " edge h -> g input n Bool nondet \"n\" [n] x := #x00000000\n"
                 " edge h -> g input n Bool nondet \"n\" [(not n)] x := x\n"
                 " edge g -> h input m Bool nondet \"m\" [m] x := #x00000001\n"
                 " edge g -> g input m Bool nondet \"m\" [(and (not m) (= x #x00000000))]\n"
                 " edge g -> bad input m Bool nondet \"m\" [(and (not m) (= x #x00000001))]\n location bad error\n"
               : "global x " WORD "\nfunction main\n edge a -> h x := #x00000001\n"
                 " edge h -> g x := (bvsub x #x00000001)\n"
                 " edge g -> h input m Bool nondet \"m\" [m] x := #x00000001\n"
                 " edge g -> g input m Bool nondet \"m\" [(and (not m) (= x #x00000000))]\n"
                 " edge g -> bad input m Bool nondet \"m\" [(and (not m) (= x #x00000001))]\n location bad error\n";
}

static void test_places(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r, ring(false), NULL, NULL), VERDICT_TRUE);
  assert_true(proves(&r));
  ran_release(&r);
  assert_int_equal(go(&r, ring(true), NULL, NULL), VERDICT_FALSE);
  ran_release(&r);
}

// The error is at the seventh visit of h. An obligation that was blocked comes up again in the next frame, so that it
// may be found before there are seven frames.
static const char *const sixth = "global i " WORD "\nfunction main\n edge a -> h i := #x00000000\n"
                                 " edge h -> h input n Bool nondet \"n\" [(and n (not (= i #x00000006)))]\n"
                                 "  i := (bvadd i #x00000001)\n"
                                 " edge h -> h input n Bool nondet \"n\" [(and (not n) (not (= i #x00000006)))]\n"
                                 " edge h -> bad [(= i #x00000006)]\n location bad error\n";

static void test_error(void **state) {
  (void)state;
  static const char *const modes[] = {"path", "merged"};
  for (uint32_t i = 0; i < 2; i++) {
    struct ran r;
    assert_int_equal(go(&r, sixth, "--interpolants", modes[i]), VERDICT_FALSE);
    const struct claim *claim = &r.run.claim;
    assert_int_equal(state_replay(r.program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, NULL),
                     STATE_ERROR);
    assert_in_range(counts(&r)->frames, 1, 7);
    ran_release(&r);
  }
}

static void test_at_entry(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r,
                      "function main\n edge h -> h input n " WORD " nondet \"n\" [(not (= n #x00000005))]\n"
                      " edge h -> bad input n " WORD " nondet \"n\" [(= n #x00000005)]\n location bad error\n",
                      NULL, NULL),
                   VERDICT_FALSE);
  ran_release(&r);
}

static void test_without_loops(void **state) {
  (void)state;
  struct ran r;
  static const char *const text = "function main\n edge a -> bad input n " WORD " nondet \"n\"\n"
                                  "  [(bvult (bvmul n #x00000002) #x00000001)]\n"
                                  " edge a -> end input n " WORD " nondet \"n\" [(bvuge (bvmul n #x00000002) "
                                  "#x00000001)]\n location bad error\n location end exit\n";
  assert_int_equal(go(&r, text, NULL, NULL), VERDICT_FALSE);
  ran_release(&r);
}

static void test_recursion(void **state) {
  (void)state;
  static const char *const calls = "global x " WORD "\nfunction f\n"
                                   " edge fa -> fc [(bvult x #x00000005)] x := (bvadd x #x00000001)\n"
                                   " edge fc -> fb call f ()\n"
                                   " edge fa -> fb [(bvuge x #x00000005)]\n location fb exit\n"
                                   "function main\n edge a -> b x := #x00000000\n edge b -> c call f ()\n"
                                   " location c complete\n edge c -> bad [(not (= x #x00000005))]\n"
                                   " edge c -> end [(= x #x00000005)]\n location bad error\n location end exit\n";
  struct ran r;
  assert_int_equal(go(&r, calls, "--recursion", "3"), VERDICT_UNKNOWN);
  assert_int_equal(r.run.claim.reason, REASON_RECURSION);
  ran_release(&r);
  assert_int_equal(go(&r, calls, "--recursion", "5"), VERDICT_TRUE);
  assert_true(proves(&r));
  ran_release(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assumptions), cmocka_unit_test(test_clauses),   cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_equal),       cmocka_unit_test(test_places),    cmocka_unit_test(test_error),
      cmocka_unit_test(test_paper),       cmocka_unit_test(test_lifting),   cmocka_unit_test(test_first_slice),
      cmocka_unit_test(test_at_entry),    cmocka_unit_test(test_recursion), cmocka_unit_test(test_without_loops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
