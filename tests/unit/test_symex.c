// The engine symex on small automata: verdicts, inputs, reasons, all search
// orders, and the graph it leaves as a certificate.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "run/run.h"
#include "engine_fixture.h"
#include "search_fixture.h"
#include "explore/frontier.h"

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct program *program;
  struct limits limits;
  struct stats stats;
  struct run_listener listener;
  struct engine_run run;
  struct claim *claim; // the run's
  struct sort bv32;
  uint32_t main;
  struct location entry;
};

static struct fixture *fixture_new(void) {
  struct fixture *f = mem_zalloc(1, sizeof *f);
  f->tm = terms_new();
  f->cfa = cfa_new(f->tm);
  f->cfa->pointer_bits = 64;
  f->cfa->heap_start = 0x10000;
  f->bv32 = sort_bv(f->tm, 32);
  f->main = cfa_add_function(f->cfa, "main");
  f->entry = cfa_add_location(f->cfa, f->main, LOC_PLAIN);
  f->cfa->functions.data[f->main].entry = f->entry;
  f->cfa->main = f->main;
  limits_start(&f->limits, 0, 0);
  return f;
}

static void prepare(struct fixture *f, enum search_order search) {
  static const char *const orders[] = {"dfs", "bfs", "random", "coverage"};
  f->program = program_new(f->cfa, &f->limits, &f->stats);
  engine_run_init(&f->run, "symex", f->cfa, f->program, &f->limits, &f->stats);
  f->claim = &f->run.claim;
  f->run.setting.solver.backend = "z3";
  f->run.setting.seed = 7;
  f->run.setting.listener = f->listener;
  engine_run_option(&f->run, "--search", orders[search]);
}

static enum verdict run(struct fixture *f, enum search_order search) {
  prepare(f, search);
  return engine_run_go(&f->run);
}

static void fixture_free(struct fixture *f) {
  engine_run_release(&f->run);
  program_free(f->program);
  limits_finish(&f->limits);
  cfa_free(f->cfa);
  terms_free(f->tm);
  mem_free(f);
}

static struct location location(struct fixture *f, enum cfa_location_kind kind) {
  return cfa_add_location(f->cfa, f->main, kind);
}
static uint32_t global(struct fixture *f, const char *name) {
  return cfa_add_var(f->cfa, CFA_NONE, VAR_PROGRAM, name, "int", f->bv32);
}
static struct term var(struct fixture *f, uint32_t v) { return f->cfa->vars.data[v].term; }
static struct term num(struct fixture *f, uint64_t n) { return term_bv(f->tm, 32, n); }
static struct edge edge(struct fixture *f, struct location from, struct location to, struct term guard) {
  struct edge e = cfa_add_edge(f->cfa, from, to);
  if (!term_none(guard)) cfa_edge(f->cfa, e)->guard = guard;
  return e;
}
static void set(struct fixture *f, struct edge e, uint32_t v, struct term value) {
  vec_update_push(&cfa_edge(f->cfa, e)->updates, (struct cfa_update){v, value});
}
static struct term input(struct fixture *f, struct edge e, enum cfa_input_kind kind, const char *name) {
  struct term t = cfa_edge_term(f->cfa, f->bv32, name);
  vec_input_push(&cfa_edge(f->cfa, e)->inputs,
                 (struct cfa_input){.term = t, .kind = kind, .name = cfa_string(f->cfa, name), .ctype = "int"});
  return t;
}
static void split(struct fixture *f, struct location from, struct term c, struct location yes, struct location no) {
  edge(f, from, yes, c);
  edge(f, from, no, term_not(f->tm, c));
  cfa_location(f->cfa, from)->complete = true;
}

// n inputs, each adds 1 or 2; is the sum ever `sum`?
static struct fixture *diamonds(uint32_t n, uint64_t sum) {
  struct fixture *f = fixture_new();
  uint32_t total = global(f, "total"), x = global(f, "x");
  struct location at = location(f, LOC_PLAIN);
  set(f, edge(f, f->entry, at, TERM_NONE), total, num(f, 0));
  for (uint32_t i = 0; i < n; i++) {
    struct location read = location(f, LOC_PLAIN), join = location(f, LOC_PLAIN);
    struct edge e = edge(f, at, read, TERM_NONE);
    set(f, e, x, input(f, e, INPUT_NONDET, "__VERIFIER_nondet_int"));
    struct term c = term_slt(f->tm, var(f, x), num(f, i));
    set(f, edge(f, read, join, c), total, term_add(f->tm, var(f, total), num(f, 1)));
    set(f, edge(f, read, join, term_not(f->tm, c)), total, term_add(f->tm, var(f, total), num(f, 2)));
    cfa_location(f->cfa, read)->complete = true;
    at = join;
  }
  split(f, at, term_eq(f->tm, var(f, total), num(f, sum)), location(f, LOC_ERROR), location(f, LOC_STOP));
  return f;
}

static void safe_diamonds_in_every_order(void **unused) {
  (void)unused;
  for (int search = SEARCH_DFS; search <= SEARCH_COVERAGE; search++) {
    struct fixture *f = diamonds(6, 13);
    run(f, (enum search_order)search);
    assert_int_equal(f->claim->verdict, VERDICT_TRUE);
    assert_int_equal(f->stats.paths, 64);
    const char *message = NULL;
    assert_true(engine_run_proves(&f->run, &message));
    // A graph with the end of a path called cut is no proof.
    for (uint32_t i = 0; i < f->claim->certificate.graph.arcs.size; i++)
      if (node_same(f->claim->certificate.graph.arcs.data[i].target, NODE_END)) {
        f->claim->certificate.graph.arcs.data[i].target = NODE_CUT;
        break;
      }
    assert_false(engine_run_proves(&f->run, &message));
    fixture_free(f);
  }
}

static void unsafe_diamonds_in_every_order(void **unused) {
  (void)unused;
  for (int search = SEARCH_DFS; search <= SEARCH_COVERAGE; search++) {
    struct fixture *f = diamonds(6, 12);
    run(f, (enum search_order)search);
    assert_int_equal(f->claim->verdict, VERDICT_FALSE);
    assert_int_equal(f->claim->inputs.size, 6);
    struct state *last;
    assert_int_equal(state_replay(f->program, 6, f->claim->inputs.data, UINT64_MAX, NULL, NULL, &last), STATE_ERROR);
    assert_true(location_same(state_location(last), f->claim->error_location));
    state_free(last);
    fixture_free(f);
  }
}

// Advanced by a step or so at a time, the engine does what it does in one go. Returns how often it was advanced.
static uint32_t run_in_slices(struct fixture *f, enum search_order search) {
  prepare(f, search);
  engine_run_open(&f->run);
  uint32_t n = 1;
  for (; !f->run.engine->advance(f->run.running, &(struct slice){.effort = 1}); n++) {
    assert_int_equal(f->claim->verdict, VERDICT_UNKNOWN); // nothing is claimed yet
    assert_true(n < 1000);
  }
  f->run.engine->close(f->run.running);
  return n;
}

static void slices_come_to_the_same(void **unused) {
  (void)unused;
  for (int search = SEARCH_DFS; search <= SEARCH_COVERAGE; search++) {
    struct fixture *f = diamonds(6, 13);
    const char *message = NULL;
    assert_true(run_in_slices(f, (enum search_order)search) > 10);
    assert_int_equal(f->claim->verdict, VERDICT_TRUE);
    assert_int_equal(f->stats.paths, 64);
    assert_true(engine_run_proves(&f->run, &message));
    fixture_free(f);
    f = diamonds(6, 12);
    assert_true(run_in_slices(f, (enum search_order)search) > 1);
    assert_int_equal(f->claim->verdict, VERDICT_FALSE);
    fixture_free(f);
  }
}

// One slice, as a pre-run is: where it is used up the claim is what was found so far.
static void one_slice_decides_what_is_near(void **unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    struct fixture *f = diamonds(6, i == 1 ? 12 : 13);
    struct slice slice = {.effort = i == 2 ? 1 : 0};
    struct error error = {0};
    prepare(f, SEARCH_DFS);
    struct search search = search_of(&f->run.setting);
    struct run_plan plan = {.engine = run_pre_run_engine(), .budget = slice, .solver = f->run.setting.solver};
    bool done = run_engine(&search, &plan, f->claim, &error);
    assert_int_equal(done, i < 2);
    assert_int_equal(f->claim->verdict, i == 0 ? VERDICT_TRUE : i == 1 ? VERDICT_FALSE : VERDICT_UNKNOWN);
    assert_int_equal(error.status, 0);
    fixture_free(f);
  }
}

static void count_call(void *context, bool tests) { *(int *)context += !tests; }

// An engine that wants a pre-run and large blocks: the automaton changes only where the pre-run does not decide.
static void the_pre_run_comes_first(void **unused) {
  (void)unused;
  for (int no_pre_run = 0; no_pre_run < 2; no_pre_run++) {
    struct fixture *f = diamonds(3, 7);
    struct engine wanting = *engine_find("symex");
    struct error error = {0};
    int asked = 0;
    prepare(f, SEARCH_DFS);
    wanting.capabilities |= ENGINE_PRE_RUN | ENGINE_LARGE_BLOCKS;
    struct search search = search_of(&f->run.setting);
    struct run_plan plan = {.engine = &wanting,
                            .options = f->run.options,
                            .statistics = f->run.statistics,
                            .solver = f->run.setting.solver,
                            .no_pre_run = no_pre_run,
                            .merge = count_call,
                            .context = &asked};
    assert_true(run_engine(&search, &plan, f->claim, &error));
    assert_int_equal(f->claim->verdict, VERDICT_TRUE);
    assert_int_equal(asked, no_pre_run);
    assert_int_equal(f->stats.paths, 8);
    fixture_free(f);
  }
}

static void infeasible_branches_are_cut(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new();
  uint32_t x = global(f, "x");
  struct location a = location(f, LOC_PLAIN), b = location(f, LOC_PLAIN);
  struct edge e = edge(f, f->entry, a, TERM_NONE);
  set(f, e, x, input(f, e, INPUT_NONDET, "in"));
  struct term square = term_mul(f->tm, var(f, x), var(f, x));
  struct location stop = location(f, LOC_STOP);
  split(f, a, term_ult(f->tm, var(f, x), num(f, 100)), b, stop);
  split(f, b, term_eq(f->tm, square, num(f, 10001)), location(f, LOC_ERROR), stop);
  run(f, SEARCH_DFS);
  assert_int_equal(f->claim->verdict, VERDICT_TRUE);
  assert_int_equal(f->stats.cuts, 1);
  const char *message = NULL;
  assert_true(engine_run_proves(&f->run, &message));
  fixture_free(f);
}

static void what_is_unsupported_makes_true_impossible_but_not_false(void **unused) {
  (void)unused;
  for (int with_error = 0; with_error < 2; with_error++) {
    struct fixture *f = fixture_new();
    uint32_t x = global(f, "x");
    struct location a = location(f, LOC_PLAIN), odd = location(f, LOC_UNSUPPORTED);
    struct edge e = edge(f, f->entry, a, TERM_NONE);
    cfa_location(f->cfa, odd)->text = cfa_string(f->cfa, "inline assembly");
    set(f, e, x, input(f, e, INPUT_NONDET, "in"));
    split(f, a, term_ult(f->tm, var(f, x), num(f, 100)), odd, location(f, with_error ? LOC_ERROR : LOC_STOP));
    run(f, SEARCH_DFS);
    assert_int_equal(f->claim->verdict, with_error ? VERDICT_FALSE : VERDICT_UNKNOWN);
    if (!with_error) {
      assert_int_equal(f->claim->reason, REASON_UNSUPPORTED);
      assert_string_equal(f->claim->detail, "inline assembly");
    }
    fixture_free(f);
  }
}

static bool refuse_first(void *context, const struct claim *claim) {
  (void)claim;
  return (*(int *)context)++ > 0;
}

static void refused_errors_do_not_end_the_search(void **unused) {
  (void)unused;
  for (int errors = 1; errors <= 2; errors++) {
    struct fixture *f = fixture_new();
    uint32_t x = global(f, "x");
    struct location a = location(f, LOC_PLAIN);
    struct edge e = edge(f, f->entry, a, TERM_NONE);
    int asked = 0;
    set(f, e, x, input(f, e, INPUT_NONDET, "in"));
    split(f, a, term_ult(f->tm, var(f, x), num(f, 100)), location(f, LOC_ERROR),
          location(f, errors == 2 ? LOC_ERROR : LOC_STOP));
    f->listener = (struct run_listener){.context = &asked, .confirm = refuse_first};
    run(f, SEARCH_DFS);
    assert_int_equal(asked, errors);
    assert_int_equal(f->claim->verdict, errors == 2 ? VERDICT_FALSE : VERDICT_UNKNOWN);
    if (errors == 1) assert_int_equal(f->claim->reason, REASON_UNCONFIRMED);
    fixture_free(f);
  }
}

static void uninitialised_variables_are_zero_where_they_can_be(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new();
  uint32_t x = global(f, "x"), y = global(f, "y");
  struct location a = location(f, LOC_PLAIN);
  struct edge e = edge(f, f->entry, a, TERM_NONE);
  set(f, e, x, input(f, e, INPUT_UNINIT, "x"));
  set(f, e, y, input(f, e, INPUT_NONDET, "y"));
  struct term c = term_ult(f->tm, num(f, 1000), term_add(f->tm, var(f, x), var(f, y)));
  split(f, a, c, location(f, LOC_ERROR), location(f, LOC_STOP));
  run(f, SEARCH_DFS);
  assert_int_equal(f->claim->verdict, VERDICT_FALSE);
  uint64_t bits = 1;
  assert_true(term_value64(f->tm, f->claim->inputs.data[0].value, &bits));
  assert_int_equal(bits, 0);
  fixture_free(f);
}

static void path_ending_checks_end_paths(void **unused) {
  (void)unused;
  // Both edges share the check x != 0; where it fails nothing follows, so an error for x == 0 is not reached.
  struct fixture *f = fixture_new();
  uint32_t x = global(f, "x");
  struct location a = location(f, LOC_PLAIN), b = location(f, LOC_PLAIN);
  struct edge e = edge(f, f->entry, a, TERM_NONE);
  set(f, e, x, input(f, e, INPUT_NONDET, "x"));
  struct term check = term_not(f->tm, term_eq(f->tm, var(f, x), num(f, 0))),
              small = term_ult(f->tm, var(f, x), num(f, 10));
  edge(f, a, b, term_and(f->tm, check, small));
  edge(f, a, location(f, LOC_STOP), term_and(f->tm, check, term_not(f->tm, small)));
  cfa_location(f->cfa, a)->complete = true;
  split(f, b, term_eq(f->tm, var(f, x), num(f, 0)), location(f, LOC_ERROR), location(f, LOC_STOP));
  run(f, SEARCH_DFS);
  assert_int_equal(f->claim->verdict, VERDICT_TRUE);
  fixture_free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(safe_diamonds_in_every_order),
      cmocka_unit_test(unsafe_diamonds_in_every_order),
      cmocka_unit_test(slices_come_to_the_same),
      cmocka_unit_test(one_slice_decides_what_is_near),
      cmocka_unit_test(the_pre_run_comes_first),
      cmocka_unit_test(infeasible_branches_are_cut),
      cmocka_unit_test(what_is_unsupported_makes_true_impossible_but_not_false),
      cmocka_unit_test(refused_errors_do_not_end_the_search),
      cmocka_unit_test(uninitialised_variables_are_zero_where_they_can_be),
      cmocka_unit_test(path_ending_checks_end_paths),
  };
  return cmocka_run_group_tests_name("symex", tests, NULL, NULL);
}
