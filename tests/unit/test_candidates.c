// Conditions and relations for loop heads: what must be among them, that they hold in other runs, that they are the
// same each time.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "facts/candidates.h"
#include "facts/affine_hull.h"
#include "facts/samples.h"
#include "facts/table.h"
#include "term/quantified.h"
#include "unfold_world.h"

#define MOST 20

struct found {
  struct vec_term guards, runs;
};

static struct found find(struct world *w, const char *head, uint32_t most, uint64_t seed) {
  struct facts *f = facts_new(w->cfa, w->program, &w->limits, seed);
  struct found found = {0};
  source_guards(f, location_named(w, head), SOURCE_GUARDS | SOURCE_PHASES, most, &found.guards);
  source_runs(f, location_named(w, head), SOURCE_RUNS, most, &found.runs);
  assert_true(found.guards.size <= most && found.runs.size <= most);
  facts_free(f);
  return found;
}

static void found_release(struct found *f) {
  vec_term_release(&f->guards);
  vec_term_release(&f->runs);
}

static bool has(struct world *w, const struct vec_term *list, struct term t) {
  for (uint32_t i = 0; i < list->size; i++)
    if (term_same(list->data[i], t) || term_same(list->data[i], term_not(w->tm, t))) return true;
  return false;
}

static void assert_implied(struct world *w, const struct vec_term *list, struct term fact) {
  struct vec_term all = {0};
  for (uint32_t i = 0; i < list->size; i++) vec_term_push(&all, list->data[i]);
  vec_term_push(&all, term_not(w->tm, fact));
  assert_int_equal(solver_check(w->solver, all.size, all.data), ANSWER_UNSAT);
  vec_term_release(&all);
}

// No constants, nothing twice, no negations of each other, only variables of the program.
static void assert_tidy(struct world *w, const struct vec_term *list) {
  for (uint32_t i = 0; i < list->size; i++) {
    assert_false(term_is_const(w->tm, list->data[i]));
    assert_int_equal(sort_kind(w->tm, term_sort(w->tm, list->data[i])), SORT_BOOL);
    uint32_t n;
    const uint32_t *ids = term_free_vars(w->tm, list->data[i], &n);
    for (uint32_t k = 0; k < n; k++) assert_int_not_equal(cfa_var_of(w->cfa, (struct term){ids[k]}), CFA_NONE);
    for (uint32_t k = 0; k < i; k++)
      assert_false(term_same(list->data[i], list->data[k]) || term_same(list->data[i], term_not(w->tm, list->data[k])));
  }
}

// --- runs of our own ----------------------------------------------------------------------------------

struct fresh_run {
  struct world *w;
  struct location head;
  uint32_t visits;
  const struct vec_term *predicates;
};

static void check_visit(struct fresh_run *r, struct state *s) {
  struct model *m = model_new(r->w->tm);
  for (uint32_t v = 0; v < r->w->cfa->vars.size; v++) {
    const struct cfa_var *x = &r->w->cfa->vars.data[v];
    if (x->function != CFA_NONE && x->function != cfa_location(r->w->cfa, r->head)->function) continue;
    if (sort_kind(r->w->tm, x->sort) != SORT_ARRAY) model_set(m, x->term, state_value(s, v));
  }
  for (uint32_t i = 0; i < r->predicates->size; i++) {
    if (model_holds(m, r->predicates->data[i])) continue;
    struct text t = {0};
    term_print_c(r->w->tm, r->predicates->data[i], &t);
    fail_msg("does not hold: %s", text_cstr(&t));
  }
  model_unref(m);
  r->visits++;
}

static bool on_step(void *context, const struct run_step *step) {
  struct fresh_run *r = context;
  if (location_same(cfa_edge(r->w->cfa, step->edge)->from, r->head)) check_visit(r, step->state);
  return true;
}

// All inputs of the program are of 32 bits.
static void assert_hold_in_runs(struct world *w, const char *head, const struct vec_term *predicates) {
  struct fresh_run r = {.w = w, .head = location_named(w, head), .predicates = predicates};
  for (uint32_t run = 0; run < 60; run++) {
    struct input_value values[40] = {0};
    for (uint32_t i = 0; i < 40; i++)
      values[i].value = num(w, run % 3 == 0 ? below(w, 5) : run % 3 == 1 ? below(w, 60) : next_random(w));
    struct state *last;
    state_replay(w->program, 40, values, 700, on_step, &r, &last);
    if (location_same(state_location(last), r.head)) check_visit(&r, last);
    state_free(last);
  }
  assert_true(r.visits > 100);
}

// --- programs ---------------------------------------------------------------------------------------------

// j = i + 5, k = n - i, t = 3·i; d stays 7.
static const char *const counting =
    "cfa \"counting\"\n"
    "function main\n  local n (_ BitVec 32)\n  local i (_ BitVec 32)\n  local j (_ BitVec 32)\n"
    "  local k (_ BitVec 32)\n  local t (_ BitVec 32)\n"
    "  local d (_ BitVec 32)\n  local unused (_ BitVec 32)\n"
    "  edge start -> ready [(and (bvsge n0 #x00000000) (bvslt n0 #x10000000))]\n"
    "    input n0 (_ BitVec 32) nondet \"n\"\n    n := n0\n"
    "    i := #x00000000\n    j := #x00000005\n    k := n0\n    t := #x00000000\n    d := #x00000007\n"
    "  edge ready -> head\n"
    "  location head complete\n"
    "  edge head -> head [(bvslt i n)]  i := (bvadd i #x00000001)  j := (bvadd j #x00000001)  k := "
    "(bvsub k #x00000001)  t := (bvadd t #x00000003)\n"
    "    unused := i\n"
    "  edge head -> check [(bvsge i n)]  j := (bvsub j #x00000002)\n"
    "  location check complete\n"
    "  edge check -> bad [(not (= (bvadd j k t d) (bvmul n #x00000004)))]\n"
    "  edge check -> end [(= (bvadd j k t d) (bvmul n #x00000004))]\n"
    "  location bad error\n  location end exit\n";

static void linear_relations(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  struct found f = find(w, "head", MOST, 1);
  struct term n = var(w, "main::n"), i = var(w, "main::i"), j = var(w, "main::j"), k = var(w, "main::k"),
              t = var(w, "main::t");
  assert_tidy(w, &f.runs);
  // Each of these follows from the equations at the front of the list.
  struct vec_term front = {.data = f.runs.data, .size = 6};
  assert_true(f.runs.size >= 6);
  assert_implied(w, &front, term_eq(w->tm, j, term_add(w->tm, i, num(w, 5))));
  assert_implied(w, &front, term_eq(w->tm, term_add(w->tm, k, i), n));
  assert_implied(w, &front, term_eq(w->tm, t, term_mul(w->tm, i, num(w, 3))));
  assert_implied(w, &front, term_eq(w->tm, var(w, "main::d"), num(w, 7)));
  // Orders and bounds.
  assert_true(has(w, &f.runs, term_sle(w->tm, i, n)));
  assert_true(has(w, &f.runs, term_sle(w->tm, num(w, 0), i)));
  assert_true(has(w, &f.runs, term_sle(w->tm, num(w, 5), j)));
  // What is never read after the head is not spoken of.
  for (uint32_t p = 0; p < f.runs.size; p++) {
    uint32_t count;
    const uint32_t *ids = term_free_vars(w->tm, f.runs.data[p], &count);
    for (uint32_t q = 0; q < count; q++) assert_int_not_equal(ids[q], var(w, "main::unused").id);
  }
  assert_hold_in_runs(w, "head", &f.runs);
  found_release(&f);
  world_free(w);
}

// s is the sum of 1 … i, q the square of i, in 32 bits; u runs over the odd numbers, m over the multiples of 3 above 1.
static const char *const squares =
    "cfa \"squares\"\n"
    "function main\n  local n (_ BitVec 32)\n  local i (_ BitVec 32)\n  local s (_ BitVec 32)\n"
    "  local q (_ BitVec 32)\n  local u (_ BitVec 32)\n"
    "  local c (_ BitVec 32)\n"
    "  edge start -> ready\n    input n0 (_ BitVec 32) nondet \"n\"\n    input c0 (_ BitVec 32) nondet \"c\"\n"
    "    n := n0\n    c := c0\n"
    "    i := #x00000000\n    s := #x00000000\n    q := #x00000000\n    u := #x00000001\n"
    "  edge ready -> head\n"
    "  edge head -> body [(bvult i n)]  i := (bvadd i #x00000001)\n"
    "  location body complete\n"
    "  edge body -> head [(bvult s #xffffffff)]  s := (bvadd s i)  q := (bvadd q u)  u := (bvadd u #x00000002)\n"
    "  edge body -> bad [(= s #xffffffff)]\n"
    "  edge head -> last [(and (bvuge i n) (= c #x00000000))]\n"
    "  location last complete\n"
    "  edge last -> bad [(not (= q (bvmul n n)))]\n  edge last -> end [(= q (bvmul n n))]\n"
    "  location bad error\n  location end exit\n";

static void quadratic_relations(void **unused) {
  (void)unused;
  struct world *w = world_new(squares);
  struct found f = find(w, "head", MOST, 3);
  struct term i = var(w, "main::i"), s = var(w, "main::s"), q = var(w, "main::q"), u = var(w, "main::u"),
              two = num(w, 2);
  assert_tidy(w, &f.runs);
  assert_true(has(w, &f.runs, term_eq(w->tm, u, term_add(w->tm, term_mul(w->tm, two, i), num(w, 1)))));
  // q + i = 2·s is linear, and one of the two is quadratic in i.
  assert_implied(w, &f.runs, term_eq(w->tm, term_add(w->tm, q, i), term_mul(w->tm, two, s)));
  struct term square = term_mul(w->tm, i, i);
  bool by_square = has(w, &f.runs, term_eq(w->tm, square, q));
  bool by_sum = has(w, &f.runs, term_eq(w->tm, square, term_sub(w->tm, term_mul(w->tm, two, s), i))) ||
                has(w, &f.runs, term_eq(w->tm, term_add(w->tm, i, square), term_mul(w->tm, two, s)));
  assert_true(by_square || by_sum);
  assert_hold_in_runs(w, "head", &f.runs);
  found_release(&f);
  world_free(w);
}

// x goes by sixes from 1; the number of iterations is even where the loop is left for the error.
static const char *const steps =
    "cfa \"steps\"\n"
    "function main\n  local n (_ BitVec 32)\n  local x (_ BitVec 32)\n"
    "  edge start -> ready [(bvslt n0 #x00100000)]\n    input n0 (_ BitVec 32) nondet \"n\"\n    n := n0\n"
    "    x := #x00000001\n"
    "  edge ready -> head\n"
    "  edge head -> head [(bvslt x n)]  x := (bvadd x #x00000006)\n"
    "  edge head -> bad [(= ((_ extract 0 0) x) #b0)]\n"
    "  location bad error\n";

static void congruences(void **unused) {
  (void)unused;
  struct world *w = world_new(steps);
  struct found f = find(w, "head", MOST, 1);
  struct term x = var(w, "main::x");
  assert_true(has(w, &f.runs, term_eq(w->tm, term_extract(w->tm, 0, 0, x), term_bv(w->tm, 1, 1))));
  assert_true(has(w, &f.runs, term_eq(w->tm, term_srem(w->tm, x, num(w, 6)), num(w, 1))));
  assert_true(has(w, &f.runs, term_sle(w->tm, num(w, 1), x)));
  assert_hold_in_runs(w, "head", &f.runs);
  found_release(&f);
  world_free(w);
}

// Where the loop is not entered n + k says nothing; in the loop it is constant.
static const char *const staying =
    "cfa \"staying\"\n"
    "function main\n  local n (_ BitVec 32)\n  local i (_ BitVec 32)\n  local k (_ BitVec 32)\n"
    "  edge start -> ready\n    input n0 (_ BitVec 32) nondet \"n\"\n    n := n0\n    i := #x00000000\n"
    "    k := (ite (bvslt #x00000000 n0) n0 #x00000000)\n"
    "  edge ready -> head\n"
    "  edge head -> head [(bvslt i n)]  i := (bvadd i #x00000001)  k := (bvsub k #x00000001)\n"
    "  edge head -> bad [(and (bvslt i n) (bvsle k #x00000000))]\n"
    "  location bad error\n";

static void relations_of_rounds(void **unused) {
  (void)unused;
  struct world *w = world_new(staying);
  struct found f = find(w, "head", MOST, 1);
  struct term kept = term_eq(w->tm, term_add(w->tm, var(w, "main::i"), var(w, "main::k")), var(w, "main::n"));
  assert_true(has(w, &f.runs, kept));
  // Of all iterations: k·(i + k - n) = 0, said without a product.
  assert_true(has(w, &f.runs, term_or(w->tm, term_eq(w->tm, var(w, "main::k"), num(w, 0)), kept)));
  assert_false(
      has(w, &f.runs,
          term_eq(w->tm,
                  term_mul(w->tm, var(w, "main::k"),
                           term_sub(w->tm, term_add(w->tm, var(w, "main::i"), var(w, "main::k")), var(w, "main::n"))),
                  num(w, 0))));
  found_release(&f);
  world_free(w);
}

// q is the third part of i, as long as i is small; z counts the odd numbers.
static const char *const thirds =
    "cfa \"thirds\"\n"
    "function main\n  local n (_ BitVec 32)\n  local i (_ BitVec 32)\n  local q (_ BitVec 32)\n"
    "  local z (_ BitVec 32)\n"
    "  edge start -> ready [(bvult n0 #x00010000)]\n    input n0 (_ BitVec 32) nondet \"n\"\n    n := n0\n"
    "    i := #x00000000\n"
    "    q := #x00000000\n    z := #x00000000\n"
    "  edge ready -> head\n"
    "  edge head -> head [(bvslt i n)]  i := (bvadd i #x00000001)\n"
    "    q := (ite (= (bvsrem i #x00000003) #x00000002) (bvadd q #x00000001) q)\n"
    "    z := (ite (= ((_ extract 0 0) i) #b1) (bvadd z #x00000001) z)\n"
    "  edge head -> bad [(and (bvsle n i) (bvslt n (bvadd q z)))]\n"
    "  location bad error\n";

static void terms_of_the_program(void **unused) {
  (void)unused;
  struct world *w = world_new(thirds);
  struct found f = find(w, "head", MOST, 1);
  struct term i = var(w, "main::i"), q = var(w, "main::q"), z = var(w, "main::z");
  assert_tidy(w, &f.runs);
  assert_implied(w, &f.runs,
                 term_eq(w->tm, i, term_add(w->tm, term_mul(w->tm, num(w, 3), q), term_srem(w->tm, i, num(w, 3)))));
  assert_implied(
      w, &f.runs,
      term_eq(w->tm, i,
              term_add(w->tm, term_mul(w->tm, num(w, 2), z), term_zext(w->tm, term_extract(w->tm, 0, 0, i), 32))));
  assert_hold_in_runs(w, "head", &f.runs);
  found_release(&f);
  world_free(w);
}

// Once seen, the mark lies behind. Before that it may be anywhere.
static const char *const marked =
    "cfa \"marked\"\n"
    "function main\n  local n (_ BitVec 32)\n  local m (_ BitVec 32)\n  local i (_ BitVec 32)\n"
    "  local seen (_ BitVec 32)\n"
    "  edge start -> ready [(bvult n0 #x00010000)]\n    input n0 (_ BitVec 32) nondet \"n\"\n"
    "    input m0 (_ BitVec 32) nondet \"m\"\n    n := n0\n"
    "    m := m0\n    i := #x00000000\n    seen := #x00000000\n"
    "  edge ready -> head\n"
    "  edge head -> head [(bvslt i n)]  i := (bvadd i #x00000001)  seen := (ite (= i m) #x00000001 seen)\n"
    "  edge head -> bad [(and (bvsle n i) (= seen #x00000001) (= m n))]\n"
    "  location bad error\n";

static void relations_under_conditions(void **unused) {
  (void)unused;
  struct world *w = world_new(marked);
  struct vec_term all = {0};
  struct facts *f = facts_new(w->cfa, w->program, &w->limits, 1);
  source_guards(f, location_named(w, "head"), SOURCE_GUARDS, MOST, &all);
  uint32_t n = all.size;
  source_runs(f, location_named(w, "head"), SOURCE_RUNS, MOST, &all);
  struct vec_term runs = {.data = all.data + n, .size = all.size - n};
  struct term i = var(w, "main::i"), m = var(w, "main::m"), seen = term_eq(w->tm, var(w, "main::seen"), num(w, 1));
  assert_true(has(w, &runs, term_or(w->tm, term_not(w->tm, seen), term_slt(w->tm, m, i))));
  assert_false(has(w, &runs, term_slt(w->tm, m, i)));
  assert_tidy(w, &all);
  assert_hold_in_runs(w, "head", &runs);
  vec_term_release(&all);
  facts_free(f);
  world_free(w);
}

// By sevens downwards below 100, by fours upwards above 2000: as conditions of an edge, and of a number. What y does is
// no phase.
static const char *const in_phases =
    "cfa \"phases\"\n"
    "function main\n  local x (_ BitVec 32)\n  local y (_ BitVec 32)\n  local z (_ BitVec 32)\n"
    "  edge start -> ready [(bvult x0 #x00010000)]\n    input x0 (_ BitVec 32) nondet \"x\"\n    x := x0\n    y := x0\n"
    "    z := #x00000000\n"
    "  edge ready -> head\n"
    "  location head complete\n"
    "  edge head -> head [(and (bvslt x #x00000064) (bvslt #x00000000 x))]  x := (bvadd x #xfffffff9)  y := "
    "(bvadd y #x00000003)\n"
    "    z := (bvadd z (ite (bvsle #x000007d0 z) #x00000004 #x00000001))\n"
    "  edge head -> head [(not (bvslt x #x00000064))]  x := (bvadd x #xffffffff)\n"
    "  edge head -> bad [(and (= x #x00000000) (= z x) (= y z))]\n"
    "  location bad error\n";

static void phases(void **unused) {
  (void)unused;
  struct world *w = world_new(in_phases);
  struct found f = find(w, "head", MOST, 1);
  struct term x = var(w, "main::x"), z = var(w, "main::z");
  struct term down = term_eq(w->tm, term_srem(w->tm, x, num(w, 7)), num(w, 99 % 7));
  struct term up = term_eq(w->tm, term_extract(w->tm, 1, 0, z), term_bv(w->tm, 2, 2000 % 4));
  assert_true(has(w, &f.guards, term_or(w->tm, term_sle(w->tm, num(w, 100), x), down)));
  assert_true(has(w, &f.guards, term_or(w->tm, term_slt(w->tm, z, num(w, 2000)), up)));
  uint32_t choices = 0;
  for (uint32_t i = 0; i < f.guards.size; i++) choices += !facts_is_atom(w->tm, f.guards.data[i]);
  assert_int_equal(choices, 2);
  found_release(&f);
  world_free(w);
}

// x and y move together, in each branch, z the other way; w moves by itself.
static const char *const moved =
    "cfa \"moved\"\n"
    "function main\n  local x (_ BitVec 32)\n  local y (_ BitVec 32)\n  local z (_ BitVec 32)\n"
    "  local w (_ BitVec 32)\n"
    "  edge start -> more [(and (not (bvslt x0 #x00000000)) (bvsle x0 #x00000002))]\n"
    "    input x0 (_ BitVec 32) nondet \"x\"\n    input y0 (_ BitVec 32) nondet \"y\"\n    x := x0\n    y := y0\n"
    "    w := #x00000000\n"
    "  edge start -> end [(bvslt x0 #x00000000)]\n    input x0 (_ BitVec 32) nondet \"x\"\n"
    "  edge more -> head [(and (bvult y #x00000005) (bvslt #x00000003 y))]  z := #x00000007\n"
    "  edge more -> head [(and (bvult y #x00000005) (not (bvslt #x00000003 y)))]  z := #x00000008\n"
    "  location head complete\n"
    "  edge head -> head [(bvslt x #x00000064)]  x := (bvadd x #x00000002)  y := (bvadd y #x00000002)\n"
    "    z := (bvsub z #x00000002)  w := (bvadd w x)\n"
    "  edge head -> head [(not (bvslt x #x00000064))]\n"
    "    x := (ite (= y z) (bvadd x #x00000001) x)  y := (ite (= y z) (bvadd y #x00000001) y)\n"
    "    z := (ite (= y z) (bvsub z #x00000001) z)\n"
    "  edge head -> bad [(and (= y #x00000000) (bvslt z x) (= w z))]\n"
    "  location bad error\n  location end exit\n";

static void distances(void **unused) {
  (void)unused;
  struct world *w = world_new(moved);
  struct facts *f = facts_new(w->cfa, w->program, &w->limits, 1);
  struct vec_term found = {0};
  source_phases(f, location_named(w, "head"), SOURCE_PHASES, MOST, &found);
  struct term x = var(w, "main::x"), y = var(w, "main::y"), z = var(w, "main::z");
  // By hand: 0 <= x <= 2, 0 <= y <= 4, of the guard that is found first, z is 7 or 8.
  struct term difference = term_sub(w->tm, y, x), sum = term_add(w->tm, z, x);
  assert_true(has(w, &found, term_sle(w->tm, difference, num(w, 4))));
  assert_true(has(w, &found, term_sle(w->tm, num(w, 7), sum)));
  assert_true(has(w, &found, term_sle(w->tm, sum, num(w, 10))));
  for (uint32_t i = 0; i < found.size; i++) assert_false(term_mentions(w->tm, found.data[i], var(w, "main::w")));
  assert_tidy(w, &found);
  assert_hold_in_runs(w, "head", &found);
  vec_term_release(&found);
  facts_free(f);
  world_free(w);
}

// m gets what n loses, by way of a temporary, until n is zero. Offered only where something is compared with the end of
// a range.
static const char *const with_totals =
    "cfa \"totals\"\n"
    "function main\n  local m (_ BitVec 32)\n  local n (_ BitVec 32)\n  local t (_ BitVec 32) temp\n"
    "  edge start -> head\n    input m0 (_ BitVec 32) nondet \"m\"\n    input n0 (_ BitVec 32) nondet \"n\"\n"
    "    m := m0\n    n := n0\n"
    "  location head complete\n"
    "  edge head -> more [(and (bvslt #x00000000 n) %s)]  t := (bvadd m #x00000001)\n"
    "  edge more -> head  m := t  n := (bvsub n #x00000001)\n"
    "  edge head -> bad [(= m n)]\n"
    "  location bad error\n";

static void totals_with(const char *guard, bool expected) {
  char text[1024];
  snprintf(text, sizeof text, with_totals, guard);
  struct world *w = world_new(text);
  struct facts *f = facts_new(w->cfa, w->program, &w->limits, 1);
  struct vec_term found = {0};
  facts_candidates(f, location_named(w, "head"), SOURCE_TOTALS, &found);
  struct term m = term_sext(w->tm, var(w, "main::m"), 64), n = term_sext(w->tm, var(w, "main::n"), 64);
  struct term most = term_bv(w->tm, 64, INT32_MAX);
  assert_int_equal(has(w, &found, term_sle(w->tm, term_add(w->tm, m, n), most)), expected);
  assert_int_equal(found.size > 0, expected);
  assert_tidy(w, &found);
  vec_term_release(&found);
  facts_free(f);
  world_free(w);
}

static void totals(void **unused) {
  (void)unused;
  totals_with("(not (= m #x7fffffff))", true);
  totals_with("(not (= m #x00ffffff))", false);
}

// A pointer d goes through the object at b as the counter n goes down, and an index is the middle of two variables. The
// table of sizes is known by the shape of the comparisons.
static const char *const with_objects =
    "cfa \"objects\"\npointer-bits 32\n"
    "global sizes (Array (_ BitVec 32) (_ BitVec 32)) region\n"
    "global memory (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "function main\n  local b (_ BitVec 32) \"char *\" unsigned\n  local d (_ BitVec 32) \"char *\" unsigned\n"
    "  local n (_ BitVec 32) \"unsigned\" unsigned\n  local high (_ BitVec 32)\n"
    "  edge start -> sized [(and (bvult #x00000000 n0) (bvult n0 #x00000100))]\n"
    "    input s0 (Array (_ BitVec 32) (_ BitVec 32)) uninit \"sizes\"\n"
    "    input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"memory\"\n"
    "    input n0 (_ BitVec 32) nondet \"n\"\n    n := n0\n    memory := m0\n"
    "    sizes := (store ((as const (Array (_ BitVec 32) (_ BitVec 32))) #x00000000) #x00001000 n0)\n"
    "    b := #x00001000\n    d := #x00001000\n    high := (bvlshr n0 #x00000001)\n"
    "  edge sized -> head\n"
    "  location head complete\n"
    "  edge head -> bad [(bvult (bvsub (select sizes b) #x00000001) (bvsub d b))]\n"
    "  edge head -> more [(and (bvule (bvsub d b) (bvsub (select sizes b) #x00000001)) (not (= n #x00000001)) "
    "(not (= (select memory d) #xff)))]\n"
    "  edge more -> bad [(bvult (bvsub (select sizes b) #x00000001) (bvsdiv high #x00000002))]\n"
    "  edge more -> head [(bvule (bvsdiv high #x00000002) (bvsub (select sizes b) #x00000001))]\n"
    "    d := (bvadd d #x00000001)  n := (bvsub n #x00000001)\n"
    "  location bad error\n";

static void within_objects(void **unused) {
  (void)unused;
  struct world *w = world_new(with_objects);
  struct facts *f = facts_new(w->cfa, w->program, &w->limits, 1);
  struct vec_term found = {0}, others = {0};
  facts_candidates(f, location_named(w, "head"), SOURCE_WITHIN, &found);
  struct term b = var(w, "main::b"), d = var(w, "main::d"), n = var(w, "main::n"), one = num(w, 1);
  struct term size = term_select(w->tm, var(w, "sizes"), b), distance = term_sub(w->tm, d, b);
  // What is left and what was gone through make the whole; the pointer is inside; a text may end at the object's end.
  assert_true(has(w, &found, term_eq(w->tm, term_add(w->tm, size, b), term_add(w->tm, d, n))) ||
              has(w, &found, term_eq(w->tm, size, term_add(w->tm, distance, n))));
  assert_true(has(w, &found, term_ult(w->tm, distance, size)));
  assert_true(has(w, &found, term_ule(w->tm, n, size)));
  struct term last = term_sub(w->tm, term_add(w->tm, b, size), one);
  assert_true(has(w, &found, term_eq(w->tm, term_select(w->tm, var(w, "memory"), last), term_bv(w->tm, 8, 0))));
  // The index is computed from `high`: it is measured, too.
  assert_true(has(w, &found, term_sle(w->tm, term_add(w->tm, var(w, "main::high"), one), size)));
  // All speak of an object, and the source of runs does not.
  for (uint32_t i = 0; i < found.size; i++) assert_true(term_mentions(w->tm, found.data[i], var(w, "sizes")));
  facts_candidates(f, location_named(w, "head"), SOURCE_RUNS, &others);
  for (uint32_t i = 0; i < others.size; i++) assert_false(term_mentions(w->tm, others.data[i], var(w, "sizes")));
  assert_tidy(w, &found);
  vec_term_release(&found);
  vec_term_release(&others);
  facts_free(f);
  world_free(w);
}

// Sums: x by y from 7 on, u by -v from -5 on; y grows from -20 … 500, v falls from -30 … 40.
static const char *const sums =
    "cfa \"sums\"\n"
    "function main\n  local x (_ BitVec 32)\n  local y (_ BitVec 32)\n  local u (_ BitVec 32)\n"
    "  local v (_ BitVec 32)\n"
    "  edge start -> ready [(and (bvslt #xffffffeb y0) (bvsle y0 #x000001f4) (bvsle #xffffffe2 v0) "
    "(bvslt v0 #x00000029))]\n"
    "    input y0 (_ BitVec 32) nondet \"y\"\n    input v0 (_ BitVec 32) nondet \"v\"\n    y := y0\n    v := v0\n"
    "    x := #x00000007\n    u := #xfffffffb\n"
    "  edge ready -> head\n"
    "  location head complete\n"
    "  edge head -> head [(bvslt x #x00000064)]  x := (bvadd x y)  y := (bvadd y #x00000001)  u := (bvsub u v)  v := "
    "(bvsub v #x00000001)\n"
    "  edge head -> bad [(and (bvsle #x00000064 x) (= u v))]\n"
    "  location bad error\n";

static void bounds_of_sums(void **unused) {
  (void)unused;
  struct world *w = world_new(sums);
  struct found f = find(w, "head", MOST, 1);
  struct term x = var(w, "main::x"), y = var(w, "main::y"), u = var(w, "main::u"), v = var(w, "main::v");
  // The conditions on the inputs, said of the variables.
  assert_true(has(w, &f.guards, term_slt(w->tm, num(w, (uint32_t)-21), y)));
  assert_true(has(w, &f.guards, term_sle(w->tm, num(w, (uint32_t)-30), v)));
  // x >= 7 - 20·(y + 20) and x >= y + 7 - 500; with u and -v it is the same: u >= -5 - 40·(-v + 40), u >= -v - 5 -
  // 1601.
  assert_true(
      has(w, &f.guards,
          term_sle(w->tm, term_add(w->tm, term_mul(w->tm, num(w, (uint32_t)-20), y), num(w, (uint32_t)-393)), x)));
  assert_true(has(w, &f.guards, term_sle(w->tm, term_add(w->tm, y, num(w, (uint32_t)-493)), x)));
  assert_true(
      has(w, &f.guards, term_sle(w->tm, term_add(w->tm, term_mul(w->tm, num(w, 40), v), num(w, (uint32_t)-1605)), u)));
  assert_true(has(w, &f.guards, term_sle(w->tm, term_add(w->tm, term_neg(w->tm, v), num(w, (uint32_t)-1606)), u)));
  found_release(&f);
  world_free(w);
}

// --- conditions ---------------------------------------------------------------------------------------

// The error is two edges behind the loop, and y changes between; an assertion in a function called; a condition on an
// input.
static const char *const asserted =
    "cfa \"asserted\"\n"
    "global g (_ BitVec 32)\n"
    "function main\n  local n (_ BitVec 32)\n  local i (_ BitVec 32)\n  local y (_ BitVec 32)\n  local b Bool\n"
    "  edge start -> head [(bvsgt n0 #x00000002)]\n    input n0 (_ BitVec 32) nondet \"n\"\n"
    "    n := n0\n    i := #x00000000\n    y := #x00000000\n    b := false\n"
    "  location head complete\n"
    "  edge head -> body [(bvslt i n)]\n"
    "  edge head -> after [(bvsge i n)]  y := (bvadd y #x00000003)\n"
    "  location body\n"
    "  edge body -> head [(bvslt #x00000000 in0)]\n    input in0 (_ BitVec 32) nondet \"in\"\n"
    "    i := (bvadd i #x00000001)\n    y := (bvadd y #x00000002)\n"
    "  edge body -> head [(and b (not (bvslt #x00000000 in0)))]\n    input in0 (_ BitVec 32) nondet \"in\"\n"
    "    i := (bvadd i #x00000001)\n"
    "  location after\n"
    "  edge after -> bad [(bvslt y i)]\n"
    "  edge after -> called  call check ((ite (= (bvadd y g) #x00000011) #x00000001 #x00000000))\n"
    "  location bad error\n  location called exit\n"
    "function check\n  param c (_ BitVec 32)\n  location c0 complete\n"
    "  edge c0 -> worse [(= c #x00000000)]\n  edge c0 -> c1 [(not (= c #x00000000))]\n"
    "  location worse error\n  location c1 exit\n";

static void conditions_come_back(void **unused) {
  (void)unused;
  struct world *w = world_new(asserted);
  struct found f = find(w, "head", MOST, 1);
  struct term n = var(w, "main::n"), i = var(w, "main::i"), y = var(w, "main::y");
  assert_tidy(w, &f.guards);
  // Assertions first, as they are at the head; then as they stand.
  SAME(f.guards.data[0], term_slt(w->tm, term_add(w->tm, y, num(w, 3)), i));
  SAME(f.guards.data[1], term_slt(w->tm, y, i));
  assert_true(
      has(w, &f.guards, term_eq(w->tm, term_add(w->tm, term_add(w->tm, y, num(w, 3)), var(w, "g")), num(w, 17))));
  // The loop's guard and its neighbour.
  assert_true(has(w, &f.guards, term_slt(w->tm, i, n)));
  assert_true(has(w, &f.guards, term_sle(w->tm, i, n)));
  assert_true(has(w, &f.guards, var(w, "main::b")));
  found_release(&f);
  // The most important one is the one that is left.
  f = find(w, "head", 1, 1);
  assert_int_equal(f.guards.size, 1);
  SAME(f.guards.data[0], term_slt(w->tm, term_add(w->tm, y, num(w, 3)), i));
  found_release(&f);
  world_free(w);
}

// An assertion about numbers that a merged edge has chosen, behind an inner loop, by way of a variable that is of no
// use at the heads.
static const char *const chosen =
    "cfa \"chosen\"\n"
    "function main\n  local a (_ BitVec 32)\n  local b (_ BitVec 32)\n  local c (_ BitVec 32)\n"
    "  local st (_ BitVec 32)\n  local ok Bool\n"
    "  edge start -> outer  a := #x00000000\n    b := #x00000000\n"
    "  edge outer -> inner  c := #x00000000  st := #x00000001\n"
    "  location inner complete\n"
    "  edge inner -> inner [(bvslt c #x00000064)]  c := (bvadd c #x00000001)\n    input s0 (_ BitVec 32) nondet \"s\"\n"
    "    st := s0\n"
    "  edge inner -> after [(bvsge c #x00000064)]  a := (bvadd a (ite (= st #x00000000) #x00000003 #x00000002))\n"
    "    b := (bvadd b (ite (= st #x00000000) #x00000004 #x00000002))\n"
    "    ok := (and (= c #x00000064) (= (bvadd a (ite (= st #x00000000) #x00000003 #x00000002)) "
    "(bvadd b (ite (= st #x00000000) #x00000004 #x00000002))))\n"
    "  edge after -> outer  call check ((ite ok #x00000001 #x00000000))\n"
    "function check\n  param p (_ BitVec 32)\n  location c0 complete\n"
    "  edge c0 -> worse [(= p #x00000000)]\n  edge c0 -> c1 [(not (= p #x00000000))]\n"
    "  location worse error\n  location c1 exit\n";

static void conditions_of_choices(void **unused) {
  (void)unused;
  struct world *w = world_new(chosen);
  struct term same = term_eq(w->tm, var(w, "main::a"), var(w, "main::b")), st = var(w, "main::st");
  struct found f = find(w, "inner", MOST, 1);
  assert_true(has(w, &f.guards, same));
  assert_true(has(w, &f.guards, term_eq(w->tm, st, num(w, 0))));
  assert_true(has(w, &f.guards, term_eq(w->tm, var(w, "main::c"), num(w, 100))));
  assert_false(has(w, &f.guards, var(w, "main::ok")));
  found_release(&f);
  // Where the outer loop begins c and st have no value that matters; without an iteration of the inner one its end
  // is not reached.
  f = find(w, "outer", MOST, 1);
  assert_true(has(w, &f.guards, same));
  for (uint32_t i = 0; i < f.guards.size; i++) {
    uint32_t n;
    const uint32_t *ids = term_free_vars(w->tm, f.guards.data[i], &n);
    for (uint32_t k = 0; k < n; k++) assert_true(ids[k] != st.id && ids[k] != var(w, "main::c").id);
  }
  found_release(&f);
  world_free(w);
}

// A loop in a function: the caller's condition on the result, nothing about the caller's own variables.
static const char *const nested_call =
    "cfa \"nested\"\n"
    "global g (_ BitVec 32)\n"
    "function main\n  local r (_ BitVec 32)\n  edge m0 -> m1  call middle () -> r\n"
    "  edge m1 -> bad [(= r #x00000009)]\n  location bad error\n"
    "function middle\n  local own (_ BitVec 32)\n  local got (_ BitVec 32)\n  result mr (_ BitVec 32)\n"
    "  edge a0 -> a1  call work (own) -> got\n"
    "  edge a1 -> a2 [(and (bvslt got #x00000040) (bvslt own #x00000005))]  mr := got\n  location a2 exit\n"
    "function work\n  param p (_ BitVec 32)\n  local x (_ BitVec 32)\n  result wr (_ BitVec 32)\n"
    "  edge w0 -> head  x := #x00000000\n"
    "  edge head -> head [(bvslt x #x00000007)]  x := (bvadd x #x00000001)\n"
    "  edge head -> w1 [(bvsge x #x00000007)]  wr := (bvadd x #x00000001)\n"
    "  location w1 exit\n";

static void callers_conditions(void **unused) {
  (void)unused;
  struct world *w = world_new(nested_call);
  struct found f = find(w, "head", MOST, 1);
  struct term x = var(w, "work::x");
  assert_true(has(w, &f.guards, term_eq(w->tm, x, num(w, 8)))); // r = x + 1
  assert_true(has(w, &f.guards, term_slt(w->tm, term_add(w->tm, x, num(w, 1)), num(w, 64))));
  for (uint32_t i = 0; i < f.guards.size; i++) {
    uint32_t n;
    const uint32_t *ids = term_free_vars(w->tm, f.guards.data[i], &n);
    for (uint32_t k = 0; k < n; k++)
      assert_true(ids[k] != var(w, "middle::own").id && ids[k] != var(w, "middle::got").id);
  }
  found_release(&f);
  world_free(w);
}

// --- runs -----------------------------------------------------------------------------------------------

static void same_seed_same_candidates(void **unused) {
  (void)unused;
  const char *const texts[] = {counting, squares, asserted};
  for (uint32_t t = 0; t < 3; t++) {
    struct world *w = world_new(texts[t]);
    struct found a = find(w, "head", MOST, 5), b = find(w, "head", MOST, 5);
    assert_int_equal(a.runs.size, b.runs.size);
    assert_int_equal(a.guards.size, b.guards.size);
    for (uint32_t i = 0; i < a.runs.size; i++) SAME(a.runs.data[i], b.runs.data[i]);
    for (uint32_t i = 0; i < a.guards.size; i++) SAME(a.guards.data[i], b.guards.data[i]);
    found_release(&a);
    found_release(&b);
    world_free(w);
  }
}

// A loop without end, with inputs of many sorts on different edges, some shared at different positions, read in
// functions and after they return. A byte above `top`, which is 255, would be a number of another sort.
static const char *const sorts =
    "cfa \"sorts\"\nglobal top (_ BitVec 8)\nglobal d (_ BitVec 8)\nglobal wrong Bool\n"
    "function main\n  local b (_ BitVec 8)\n  local c Bool\n  local h (_ BitVec 16)\n  local x (_ BitVec 32)\n"
    "  local f (_ FloatingPoint 8 24)\n"
    "  edge start -> head\n    input b0 (_ BitVec 8) nondet \"b\"\n    input f0 (_ FloatingPoint 8 24) nondet \"f\"\n"
    "    b := b0\n    f := f0\n    h := #x0001\n"
    "    top := #xff\n    wrong := false\n"
    "  edge head -> next [(= ((_ extract 0 0) h0) #b1)]\n    input h0 (_ BitVec 16) nondet \"h\"\n    h := h0\n"
    "  edge head -> next [(= ((_ extract 0 0) h0) #b0)]\n    input b1 (_ BitVec 8) nondet \"b\"\n"
    "    input h0 (_ BitVec 16) nondet \"h\"\n    b := b1\n"
    "    wrong := (or wrong (bvult top b1))\n"
    "  edge next -> back  call ask () -> x\n"
    "  edge back -> head [(or c (not (= b #x11)) (= h #x0000) (= x #x00000000) (fp.isNaN f))]\n"
    "    input c0 Bool nondet \"c\"\n"
    "    input d0 (_ BitVec 8) nondet \"d\"\n    c := c0\n    d := d0\n    wrong := (or wrong (bvult top d0))\n"
    "  edge back -> bad [(not (or c (not (= b #x11)) (= h #x0000) (= x #x00000000) (fp.isNaN f)))]\n"
    "    input c0 Bool nondet \"c\"\n"
    "  location bad error\n"
    "function ask\n  local y (_ BitVec 32)\n  result r (_ BitVec 32)\n"
    "  edge q0 -> q1\n    input y0 (_ BitVec 32) nondet \"y\"\n    y := y0\n"
    "  edge q1 -> q2\n    input z0 (_ BitVec 8) nondet \"z\"\n    r := (bvadd y ((_ zero_extend 24) z0))\n"
    "    wrong := (or wrong (bvult top z0))\n"
    "  location q2 exit\n";

static void inputs_have_their_sorts(void **unused) {
  (void)unused;
  struct world *w = world_new(sorts);
  struct facts *f = facts_new(w->cfa, w->program, &w->limits, 2);
  facts_sample(f);
  assert_true(f->steps > 1000 && f->steps <= 300000);
  assert_int_equal(f->samples.size, 1);
  const struct samples *s = &f->samples.data[0];
  assert_true(s->rows > 100);
  uint64_t most[3] = {0};
  for (uint32_t row = 0; row < s->rows; row++)
    for (uint32_t i = 0; i < s->vars; i++) {
      const struct cfa_var *v = &w->cfa->vars.data[s->columns.data[i].var];
      uint64_t value = s->values.data[(size_t)row * s->columns.size + i];
      if (!strcmp(v->name, "wrong")) assert_int_equal(value, 0);
      if (!strcmp(v->name, "b") && value > most[0]) most[0] = value;
      if (!strcmp(v->name, "h") && value > most[1]) most[1] = value;
      if (!strcmp(v->name, "d") && value > most[2]) most[2] = value;
    }
  assert_true(most[0] > 200 && most[1] > 5000 && most[2] > 200); // the widths are used
  facts_free(f);
  world_free(w);
}

static void nothing_without_samples(void **unused) {
  (void)unused;
  struct world *w = world_new(
      "cfa \"never\"\nfunction main\n  local i (_ BitVec 32)\n"
      "  edge start -> head [(and (= n0 #x12345677) (= m0 #x00abcdef))]\n    input n0 (_ BitVec 32) nondet \"n\"\n"
      "    input m0 (_ BitVec 32) nondet \"m\"\n"
      "    i := (bvmul n0 m0)\n"
      "  edge head -> head [(bvult i #x00000100)]  i := (bvadd i #x00000001)\n  edge head -> bad [(= i #x00000003)]\n"
      "  location bad error\n");
  struct found f = find(w, "head", MOST, 1);
  assert_int_equal(f.runs.size, 0);
  assert_true(has(w, &f.guards, term_eq(w->tm, var(w, "main::i"), num(w, 3))));
  found_release(&f);
  world_free(w);
}

// --- equations modulo 2^w -----------------------------------------------------------------------------------

enum { WIDTH = 4, COLUMNS = 4, ROWS = 7 };

static bool annihilates(const uint64_t *c, const uint64_t *m) {
  for (uint32_t r = 0; r < ROWS; r++) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < COLUMNS; i++) sum += c[i] * m[r * COLUMNS + i];
    if (sum % 16) return false;
  }
  return true;
}

// Every equation there is, less multiples of those found, has only even coefficients: it is about low bits.
static void assert_complete(const uint64_t *m, const struct vec_u64 *e, const struct vec_u32 *leading) {
  for (uint32_t code = 0; code < 1u << WIDTH * COLUMNS; code++) {
    uint64_t c[COLUMNS];
    for (uint32_t i = 0; i < COLUMNS; i++) c[i] = code >> WIDTH * i & 15;
    if (!annihilates(c, m)) continue;
    for (uint32_t k = 0; k < leading->size; k++) {
      uint64_t factor = c[leading->data[k]];
      for (uint32_t i = 0; i < COLUMNS; i++) c[i] = (c[i] - factor * e->data[k * COLUMNS + i]) % 16;
    }
    for (uint32_t i = 0; i < COLUMNS; i++) assert_int_equal(c[i] % 2, 0);
  }
}

static void hull_is_exact(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  for (uint32_t round = 0; round < 60; round++) {
    uint64_t m[ROWS * COLUMNS];
    uint64_t a = below(w, 16), b = below(w, 16), c = below(w, 16), scale = 1u << below(w, 3);
    for (uint32_t r = 0; r < ROWS; r++) {
      uint64_t *x = &m[r * COLUMNS];
      x[0] = 1;
      x[1] = below(w, 16) * scale % 16;
      x[2] = round % 2 ? below(w, 16) : (b * x[1] + c) % 16;
      x[3] = (a * x[2] + b * x[1] + c) % 16;
    }
    struct vec_u64 e = {0};
    struct vec_u32 leading = {0};
    hull_equations(WIDTH, COLUMNS, ROWS, m, &e, &leading);
    assert_int_equal(e.size, leading.size * COLUMNS);
    assert_true(leading.size >= 1);
    for (uint32_t k = 0; k < leading.size; k++) {
      const uint64_t *coefficients = &e.data[k * COLUMNS];
      assert_int_equal(coefficients[leading.data[k]], 1);
      assert_true(annihilates(coefficients, m));
      for (uint32_t j = 0; j < leading.size; j++)
        if (j != k) assert_int_equal(coefficients[leading.data[j]], 0);
    }
    assert_complete(m, &e, &leading);
    vec_u64_release(&e);
    vec_u32_release(&leading);
  }
  world_free(w);
}

// The coefficients that a person would write: x = 2·y + 3 from even differences, 2·s = i·i + i.
static void hull_is_small(void **unused) {
  (void)unused;
  uint64_t m[9 * 4], n[9 * 3];
  for (uint64_t i = 0; i < 9; i++) {
    uint64_t row[4] = {1, i, i * (i + 1) / 2, i * i}, other[3] = {1, 2 * i + 3, i};
    memcpy(&m[i * 4], row, sizeof row);
    memcpy(&n[i * 3], other, sizeof other);
  }
  struct vec_u64 e = {0};
  struct vec_u32 leading = {0};
  hull_equations(32, 4, 9, m, &e, &leading);
  assert_int_equal(leading.size, 1);
  assert_int_equal(leading.data[0], 3);
  const uint64_t square[4] = {0, 1, 0xfffffffe, 1};
  assert_memory_equal(e.data, square, sizeof square);
  vec_u64_clear(&e);
  vec_u32_clear(&leading);
  hull_equations(64, 3, 9, n, &e, &leading);
  const uint64_t twice[3] = {-(uint64_t)3, 1, -(uint64_t)2};
  assert_int_equal(leading.size, 1);
  assert_memory_equal(e.data, twice, sizeof twice);
  vec_u64_release(&e);
  vec_u32_release(&leading);
}

// --- cells ------------------------------------------------------------------------------------------------

// for (i = 0; i < n; i++) FILL; for (j = 0; j < END; j++) if (a[j] != 7) error;
#define FILLING(fill, end)                                                                                             \
  "cfa \"filling\"\nglobal a (Array (_ BitVec 32) (_ BitVec 8)) region\n"                                              \
  "function main\n  local n (_ BitVec 32)\n  local i (_ BitVec 32)\n  local j (_ BitVec 32)\n"                         \
  "  edge start -> head [(and (bvsge n0 #x00000000) (bvslt n0 #x10000000))]\n"                                         \
  "    input n0 (_ BitVec 32) nondet \"n\"\n"                                                                          \
  "    input a0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"a\"\n    a := a0\n    n := n0\n    i := #x00000000\n"      \
  "  location head complete\n"                                                                                         \
  "  edge head -> head [(bvslt i n)]  a := " fill "  i := (bvadd i #x00000001)\n"                                      \
  "  edge head -> second [(not (bvslt i n))]  j := #x00000000\n"                                                       \
  "  location second complete\n"                                                                                       \
  "  edge second -> look [(bvslt j " end ")]\n  edge second -> end [(not (bvslt j " end "))]\n"                        \
  "  location look complete\n"                                                                                         \
  "  edge look -> bad [(not (= (select a j) #x07))]\n"                                                                 \
  "  edge look -> second [(= (select a j) #x07)]  j := (bvadd j #x00000001)\n"                                         \
  "  location bad error\n  location end exit\n"

static struct vec_term find_cells(struct world *w, const char *head, uint32_t most) {
  struct facts *f = facts_new(w->cfa, w->program, &w->limits, 1);
  struct vec_term cells = {0};
  source_cells(f, location_named(w, head), SOURCE_CELLS, most, &cells);
  assert_true(cells.size <= most);
  facts_free(f);
  for (uint32_t i = 0; i < cells.size; i++) {
    // Variables of the program, and one that is universally quantified.
    uint32_t n, others = 0;
    for (uint32_t k = 0; k < (term_free_vars(w->tm, cells.data[i], &n), n); k++) {
      struct term v = {term_free_vars(w->tm, cells.data[i], &n)[k]};
      if (quantified_is_variable(w->tm, v)) others++;
      else assert_int_not_equal(cfa_var_of(w->cfa, v), CFA_NONE);
    }
    assert_true(others <= 1);
  }
  return cells;
}

// 0 ≤ k < end → a[k] = 7
static struct term sevens(struct world *w, struct term end) {
  struct terms *tm = w->tm;
  struct term k = quantified_variable(tm, 32), range = term_and(tm, term_sle(tm, num(w, 0), k), term_slt(tm, k, end));
  return term_implies(tm, range, term_eq(tm, term_select(tm, var(w, "a"), k), byte(w, 7)));
}

static void cells_below_a_counter(void **unused) {
  (void)unused;
  struct world *w = world_new(FILLING("(store a i #x07)", "n"));
  struct term i = var(w, "main::i"), j = var(w, "main::j"), n = var(w, "main::n");
  struct vec_term first = find_cells(w, "head", 60), second = find_cells(w, "second", 60),
                  few = find_cells(w, "head", 3);
  assert_true(has(w, &first, sevens(w, i)));
  // Without these the range says nothing of what was written.
  assert_true(has(w, &first, term_sle(w->tm, num(w, 0), i)) && has(w, &first, term_sle(w->tm, i, n)));
  assert_true(has(w, &second, sevens(w, n)) && has(w, &second, sevens(w, j)));
  assert_false(has(w, &first, sevens(w, num(w, 5))));
  assert_int_equal(few.size, 3);
  for (uint32_t k = 0; k < few.size; k++) assert_true(term_same(few.data[k], first.data[k]));
  vec_term_release(&first);
  vec_term_release(&second);
  vec_term_release(&few);
  world_free(w);
}

static void cells_of_larger_steps(void **unused) {
  (void)unused;
  struct world *w =
      world_new(FILLING("(store (store a (bvmul #x00000002 i) #x07) (bvadd (bvmul #x00000002 i) #x00000001) #x07)",
                        "(bvmul #x00000002 n)"));
  struct term i = var(w, "main::i"), n = var(w, "main::n"), two = num(w, 2);
  struct vec_term first = find_cells(w, "head", 100), second = find_cells(w, "second", 100);
  assert_true(has(w, &first, sevens(w, term_mul(w->tm, two, i))));
  assert_true(has(w, &second, sevens(w, term_mul(w->tm, two, n))));
  vec_term_release(&first);
  vec_term_release(&second);
  world_free(w);
}

// Without cells there is nothing to say of them.
static void no_cells(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  struct vec_term cells = find_cells(w, "head", 60);
  for (uint32_t i = 0; i < cells.size; i++) assert_true(term_none(quantified_in(w->tm, cells.data[i])));
  vec_term_release(&cells);
  world_free(w);
}

// --- all together -----------------------------------------------------------------------------------------

// The list that symexpa gets, in its order: what it decides depends on it.
static const char *const list_marked[] = {"(bvsle |main::n| |main::i|)",
                                          "(= #x00000001 |main::seen|)",
                                          "(= |main::n| |main::m|)",
                                          "(bvsle |main::i| |main::n|)",
                                          "(bvsle |main::n| (bvadd #x00000001 |main::i|))",
                                          "(bvslt #x00000000 |main::seen|)",
                                          "(bvslt |main::seen| #x00000002)",
                                          "(bvsle |main::n| |main::m|)",
                                          "(bvsle |main::m| |main::n|)",
                                          "(= |main::m| |main::i|)",
                                          "(bvult |main::n| #x00010000)",
                                          "(or (not (= |main::m| |main::i|)) (= #x00000000 |main::seen|))",
                                          "(bvsle |main::seen| |main::n|)",
                                          "(bvsle |main::seen| |main::i|)",
                                          "(bvslt #xffffffff |main::n|)",
                                          "(bvslt |main::n| #x00010000)",
                                          "(bvslt #xffffffff |main::i|)",
                                          "(bvslt #xffffffff |main::seen|)",
                                          "(or (not (= #x00000001 |main::seen|)) (bvslt |main::m| |main::n|))",
                                          "(or (not (= #x00000001 |main::seen|)) (bvslt |main::m| |main::i|))",
                                          "(or (bvslt |main::seen| #x00000001) (bvslt |main::m| |main::n|))",
                                          "(or (bvslt |main::seen| #x00000001) (bvslt |main::m| |main::i|))",
                                          "(bvslt |main::i| #x00010001)",
                                          NULL};
static const char *const list_in_phases[] = {
    "(= #x00000000 |main::x|)",
    "(= |main::x| |main::z|)",
    "(= |main::y| |main::z|)",
    "(bvslt |main::x| #x00000064)",
    "(bvslt #x00000000 |main::x|)",
    "(bvslt |main::x| #x00000065)",
    "(bvslt #xffffffff |main::x|)",
    "(bvsle |main::x| |main::z|)",
    "(bvsle |main::z| |main::x|)",
    "(bvsle |main::y| |main::z|)",
    "(bvsle |main::z| |main::y|)",
    "(or (bvslt #x00000063 |main::x|) (= #x00000001 (bvsrem |main::x| #x00000007)))",
    "(or (bvslt |main::z| #x000007d0) (= #b00 ((_ extract 1 0) |main::z|)))",
    "(bvslt #x000007cf |main::z|)",
    "(bvult |main::x| #x00010000)",
    "(bvsle |main::x| |main::y|)",
    "(bvslt #xfffffff9 |main::x|)",
    "(bvslt |main::x| #x00010000)",
    "(bvslt #xffffffff |main::y|)",
    "(bvslt |main::y| #x00010000)",
    "(bvslt #xffffffff |main::z|)",
    "(or (= #x00000000 |main::x|) (bvslt |main::z| |main::y|))",
    "(or (bvslt |main::x| #x00000064) (bvslt |main::z| |main::x|))",
    "(or (bvslt |main::x| #x00000064) (bvslt |main::z| |main::y|))",
    "(or (bvslt |main::x| #x00000001) (bvslt |main::z| |main::y|))",
    "(bvslt |main::z| #x00000064)",
    NULL};
static const char *const list_filling[] = {
    "(= #x07 (select a #x00000000))",
    "(bvslt |main::i| |main::n|)",
    "(bvsle |main::i| |main::n|)",
    "(bvslt #x06 (select a #x00000000))",
    "(bvslt (select a #x00000000) #x08)",
    "(bvslt #x00000000 |main::n|)",
    "(bvslt |main::n| #x10000000)",
    "(bvslt #xffffffff |main::n|)",
    "(bvslt #xffffffff |main::i|)",
    "(bvslt |main::i| #x10000001)",
    "(bvslt #xffffffff |main::i|)",
    "(bvsle |main::i| |main::n|)",
    "(or (= #x07 (select a any!32)) (bvslt any!32 #x00000000) (bvsle |main::i| any!32))",
    "(or (bvslt any!32 #x00000000) (bvsle |main::i| any!32) (not (= #x07 (select a any!32))))",
    "(or (= #x07 (select a any!32)) (bvslt any!32 #x00000000) (bvsle |main::n| any!32))",
    "(or (bvslt any!32 #x00000000) (not (= #x07 (select a any!32))) (bvsle |main::n| any!32))",
    "(or (bvslt any!32 #x00000000) (bvsle |main::i| any!32) (bvslt #x06 (select a any!32)))",
    "(or (bvslt any!32 #x00000000) (bvsle |main::i| any!32) (bvslt (select a any!32) #x07))",
    "(or (bvslt any!32 #x00000000) (bvsle |main::n| any!32) (bvslt #x06 (select a any!32)))",
    "(or (bvslt any!32 #x00000000) (bvsle |main::n| any!32) (bvslt (select a any!32) #x07))",
    "(or (bvslt any!32 #x00000000) (bvsle |main::i| any!32) (bvslt (select a any!32) #x08))",
    "(or (bvslt any!32 #x00000000) (bvsle |main::i| any!32) (bvslt #x07 (select a any!32)))",
    "(or (bvslt any!32 #x00000000) (bvsle |main::n| any!32) (bvslt (select a any!32) #x08))",
    "(or (bvslt any!32 #x00000000) (bvsle |main::n| any!32) (bvslt #x07 (select a any!32)))",
    "(or (= #x07 (select a any!32)) (bvslt any!32 |main::i|) (bvslt any!32 #x00000000) (bvsle |main::n| any!32))",
    "(or (bvslt any!32 |main::i|) (bvslt any!32 #x00000000) (not (= #x07 (select a any!32))) (bvsle |main::n| any!32))",
    "(or (bvslt any!32 |main::i|) (bvslt any!32 #x00000000) (bvsle |main::n| any!32) (bvslt #x06 (select a any!32)))",
    "(or (bvslt any!32 |main::i|) (bvslt any!32 #x00000000) (bvsle |main::n| any!32) (bvslt (select a any!32) #x07))",
    "(or (bvslt any!32 |main::i|) (bvslt any!32 #x00000000) (bvsle |main::n| any!32) (bvslt (select a any!32) #x08))",
    "(or (bvslt any!32 |main::i|) (bvslt any!32 #x00000000) (bvsle |main::n| any!32) (bvslt #x07 (select a any!32)))",
    NULL};

static void assert_list(const char *program, const char *const *expected) {
  struct world *w = world_new(program);
  struct facts *f = facts_new(w->cfa, w->program, &w->limits, 1);
  struct vec_term out = {0};
  uint32_t n = 0;
  facts_candidates(f, location_named(w, "head"), SOURCE_GUARDS | SOURCE_RUNS | SOURCE_CELLS | SOURCE_PHASES, &out);
  for (; expected[n]; n++) {
    struct text text = {0};
    if (n < out.size) term_print_smt(w->tm, out.data[n], &text);
    assert_string_equal(text_cstr(&text), expected[n]);
    text_release(&text);
  }
  assert_int_equal(out.size, n);
  vec_term_release(&out);
  facts_free(f);
  world_free(w);
}

static void lists_of_all_sources(void **unused) {
  (void)unused;
  assert_list(marked, list_marked);
  assert_list(in_phases, list_in_phases);
  assert_list(FILLING("(store a i #x07)", "n"), list_filling);
}

// Phases are a source of their own, and have their rank among the guards where both are asked for.
static void phases_and_guards(void **unused) {
  (void)unused;
  struct world *w = world_new(in_phases);
  struct facts *f = facts_new(w->cfa, w->program, &w->limits, 1);
  struct location head = location_named(w, "head");
  struct vec_term guards = {0}, phases = {0}, both = {0};
  facts_candidates(f, head, SOURCE_GUARDS, &guards);
  facts_candidates(f, head, SOURCE_PHASES, &phases);
  facts_candidates(f, head, SOURCE_GUARDS | SOURCE_PHASES, &both);
  assert_int_equal(phases.size, 2);
  assert_int_equal(both.size, guards.size + 2);
  for (uint32_t i = 0; i < 2; i++) assert_true(!has(w, &guards, phases.data[i]) && has(w, &both, phases.data[i]));
  assert_false(term_same(both.data[both.size - 1], phases.data[1]));
  vec_term_release(&guards);
  vec_term_release(&phases);
  vec_term_release(&both);
  facts_free(f);
  world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_relations),
      cmocka_unit_test(quadratic_relations),
      cmocka_unit_test(congruences),
      cmocka_unit_test(relations_of_rounds),
      cmocka_unit_test(terms_of_the_program),
      cmocka_unit_test(relations_under_conditions),
      cmocka_unit_test(phases),
      cmocka_unit_test(distances),
      cmocka_unit_test(totals),
      cmocka_unit_test(within_objects),
      cmocka_unit_test(bounds_of_sums),
      cmocka_unit_test(conditions_of_choices),
      cmocka_unit_test(conditions_come_back),
      cmocka_unit_test(callers_conditions),
      cmocka_unit_test(same_seed_same_candidates),
      cmocka_unit_test(inputs_have_their_sorts),
      cmocka_unit_test(nothing_without_samples),
      cmocka_unit_test(hull_is_exact),
      cmocka_unit_test(hull_is_small),
      cmocka_unit_test(cells_below_a_counter),
      cmocka_unit_test(cells_of_larger_steps),
      cmocka_unit_test(no_cells),
      cmocka_unit_test(lists_of_all_sources),
      cmocka_unit_test(phases_and_guards),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
