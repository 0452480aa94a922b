// INTP: conditions before a step that are enough for what is wanted after it; by hand, and at random with Z3 as a
// second opinion.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/tracer/weakest_precondition.h"
#include "explore/kernel.h"
#include <stdio.h>
#include <stdlib.h>

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct program *program;
  struct unfold *unfold;
  struct facts *facts;
  struct claim claim;
  struct run run;
  struct solver *z3;
  struct wp *wp;
  struct state *s;          // after the first edge
  struct vec_term out;
};

static const struct solver_config second = {.backend = "z3"};

// Everything but the automaton, which f->cfa is; the state has taken the first edge. False: it cannot be taken.
static bool fixture_start(struct fixture *f) {
  f->program = program_new(f->cfa, &f->limits, &f->stats);
  f->unfold = program_unfold(f->program);
  f->facts = facts_new(f->cfa, f->program, &f->limits, 1);
  f->z3 = solver_new(f->tm, &f->limits, &f->stats, &second);
  struct run_setting setting = {.cfa = f->cfa,
                                .program = f->program,
                                .limits = &f->limits,
                                .stats = &f->stats,
                                .solver = {.caches = true},
                                .seed = 1,
                                .facts = f->facts};
  claim_init(&f->claim);
  run_init(&f->run, &setting, NULL, &f->claim);
  f->wp = wp_new(&f->run);
  f->s = state_initial(f->program);
  enum state_event event = state_run(f->s, 1);
  if (event == STATE_BUDGET) return true;
  if (event != STATE_BRANCH) return false;
  uint32_t n;
  const struct open_edge *open = state_open(f->s, &n);
  struct model *model = NULL;
  if (path_check(f->run.solver, state_path(f->s), open[0].condition, state_model(f->s), &model) != ANSWER_SAT)
    return false;
  state_take_edge(f->s, open[0], model);
  model_unref(model);
  return true;
}

static struct fixture *fixture_new(const char *text) {
  struct fixture *f = mem_zalloc(1, sizeof *f);
  struct error error = {0};
  f->tm = terms_new();
  if (!cfa_read(f->tm, "test.cfa", text, &f->cfa, &error)) {
    fprintf(stderr, "%s\n", error.message);
    fail();
  }
  assert_true(fixture_start(f));
  return f;
}

static void fixture_free(struct fixture *f) {
  vec_term_release(&f->out);
  state_free(f->s);
  wp_free(f->wp);
  run_release(&f->run);
  claim_release(&f->claim);
  facts_free(f->facts);
  solver_free(f->z3);
  program_free(f->program);
  cfa_free(f->cfa);
  terms_free(f->tm);
  mem_free(f);
}

static struct term lookup(void *context, const char *name, size_t length) {
  struct fixture *f = context;
  char unique[64];
  snprintf(unique, sizeof unique, "%.*s", (int)length, name);
  if (!strcmp(unique, "heap")) return unfold_heap(f->unfold);
  uint32_t var = cfa_var_named(f->cfa, unique);
  return var == CFA_NONE ? TERM_NONE : unfold_var(f->unfold, CONTEXT_ROOT, var);
}

static struct term parse(struct fixture *f, const char *text) {
  const char *message = "", *at = text;
  struct term t = term_parse(f->tm, &at, lookup, f, &message);
  if (term_none(t)) fprintf(stderr, "%s: %s\n", text, message);
  assert_false(term_none(t));
  return t;
}

static const struct unfold_step *step(struct fixture *f, uint32_t edge) {
  const struct unfold_step *st = unfold_step(f->unfold, CONTEXT_ROOT, (struct edge){edge});
  assert_true(st->known);
  return st;
}

static struct term conjunction(struct fixture *f) {
  return f->out.size ? term_and_n(f->tm, f->out.size, f->out.data) : term_true(f->tm);
}

static void assert_unsat(struct fixture *f, uint32_t n, const struct term *query, const char *what) {
  enum answer answer = solver_check(f->z3, n, query);
  if (answer == ANSWER_UNSAT) return;
  struct text t = {0};
  for (uint32_t i = 0; i < n; i++) {
    term_print_smt(f->tm, query[i], &t);
    text_addc(&t, '\n');
  }
  fprintf(stderr, "%s:\n%s", what, text_cstr(&t));
  text_release(&t);
  fail();
}

// The state satisfies R; R and the guard lead into what is wanted; R is about variables of the program only.
static void check_result(struct fixture *f, const struct unfold_step *st, bool ignore_guard, uint32_t n,
                         const struct term *after) {
  for (uint32_t i = 0; i < f->out.size; i++) {
    uint32_t count, var;
    struct context context;
    const uint32_t *ids = term_free_vars(f->tm, f->out.data[i], &count);
    for (uint32_t k = 0; k < count; k++)
      assert_true(ids[k] == unfold_heap(f->unfold).id ||
                  unfold_var_of(f->unfold, (struct term){ids[k]}, &context, &var));
    struct vec_term query = {0};
    path_conjuncts(state_path(f->s), &query);
    vec_term_push(&query, term_not(f->tm, state_formula(f->s, f->out.data[i])));
    assert_unsat(f, query.size, query.data, "the state does not satisfy R");
    vec_term_release(&query);
  }
  for (uint32_t i = 0; i < n; i++) {
    struct term query[3] = {conjunction(f), ignore_guard ? term_true(f->tm) : st->step.guard,
                            term_not(f->tm, substitution_apply(st->back, after[i]))};
    assert_unsat(f, 3, query, "R is not enough");
  }
}

static bool run(struct fixture *f, uint32_t edge, bool ignore_guard, uint32_t n, const struct term *after) {
  vec_term_clear(&f->out);
  bool fine = wp_step(f->wp, f->s, step(f, edge), ignore_guard ? WP_UNGUARDED : WP_GUARDED, n, after, &f->out);
  if (fine) check_result(f, step(f, edge), ignore_guard, n, after);
  else assert_int_equal(f->out.size, 0);
  return fine;
}

static void expect_equivalent(struct fixture *f, const char *wanted) {
  struct term r = conjunction(f), w = parse(f, wanted), one[2] = {r, term_not(f->tm, w)},
              other[2] = {w, term_not(f->tm, r)};
  assert_unsat(f, 2, one, "R is weaker than it should be");
  assert_unsat(f, 2, other, "R is stronger than it should be");
}

// The condition before the edge for `after` is the wanted one; edges are counted in the order of the text, the first
// one made the state.
static void expect(struct fixture *f, uint32_t edge, const char *after, const char *wanted) {
  struct term t = parse(f, after);
  assert_true(run(f, edge, false, 1, &t));
  expect_equivalent(f, wanted);
}

// --- by hand -----------------------------------------------------------------------------------------------------

static void figure_2(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("global x Int\n"
                                  "global y Int\n"
                                  "function main\n"
                                  "  edge start -> a  x := 2  y := 4\n"
                                  "  edge a -> b [(< (+ x y) 6)]  y := (+ y 1)\n"
                                  "  edge a -> b [(>= (+ x y) 6)]  y := (+ y 2)\n"
                                  "  edge a -> b [(and (< (+ x y) 6) (= x 7))]\n"
                                  "  location b error\n");
  expect(f, 1, "false", "(>= (+ x y) 6)");
  expect(f, 2, "(<= y 98)", "(<= y 96)");
  expect(f, 2, "(and (<= y 98) (<= x 3))", "(and (<= y 96) (<= x 3))");
  expect(f, 2, "true", "true");
  // Of several reasons one: the weakest.
  expect(f, 3, "false", "(not (= x 7))");
  // Speculation: the guard is false, but y <= 100 holds without it.
  struct term safe = parse(f, "(<= y 100)"), no = term_false(f->tm), wrong = parse(f, "(<= y 4)");
  assert_true(run(f, 1, true, 1, &safe));
  expect_equivalent(f, "(<= y 99)");
  assert_false(run(f, 1, true, 1, &no));
  assert_false(run(f, 1, true, 1, &wrong));   // does not hold after the step
  assert_false(run(f, 2, false, 1, &no));     // can be taken
  fixture_free(f);
}

static void symbolic_state(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("global x (_ BitVec 8)\n"
                                  "global y (_ BitVec 8)\n"
                                  "function main\n"
                                  "  edge start -> a [(and (bvult x0 #x05) (bvult y0 #x05))]\n"
                                  "    input x0 (_ BitVec 8) nondet \"x\"\n"
                                  "    input y0 (_ BitVec 8) nondet \"y\"\n"
                                  "    x := x0\n"
                                  "    y := y0\n"
                                  "  edge a -> b [(bvult #x0a x)]\n"
                                  "  edge a -> b [(and (bvult #x03 x) (bvult x y))]\n"
                                  "  edge a -> b [(and (bvult x #x03) (= y #x02))]\n"
                                  "  location b error\n");
  expect(f, 1, "false", "(bvule x #x0a)");
  // Both parts are needed together.
  expect(f, 2, "false", "(not (and (bvult #x03 x) (bvult x y)))");
  // The guard is enough by itself: nothing is asked of the state.
  expect(f, 3, "(bvult x #x04)", "true");
  expect(f, 3, "(bvult (bvadd x y) #x05)", "true");
  fixture_free(f);
}

static void case_splits(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("global x Int\n"
                                  "global y Int\n"
                                  "global z Int\n"
                                  "function main\n"
                                  "  edge start -> a  x := 1  y := 5  z := 9\n"
                                  "  edge a -> b  z := (ite (= x 1) (+ y 1) (* z 2))\n"
                                  "  edge a -> b [(> x 0)]  y := (+ y x)\n"
                                  "  location b error\n");
  expect(f, 1, "(<= z 10)", "(and (= x 1) (<= y 9))");
  // A small disjunction stays as it is, whichever side holds; of a larger one the better side is kept.
  expect(f, 2, "(or (<= z 3) (= z 9))", "(or (<= z 3) (= z 9))");
  expect(f, 2, "(or (= z 9) (<= z 12) (= x 1) (= x 2) (= x 3))", "(<= z 12)");
  // A case split inside a disjunction.
  expect(f, 2, "(or (and (<= z 12) (or (= x 7) (<= y 20))) (= z 100))", "(and (<= z 12) (<= (+ y x) 20))");
  fixture_free(f);
}

static void inputs(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("global x (_ BitVec 8)\n"
                                  "global n (_ BitVec 8)\n"
                                  "function main\n"
                                  "  edge start -> a  x := #x03  n := #x05\n"
                                  "  edge a -> b [(bvule i #x0a)]\n"
                                  "    input i (_ BitVec 8) nondet \"f\"  x := i\n"
                                  "  edge a -> b [(bvule j n)]\n"
                                  "    input j (_ BitVec 8) nondet \"f\"  x := j\n"
                                  "  edge a -> b\n"
                                  "    input k (_ BitVec 8) nondet \"f\"  x := (bvand k #x07)\n"
                                  "  edge a -> b [(bvult n (bvand l x))]\n"
                                  "    input l (_ BitVec 8) nondet \"f\"\n"
                                  "  edge a -> b\n"
                                  "    input m (_ BitVec 8) nondet \"f\"  x := m\n"
                                  "  edge a -> b [(= (bvmul o x) (bvadd n #x0d))]\n"
                                  "    input o (_ BitVec 8) nondet \"f\"\n"
                                  "  edge a -> b\n"
                                  "    input t (_ BitVec 8) nondet \"f\"\n"
                                  "    x := (ite (= (bvmul t (bvadd x #xfd)) #x00) n #x63)\n"
                                  "  location b error\n");
  expect(f, 1, "(bvule x #x0a)", "true");
  expect(f, 2, "(bvule x #x0a)", "(bvule n #x0a)");
  expect(f, 2, "(and (bvule x #x0a) (bvule n #x06))", "(bvule n #x06)");
  expect(f, 3, "(bvule x #x0a)", "true");
  struct term no = term_false(f->tm), small = parse(f, "(bvule x #x0a)");
  // l & x <= x <= n: whatever is found is checked.
  assert_true(run(f, 4, false, 1, &no));
  // Any value: nothing can be promised.
  assert_false(run(f, 5, false, 1, &small));
  assert_false(run(f, 6, false, 1, &no)); // 6 * 3 = 18
  // The state decides a choice whatever the input is.
  assert_true(run(f, 7, false, 1, &small));
  fixture_free(f);
}

static void memory(void **unused) {
  (void)unused;
  struct fixture *f =
      fixture_new("pointer-bits 32\n"
                  "global mem (Array (_ BitVec 32) (_ BitVec 8)) region\n"
                  "global p (_ BitVec 32)\n"
                  "global q (_ BitVec 32)\n"
                  "global v (_ BitVec 8)\n"
                  "function main\n"
                  "  edge start -> a  p := #x00001000  q := #x00002000  v := #x07\n"
                  "    input old (Array (_ BitVec 32) (_ BitVec 8)) uninit \"mem\"\n"
                  "    mem := (store (store old #x00001000 #x05) #x00002004 #x06)\n"
                  "  edge a -> b  mem := (store mem (bvadd p #x00000004) v)\n"
                  "  edge a -> b  mem := (store (store mem p v) q #x09)\n"
                  "  edge a -> b [(bvult #x0a (select mem (bvadd q #x00000004)))]\n"
                  "  edge a -> b [(bvult #x0a (select mem (bvadd q ((_ zero_extend 24) (bvadd v #xfd)))))]\n"
                  "  location b error\n");
  // The write is elsewhere: that is all that p must say.
  expect(f, 1, "(bvule (select mem #x00001000) #x0a)",
         "(and (bvule (select mem #x00001000) #x0a) (not (= p #x00000ffc)))");
  expect(f, 1, "(bvule (select mem #x00001004) #x0a)", "(and (= p #x00001000) (bvule v #x0a))");
  expect(f, 2, "(bvule (select mem p) #x0a)", "(and (= p #x00001000) (not (= q #x00001000)) (bvule v #x0a))");
  expect(f, 2, "(= (select mem q) #x09)", "true");
  expect(f, 3, "false", "(and (= q #x00002000) (bvule (select mem #x00002004) #x0a))");
  // An address that is a sum: what its variables are.
  expect(f, 4, "false", "(and (= q #x00002000) (= v #x07) (bvule (select mem #x00002004) #x0a))");
  fixture_free(f);
}

// The heap's bump pointer is only compared with constants.
static void check_heap(struct fixture *f) {
  struct term mark = unfold_heap(f->unfold);
  for (uint32_t i = 0; i < f->out.size; i++) {
    uint32_t n;
    struct term t = f->out.data[i];
    if (term_kind(f->tm, t) == TERM_NOT) t = term_child(f->tm, t, 0);
    const uint32_t *ids = term_free_vars(f->tm, t, &n);
    for (uint32_t k = 0; k < n; k++)
      if (ids[k] == mark.id)
        assert_true(n == 1 && term_kind(f->tm, t) == TERM_EQ && term_arity(f->tm, t) == 2 &&
                    term_dag_size(f->tm, t) == 3);
  }
}

static void heap(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("pointer-bits 32\n"
                                  "heap-start 0x10000\n"
                                  "global p (_ BitVec 32)\n"
                                  "global x (_ BitVec 8)\n"
                                  "function main\n"
                                  "  edge start -> a  x := #x01  p := #x00000000\n"
                                  "  edge a -> b\n"
                                  "    alloc o (_ BitVec 32) size #x00000010 align 16  p := o\n"
                                  "  location b error\n");
  char text[200];
  uint64_t heap = state_heap(f->s).bits;
  snprintf(text, sizeof text, "(= heap #x%08llx)", (unsigned long long)heap);
  struct term object = parse(f, "(not (= p #x00000000))"), high = parse(f, "(bvult #x00000fff p)");
  assert_true(run(f, 1, false, 1, &object));
  assert_int_equal(f->out.size, 1);
  check_heap(f);
  assert_true(run(f, 1, false, 1, &high));
  expect_equivalent(f, text);
  check_heap(f);
  expect(f, 1, "(bvule x #x05)", "(bvule x #x05)");
  // What is said about the heap's bump pointer after the step is said about its value before it.
  struct state *next = state_copy(f->s);
  assert_int_equal(state_run(next, 1), STATE_ERROR);
  char after[200];
  snprintf(after, sizeof after, "(= heap #x%08llx)", (unsigned long long)state_heap(next).bits);
  expect(f, 1, after, text);
  check_heap(f);
  state_free(next);
  fixture_free(f);
}

// Addresses that are constant though their variables are not, and ranges that are.
static void relations(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("pointer-bits 32\n"
                                  "global mem (Array (_ BitVec 32) (_ BitVec 8)) region\n"
                                  "global p (_ BitVec 32)\n"
                                  "global q (_ BitVec 32)\n"
                                  "function main\n"
                                  "  edge start -> a\n"
                                  "    input any (_ BitVec 32) nondet \"f\"\n"
                                  "    input old (Array (_ BitVec 32) (_ BitVec 8)) uninit \"mem\"\n"
                                  "    p := (bvadd any #x00000100)  q := any\n"
                                  "    mem := (store old #x00000100 #x05)\n"
                                  "  edge a -> b [(bvult #x0a (select mem (bvadd p (bvneg q))))]\n"
                                  "  edge a -> b  mem := (store mem (bvadd p (bvneg q)) #x01)\n"
                                  "  location b error\n");
  expect(f, 1, "false", "(and (= (bvadd p (bvneg q)) #x00000100) (bvule (select mem #x00000100) #x0a))");
  // Two literals: a case split that may stay.
  expect(f, 2, "(= (select mem #x00000100) #x01)",
         "(or (= (bvadd p (bvneg q)) #x00000100) (= (select mem #x00000100) #x01))");
  fixture_free(f);
}

// A range of cells that moves with variables: a cell in it, a cell outside of it.
static void copies(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("pointer-bits 32\n"
                                  "global mem (Array (_ BitVec 32) (_ BitVec 8)) region\n"
                                  "global p (_ BitVec 32)\n"
                                  "global q (_ BitVec 32)\n"
                                  "global n (_ BitVec 32)\n"
                                  "function main\n"
                                  "  edge start -> a  p := #x00001000  q := #x00002000  n := #x00000008\n"
                                  "    input old (Array (_ BitVec 32) (_ BitVec 8)) uninit \"mem\"\n"
                                  "    mem := (store (store old #x00002003 #x05) #x00001010 #x06)\n"
                                  "  edge a -> b\n"
                                  "    mem := (clew.copy mem p mem q n)\n"
                                  "  location b error\n");
  expect(f, 1, "(bvule (select mem #x00001003) #x0a)",
         "(and (= p #x00001000) (= q #x00002000) (bvult #x00000003 n) (bvule (select mem #x00002003) #x0a))");
  expect(f, 1, "(bvule (select mem #x00001010) #x0a)",
         "(and (bvule n (bvadd #x00001010 (bvneg p))) (bvule (select mem #x00001010) #x0a))");
  fixture_free(f);
}

// A call, and the return from it: the caller's variables and the instance of the callee's.
static void calls(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("global g (_ BitVec 8)\n"
                                  "function main\n"
                                  "  local x (_ BitVec 8)\n"
                                  "  local y (_ BitVec 8)\n"
                                  "  edge start -> a  x := #x03  g := #x05  y := #x00\n"
                                  "  edge a -> b  call twice ((bvadd x #x01)) -> y\n"
                                  "  location b error\n"
                                  "function twice\n"
                                  "  param n (_ BitVec 8)\n"
                                  "  result r (_ BitVec 8)\n"
                                  "  edge in -> out  r := (bvadd n n)  g := (bvadd g #x01)\n"
                                  "  location out exit\n");
  struct context inner = unfold_enter(f->unfold, CONTEXT_ROOT, (struct edge){1});
  struct term n = unfold_var(f->unfold, inner, cfa_var_named(f->cfa, "twice::n"));
  const struct unfold_step *enter = step(f, 1), *leave = unfold_step(f->unfold, inner, (struct edge){2});
  assert_true(context_same(enter->context, inner));
  assert_true(context_same(leave->context, CONTEXT_ROOT));
  assert_true(leave->known);
  struct term after = parse(f, "(and (bvule |main::y| #x08) (bvule |main::x| g))"), before;
  assert_int_equal(state_run(f->s, 1), STATE_BUDGET);
  assert_int_equal(state_depth(f->s), 2);
  assert_true(wp_step(f->wp, f->s, leave, WP_GUARDED, 1, &after, &f->out));
  before = conjunction(f);
  struct term x = parse(f, "|main::x|"), g = parse(f, "g"), one = term_bv(f->tm, 8, 1);
  struct term wanted = term_and(f->tm, term_ule(f->tm, term_add(f->tm, n, n), term_bv(f->tm, 8, 8)),
                                term_ule(f->tm, x, term_add(f->tm, g, one)));
  struct term query[2] = {before, term_not(f->tm, wanted)}, other[2] = {wanted, term_not(f->tm, before)};
  assert_unsat(f, 2, query, "the return asks for too little");
  assert_unsat(f, 2, other, "the return asks for too much");
  state_free(f->s);
  f->s = state_initial(f->program);
  assert_int_equal(state_run(f->s, 1), STATE_BUDGET);
  assert_true(run(f, 1, false, 1, &before));
  expect_equivalent(f, "(and (bvule (bvmul |main::x| #x02) #x06) (bvule |main::x| (bvadd g #x01)))");
  fixture_free(f);
}

static void never(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("global x (_ BitVec 8)\n"
                                  "global n (_ BitVec 8)\n"
                                  "function main\n"
                                  "  edge start -> a  x := #x03  n := #x05\n"
                                  "  edge a -> b\n"
                                  "    input i (_ BitVec 8) nondet \"f\"\n"
                                  "  location b error\n");
  const struct unfold_step *st = step(f, 1);
  assert_int_equal(st->step.n_inputs, 1);
  struct term i = st->step.inputs[0], x = parse(f, "x"), n = parse(f, "n");
  struct term size = term_and(f->tm, term_ult(f->tm, i, x), term_ult(f->tm, n, i));
  assert_true(wp_never(f->wp, f->s, size, 1, &i, &f->out));
  struct term query[2] = {conjunction(f), size};
  assert_unsat(f, 2, query, "the condition can hold");
  vec_term_clear(&f->out);
  assert_true(wp_never(f->wp, f->s, term_ult(f->tm, n, x), 0, NULL, &f->out));
  expect_equivalent(f, "(bvule x n)");
  vec_term_clear(&f->out);
  assert_false(wp_never(f->wp, f->s, term_ult(f->tm, i, x), 1, &i, &f->out));
  assert_int_equal(f->out.size, 0);
  fixture_free(f);
}

// A weaker demand after the step asks for no more before it.
static void monotonic(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("global x Int\n"
                                  "global y Int\n"
                                  "function main\n"
                                  "  edge start -> a  x := 2  y := 4\n"
                                  "  edge a -> b [(> x 1)]  y := (+ y x)\n"
                                  "  edge a -> b  x := (ite (> y 3) (+ x 1) y)\n"
                                  "  location b error\n");
  for (uint32_t edge = 1; edge <= 2; edge++) {
    struct term before = term_false(f->tm);
    for (uint32_t bound = 6; bound < 40; bound += 3) {
      char text[64];
      snprintf(text, sizeof text, "(<= (+ x y) %u)", bound + 8);
      struct term after = parse(f, text);
      assert_true(run(f, edge, false, 1, &after));
      struct term query[2] = {before, term_not(f->tm, conjunction(f))};
      assert_unsat(f, 2, query, "more is asked for less");
      before = conjunction(f);
    }
  }
  fixture_free(f);
}

// --- at random ---------------------------------------------------------------------------------------------------

struct dice {
  struct terms *tm;
  uint64_t state;
  struct term leaves[12], array;
  uint32_t n;
};

static uint32_t roll(struct dice *d, uint32_t n) {
  d->state ^= d->state << 13;
  d->state ^= d->state >> 7;
  d->state ^= d->state << 17;
  return (uint32_t)(d->state * 0x2545f4914f6cdd1du >> 33) % n;
}

static struct term random_formula(struct dice *d, uint32_t depth);

static struct term random_array(struct dice *d, uint32_t depth);

enum { WIDTH = 4 };

static struct term random_number(struct dice *d, uint32_t depth) {
  struct terms *tm = d->tm;
  uint32_t what = depth ? roll(d, 11) : roll(d, 3);
  if (what < 2) return d->leaves[roll(d, d->n)];
  if (what == 2) return term_bv(tm, WIDTH, roll(d, 16));
  struct term a = random_number(d, depth - 1), b = random_number(d, depth - 1);
  switch (what) {
  case 3:
  case 4: return term_add(tm, a, b);
  case 5: return term_bvand(tm, a, b);
  case 6: return term_mul(tm, a, b);
  case 7: return term_ite(tm, random_formula(d, depth - 1), a, b);
  case 8:
    return term_extract(tm, WIDTH + 1, 2,
                        roll(d, 2) ? term_sext(tm, a, 2 * WIDTH)
                                   : term_zext(tm, a, 2 * WIDTH)); // what wrapped around shows
  default: return term_none(d->array) ? term_sub(tm, a, b) : term_select(tm, random_array(d, depth - 1), a);
  }
}

static struct term random_array(struct dice *d, uint32_t depth) {
  struct terms *tm = d->tm;
  uint32_t what = depth ? roll(d, 6) : 0;
  if (what < 2) return d->array;
  struct term a = random_array(d, depth - 1);
  if (what < 4) return term_store(tm, a, random_number(d, depth - 1), random_number(d, depth - 1));
  if (what == 4) return term_ite(tm, random_formula(d, depth - 1), a, random_array(d, depth - 1));
  return term_copy(tm, a, random_number(d, depth - 1), random_array(d, depth - 1), random_number(d, depth - 1),
                   term_bv(tm, WIDTH, roll(d, 5)));
}

static struct term random_formula(struct dice *d, uint32_t depth) {
  struct terms *tm = d->tm;
  if (depth && roll(d, 3) == 0) {
    struct term a = random_formula(d, depth - 1), b = random_formula(d, depth - 1);
    uint32_t what = roll(d, 4);
    return what == 0   ? term_and(tm, a, b)
           : what == 1 ? term_or(tm, a, b)
           : what == 2 ? term_eq(tm, a, b)
                       : term_not(tm, a);
  }
  struct term a = random_number(d, depth), b = random_number(d, depth);
  switch (roll(d, 4)) {
  case 0: return term_eq(tm, a, b);
  case 1: return term_not(tm, term_eq(tm, a, b));
  case 2: return term_ule(tm, a, b);
  default: return term_slt(tm, a, b);
  }
}

enum { VARS = 3 };

static struct term add_input(struct fixture *f, struct edge edge, struct sort sort) {
  struct term t = cfa_edge_term(f->cfa, sort, "any");
  vec_input_push(&cfa_edge(f->cfa, edge)->inputs,
                 (struct cfa_input){.term = t, .kind = INPUT_NONDET, .name = cfa_string(f->cfa, "f"), .ctype = ""});
  return t;
}

static void update(struct fixture *f, struct edge edge, uint32_t var, struct term value) {
  vec_update_push(&cfa_edge(f->cfa, edge)->updates, (struct cfa_update){var, value});
}

static uint32_t global(struct fixture *f, const char *name, struct sort sort) {
  return cfa_add_var(f->cfa, CFA_NONE, sort_kind(f->tm, sort) == SORT_ARRAY ? VAR_REGION : VAR_PROGRAM, name, "", sort);
}

// A first edge that makes a state, partly concrete, and a step. False: the state cannot be made.
static bool random_start(struct fixture *f, struct dice *d, bool arrays) {
  f->tm = d->tm = terms_new();
  f->cfa = cfa_new(f->tm);
  f->cfa->pointer_bits = 32;
  struct sort bv = sort_bv(f->tm, WIDTH), cells = sort_array(f->tm, bv, bv);
  uint32_t main = cfa_add_function(f->cfa, "main"), vars[VARS + 1];
  struct location at[3];
  f->cfa->main = main;
  for (uint32_t i = 0; i < 3; i++) at[i] = cfa_add_location(f->cfa, main, i < 2 ? LOC_PLAIN : LOC_ERROR);
  for (uint32_t i = 0; i < VARS; i++) vars[i] = global(f, (const char *[]){"x", "y", "z"}[i], bv);
  if (arrays) vars[VARS] = global(f, "mem", cells);
  struct edge first = cfa_add_edge(f->cfa, at[0], at[1]), second_edge = cfa_add_edge(f->cfa, at[1], at[2]);
  d->n = 2;
  for (uint32_t i = 0; i < d->n; i++) d->leaves[i] = add_input(f, first, bv);
  d->array = arrays ? add_input(f, first, cells) : TERM_NONE;
  cfa_edge(f->cfa, first)->guard = random_formula(d, 1);
  for (uint32_t i = 0; i < VARS; i++)
    update(f, first, vars[i], roll(d, 2) ? term_bv(f->tm, WIDTH, roll(d, 16)) : random_number(d, 1));
  if (arrays) {
    struct term known =
        term_store(f->tm, d->array, term_bv(f->tm, WIDTH, roll(d, 16)), term_bv(f->tm, WIDTH, roll(d, 16)));
    update(f, first, vars[VARS], term_store(f->tm, known, term_bv(f->tm, WIDTH, roll(d, 16)), random_number(d, 1)));
  }
  d->n = VARS;
  for (uint32_t i = 0; i < VARS; i++) d->leaves[i] = f->cfa->vars.data[vars[i]].term;
  if (arrays) d->array = f->cfa->vars.data[vars[VARS]].term;
  for (uint32_t i = roll(d, 3); i > 0; i--) d->leaves[d->n++] = add_input(f, second_edge, bv);
  struct term guard = random_formula(d, 2);
  if (roll(d, 2)) guard = term_and(f->tm, guard, random_formula(d, 2));
  cfa_edge(f->cfa, second_edge)->guard = guard;
  for (uint32_t i = 0; i < VARS; i++)
    if (roll(d, 2)) update(f, second_edge, vars[i], random_number(d, 2));
  if (arrays && roll(d, 2)) update(f, second_edge, vars[VARS], random_array(d, 2));
  d->n = VARS;
  return fixture_start(f);
}

// Does the formula hold after the step from the state, with Z3's word for it?
static bool holds_after(struct fixture *f, const struct unfold_step *st, bool ignore_guard, struct term after) {
  struct term guard = ignore_guard ? term_true(f->tm) : st->step.guard;
  struct term wrong = term_and(f->tm, guard, term_not(f->tm, substitution_apply(st->back, after)));
  struct vec_term query = {0};
  path_conjuncts(state_path(f->s), &query);
  vec_term_push(&query, state_formula(f->s, wrong));
  enum answer answer = solver_check(f->z3, query.size, query.data);
  vec_term_release(&query);
  return answer == ANSWER_UNSAT;
}

static void random_steps(bool arrays, uint32_t seeds) {
  uint32_t asked = 0, found = 0, empty = 0;
  for (uint32_t seed = 1; seed <= seeds; seed++) {
    struct fixture *f = mem_zalloc(1, sizeof *f);
    struct dice d = {.state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1};
    if (random_start(f, &d, arrays)) {
      for (uint32_t k = 0; k < 8; k++) {
        bool ignore_guard = roll(&d, 3) == 0;
        struct term after[2] = {k ? random_formula(&d, 2) : term_false(f->tm), random_formula(&d, 1)};
        uint32_t n = 1 + roll(&d, 2);
        bool holds = true;
        for (uint32_t i = 0; i < n; i++) holds = holds && holds_after(f, step(f, 1), ignore_guard, after[i]);
        bool fine = run(f, 1, ignore_guard, n, after);
        assert_true(holds || !fine);
        asked += holds;
        found += fine;
        empty += fine && !f->out.size;
      }
    }
    fixture_free(f);
  }
  if (getenv("VERBOSE")) fprintf(stderr, "%u asked, %u found, %u of them true\n", asked, found, empty);
  assert_true(asked > seeds && found * 10 > asked * 9 && empty * 2 < found);
}

#ifdef CLEW_SANITIZED
enum { SEEDS = 40 };
#else
enum { SEEDS = 250 };
#endif

// --- comparisons and conjunctions --------------------------------------------------------------------------------

static struct term at_hand(void *context, struct term x) {
  (void)x;
  return *(struct term *)context;
}

// All comparisons of x + c with constants, at all values: bounds imply the comparison, hold where it was looked at, and
// are about x alone.
static void unwrap(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct term x = term_var(tm, sort_bv(tm, 3), "x"), n[8];
  struct term (*const compare[])(struct terms *, struct term, struct term) = {term_ult, term_ule, term_slt, term_sle};
  uint32_t seen = 0;
  for (uint32_t i = 0; i < 8; i++) n[i] = term_bv(tm, 3, i);
  for (uint32_t what = 0; what < 8 * 64; what++) {
    struct term sum = term_add(tm, n[what % 8], x), k = n[what / 8 % 8];
    struct term t = what & 64 ? compare[what / 128](tm, sum, k) : compare[what / 128](tm, k, sum);
    for (uint32_t v = 0; v < 8; v++) {
      struct term bounds = wp_unwrap(tm, t, at_hand, &n[v]);
      if (term_none(bounds)) continue;
      seen++;
      assert_true(!term_is_true(tm, term_substitute(tm, t, 1, &x, &n[v])) ||
                  term_is_true(tm, term_substitute(tm, bounds, 1, &x, &n[v])));
      for (uint32_t other = 0; other < 8; other++)
        if (term_is_true(tm, term_substitute(tm, bounds, 1, &x, &n[other])))
          assert_true(term_is_true(tm, term_substitute(tm, t, 1, &x, &n[other])));
    }
  }
  assert_true(seen > 500);
  terms_free(tm);
}

// Extensions of x + c, at all values: the same wherever the bounds hold, and they hold at the value.
static void spread(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct term x = term_var(tm, sort_bv(tm, 3), "x"), n[8];
  uint32_t seen = 0;
  for (uint32_t i = 0; i < 8; i++) n[i] = term_bv(tm, 3, i);
  for (uint32_t what = 0; what < 16; what++) {
    struct term sum = term_add(tm, n[what % 8], x), t = what < 8 ? term_sext(tm, sum, 6) : term_zext(tm, sum, 6),
                bounds;
    for (uint32_t v = 0; v < 8; v++) {
      struct term same = wp_spread(tm, t, at_hand, &n[v], &bounds);
      if (term_none(same)) continue;
      seen++;
      assert_true(term_is_true(tm, term_substitute(tm, bounds, 1, &x, &n[v])));
      for (uint32_t other = 0; other < 8; other++)
        if (term_is_true(tm, term_substitute(tm, bounds, 1, &x, &n[other])))
          assert_true(term_same(term_substitute(tm, t, 1, &x, &n[other]), term_substitute(tm, same, 1, &x, &n[other])));
    }
  }
  assert_true(seen > 80);
  terms_free(tm);
}

static void merge(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new("global x Int\n"
                                  "global y Int\n"
                                  "function main\n"
                                  "  edge start -> a  x := 2  y := 4\n"
                                  "  edge a -> b [(> x 1)]\n"
                                  "  location b error\n");
  const char *given[] = {"(<= x 98)", "(< x 97)",        "(<= 3 y)",  "(not (= y 7))",
                         "(= y 4)",   "(<= (+ x y) 50)", "(<= x 96)", "(< 2 x)"};
  for (uint32_t i = 0; i < sizeof given / sizeof *given; i++) vec_term_push(&f->out, parse(f, given[i]));
  wp_merge(f->tm, &f->out);
  assert_int_equal(f->out.size, 4);
  expect_equivalent(f, "(and (<= x 96) (< 2 x) (= y 4) (<= (+ x y) 50))");
  struct dice d = {.tm = f->tm, .state = 1, .n = 2};
  struct vec_term before = {0};
  for (uint32_t i = 0; i < d.n; i++) d.leaves[i] = term_var(f->tm, sort_bv(f->tm, WIDTH), i ? "v" : "u");
  for (uint32_t round = 0; round < 200; round++) {
    vec_term_clear(&f->out);
    vec_term_clear(&before);
    for (uint32_t i = 0; i < 6; i++) vec_term_push(&before, random_formula(&d, roll(&d, 2)));
    for (uint32_t i = 0; i < 6; i++) vec_term_push(&f->out, before.data[i]);
    wp_merge(f->tm, &f->out);
    struct term all = term_and_n(f->tm, before.size, before.data), merged = conjunction(f);
    struct term query[2] = {merged, term_not(f->tm, all)}, other[2] = {all, term_not(f->tm, merged)};
    assert_unsat(f, 2, query, "merged is weaker");
    assert_unsat(f, 2, other, "merged is stronger");
  }
  vec_term_release(&before);
  fixture_free(f);
}

// In a loop the bounds of all iterations are one bound.
static void loop(void **unused) {
  (void)unused;
  struct fixture *f =
      fixture_new("global n (_ BitVec 32)\n"
                  "function main\n"
                  "  edge start -> a  n := #x00000007\n"
                  "  edge a -> a [(bvslt n #x00000100)]  n := (bvadd n #x00000001)\n"
                  "  edge a -> b [(bvsle #x00000100 n)]\n"
                  "  edge a -> b [(bvult (bvadd ((_ zero_extend 32) (bvadd n #x00000003)) ((_ zero_extend 32) n)) "
                  "#x0000000000000008)]\n"
                  "  location b error\n");
  struct term after =
      parse(f, "(and (bvslt n #x00000100) (bvslt n #x00000080) (bvult (bvadd n #xfffffffe) #x00000090))");
  assert_true(run(f, 1, false, 1, &after));
  assert_int_equal(f->out.size, 3);
  expect_equivalent(f, "(and (bvslt n #x0000007f) (bvule #x00000001 n) (bvult n #x00000091))");
  // A sum that wraps around nowhere: that is part of it.
  expect(f, 3, "false", "(and (bvult #x00000002 n) (bvult n #xfffffffd))");
  // None of many constants: between two of them.
  after = parse(f, "(and (not (= n #x00000001)) (not (= n #x00000005)) (not (= n #x00000010)) (not (= n #x00000020)) "
                   "(not (= n #x00000000)))");
  assert_true(run(f, 1, false, 1, &after));
  expect_equivalent(f, "(and (bvult #x00000004 n) (bvult n #x0000000f))");
  fixture_free(f);
}

static void random_scalars(void **unused) {
  (void)unused;
  random_steps(false, SEEDS);
}

static void random_arrays(void **unused) {
  (void)unused;
  random_steps(true, SEEDS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figure_2),       cmocka_unit_test(symbolic_state), cmocka_unit_test(case_splits),
      cmocka_unit_test(inputs),         cmocka_unit_test(memory),         cmocka_unit_test(heap),
      cmocka_unit_test(never),          cmocka_unit_test(calls),          cmocka_unit_test(relations),
      cmocka_unit_test(copies),         cmocka_unit_test(monotonic),      cmocka_unit_test(unwrap),
      cmocka_unit_test(spread),         cmocka_unit_test(merge),          cmocka_unit_test(loop),
      cmocka_unit_test(random_scalars), cmocka_unit_test(random_arrays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
