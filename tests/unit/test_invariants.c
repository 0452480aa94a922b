// Invariants are taken from checked certificates of every engine, and they hold: on paths of the program that are
// chosen at random, every state at a loop head satisfies them. Arguments are files with automata to be looked at
// besides.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "engine_fixture.h"
#include "witness/invariants.h"
#include "unfold_world.h"
#include <stdio.h>

static int n_files;
static char **files;

// --- programs ----------------------------------------------------------------------------------------------------

static const char *const programs[] = {
    // x = y = 0; while (*) { x++; y++; } if (x != y) error
    "function main\n  local x (_ BitVec 32)\n  local y (_ BitVec 32)\n"
    "  edge start -> head  x := #x00000000  y := #x00000000\n"
    "  edge head -> head [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n"
    "    x := (bvadd x #x00000001)\n    y := (bvadd y #x00000001)\n"
    "  edge head -> test [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n"
    "  edge test -> err [(not (= x y))]\n  edge test -> out [(= x y)]\n"
    "  location err error\n  location out stop\n",
    // The head is reached with x = 1 by a jump into the loop: what holds there is not what holds at the entry alone.
    "function main\n  local x (_ BitVec 8)\n"
    "  edge start -> head [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n    x := #x00\n"
    "  edge start -> head [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n    x := #x01\n"
    "  edge head -> head [(= d #b1)]\n    input d (_ BitVec 1) nondet \"d\"\n    x := (bvxor x #x01)\n"
    "  edge head -> test [(= d #b0)]\n    input d (_ BitVec 1) nondet \"d\"\n"
    "  edge test -> err [(bvugt x #x01)]\n  edge test -> out [(bvule x #x01)]\n"
    "  location err error\n  location out stop\n",
    // Nested loops: for (i = 0; i < n; i++) for (j = 0; j < i; j++) s = 2; if (s is odd) error
    "function main\n  local i (_ BitVec 8)\n  local j (_ BitVec 8)\n  local s (_ BitVec 8)\n  local n (_ BitVec 8)\n"
    "  edge start -> outer\n    input m (_ BitVec 8) nondet \"m\"\n    n := m\n    i := #x00\n    s := #x00\n"
    "  edge outer -> inner [(bvult i n)]  j := #x00\n"
    "  edge outer -> test [(bvuge i n)]\n"
    "  edge inner -> inner [(bvult j i)]  j := (bvadd j #x01)  s := (bvor s #x02)\n"
    "  edge inner -> outer [(bvuge j i)]  i := (bvadd i #x01)\n"
    "  edge test -> err [(= ((_ extract 0 0) s) #b1)]\n  edge test -> out [(= ((_ extract 0 0) s) #b0)]\n"
    "  location err error\n  location out stop\n",
    // A loop in a function that is called with constants, and then with what is not known.
    "function main\n  local x (_ BitVec 8)\n  local r (_ BitVec 8)\n"
    "  edge start -> one\n    input i (_ BitVec 8) nondet \"i\"\n    x := i\n"
    "  edge one -> two call down(#x03) -> r\n"
    "  edge two -> three call down(x) -> r\n"
    "  edge three -> err [(bvugt r #x01)]\n  edge three -> out [(bvule r #x01)]\n"
    "  location err error\n  location out stop\n"
    "function down\n  param p (_ BitVec 8)\n  result q (_ BitVec 8)\n"
    "  edge in -> head  q := #x00\n"
    "  edge head -> head [(not (= p #x00))]  p := (bvsub p #x01)  q := (bvor q #x01)\n"
    "  edge head -> done [(= p #x00)]\n  location done exit\n",
    // The loop is first run with constants, by itself, and then again with an input.
    "function main\n  local n (_ BitVec 8)\n  local i (_ BitVec 8)\n  local again (_ BitVec 8)\n"
    "  edge start -> head  n := #x05  i := #x00  again := #x00\n"
    "  edge head -> head [(bvult i n)]  i := (bvadd i #x01)\n"
    "  edge head -> more [(bvuge i n)]\n"
    "  edge more -> head [(= again #x00)]\n    input m (_ BitVec 8) nondet \"m\"\n"
    "    again := #x01\n    i := #x00\n    n := m\n"
    "  edge more -> err [(and (= again #x01) (not (= i n)))]\n"
    "  edge more -> out [(and (= again #x01) (= i n))]\n"
    "  location err error\n  location out stop\n",
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

// --- do they hold? -----------------------------------------------------------------------------------------------

static void expect_holds(struct world *w, struct state *s, const struct vec_invariant *invariants, const char *engine) {
  for (uint32_t i = 0; i < invariants->size; i++) {
    const struct invariant *v = &invariants->data[i];
    if (!location_same(v->location, state_location(s))) continue;
    struct term formula = facts_instance(program_unfold(w->program), state_context(s), v->formula);
    if (!term_none(formula) && state_violates(s, w->solver, formula, NULL) == ANSWER_UNSAT) continue;
    struct text text = {0};
    term_print_smt(w->tm, v->formula, &text);
    fail_msg("%s: %s does not hold at location %u after %u steps", engine, text_cstr(&text), v->location.id,
             (unsigned)state_steps(s));
  }
}

// One open edge that can be taken, any of them. False: there is none.
static bool take_any(struct world *w, struct state *s) {
  uint32_t n;
  const struct open_edge *open = state_open(s, &n);
  struct open_edge edges[16];
  if (n > 16) n = 16;
  memcpy(edges, open, n * sizeof *edges);
  for (uint32_t k = 0, first = below(w, n); k < n; k++) {
    struct open_edge edge = edges[(first + k) % n];
    struct model *model = NULL;
    if (edge_none(edge.edge) || state_feasible(s, w->solver, edge.condition, &model) != ANSWER_SAT) continue;
    state_take_edge(s, edge, model);
    model_unref(model);
    return true;
  }
  return false;
}

static void walk_at_random(struct world *w, uint32_t steps, const struct vec_invariant *invariants,
                           const char *engine) {
  struct state *s = state_initial(w->program);
  for (uint32_t i = 0; i < steps; i++) {
    struct edge edge;
    state_return(s);
    enum state_event event = state_run(s, 0);
    if (event != STATE_BUDGET) break;
    expect_holds(w, s, invariants, engine);
    event = state_run_once(s, &edge);
    if (event == STATE_BRANCH ? !take_any(w, s) : event != STATE_BUDGET) break;
  }
  state_free(s);
}

// How many pairs of programs and engines are left out, and what an engine may spend: with sanitizers all of it takes
// too long.
#ifdef CLEW_SANITIZED
enum { PAIRS_EVERY = 3, EFFORT = 1 << 21 };
#else
enum { PAIRS_EVERY = 1, EFFORT = 1 << 24 };
#endif

// How many invariants the engine's proof has; 0: or there was none, with the effort that it may spend.
static uint32_t invariants_of(const char *text, const struct engine *engine, uint32_t walks) {
  struct world *w = world_new(text);
  struct engine_run r;
  engine_run_init(&r, engine->name, w->cfa, w->program, &w->limits, &w->stats);
  engine_run_open(&r);
  bool done = r.engine->advance(r.running, &(struct slice){.effort = EFFORT, .solver_seconds = 2});
  r.engine->close(r.running);
  struct vec_invariant invariants = {0};
  const char *message = NULL;
  certificate_invariants(&r.claim.certificate, w->cfa, &invariants);
  assert_int_equal(invariants.size, 0); // it was not checked yet
  if (done && r.claim.verdict == VERDICT_TRUE) {
    if (!engine_run_proves(&r, &message)) fail_msg("%s: %s", engine->name, message);
    certificate_invariants(&r.claim.certificate, w->cfa, &invariants);
  }
  for (uint32_t i = 0; i < walks && invariants.size; i++) walk_at_random(w, 10 + 10 * i, &invariants, engine->name);
  uint32_t count = invariants.size;
  vec_invariant_release(&invariants);
  engine_run_release(&r);
  world_free(w);
  return count;
}

static void hold_on_paths(void **state) {
  (void)state;
  uint32_t n, found = 0, engines_with = 0;
  const struct engine *const *engines = engine_all(&n);
  for (uint32_t e = 0; e < n; e++) {
    uint32_t before = found;
    if (engines[e]->capabilities & (ENGINE_UNFOLDS | ENGINE_ENDLESS)) continue;
    for (uint32_t i = e % PAIRS_EVERY; i < PROGRAMS; i += PAIRS_EVERY)
      found += invariants_of(programs[i], engines[e], 12);
    engines_with += found > before;
  }
  printf("%u invariants, of %u engines\n", found, engines_with);
  assert_true(engines_with >= 3); // symexpa, eager, lazy
}

static void hold_in_files(void **state) {
  (void)state;
  uint32_t n, found = 0;
  const struct engine *const *engines = engine_all(&n);
  for (int i = 0; i < n_files; i++) {
    struct text text = {0};
    FILE *f = fopen(files[i], "r");
    if (!f) fail_msg("cannot read %s", files[i]);
    for (int c; (c = getc(f)) != EOF;) text_addc(&text, (char)c);
    fclose(f);
    for (uint32_t e = 0; e < n; e++) {
      if (engines[e]->capabilities & (ENGINE_UNFOLDS | ENGINE_ENDLESS)) continue;
      uint32_t count = invariants_of(text_cstr(&text), engines[e], 8);
      if (count) printf("%s: %s: %u invariants\n", files[i], engines[e]->name, count);
      found += count;
    }
    text_release(&text);
  }
  if (n_files) printf("%u invariants\n", found);
}

// --- what is said and what is not --------------------------------------------------------------------------------

// An annotation whose second context is missing says nothing: the check refuses it; one with both says what both say.
static void speak_of_all_contexts(void **state) {
  (void)state;
  struct world *w = world_new(programs[3]);
  struct certificate c;
  certificate_init(&c);
  c.kind = CERTIFICATE_ANNOTATION;
  c.unfold = w->u;
  struct context one = unfold_enter(w->u, CONTEXT_ROOT, edge_between(w, "one", "two"));
  struct context two = unfold_enter(w->u, CONTEXT_ROOT, edge_between(w, "two", "three"));
  struct location head = location_named(w, "head");
  uint32_t q = var_named(w, "down::q"), p = var_named(w, "down::p");
  for (uint32_t k = 0; k < 2; k++) {
    struct context context = k ? two : one;
    struct term small = term_ule(w->tm, unfold_var(w->u, context, q), byte(w, 1));
    vec_term_push(&annotation_at(&c.annotation, context, head)->conjuncts, small);
  }
  // Of the first call more is known, which the second takes back.
  struct term few = term_ule(w->tm, unfold_var(w->u, one, p), byte(w, 3));
  vec_term_push(&annotation_at(&c.annotation, one, head)->conjuncts, few);
  const char *message = NULL;
  struct vec_invariant invariants = {0};
  if (!certificate_check(w->cfa, &w->limits, &w->stats, &c, false, NULL, &message)) fail_msg("%s", message);
  certificate_invariants(&c, w->cfa, &invariants);
  assert_int_equal(invariants.size, 1);
  assert_int_equal(invariants.data[0].location.id, head.id);
  SAME(invariants.data[0].formula, term_ule(w->tm, var(w, "down::q"), byte(w, 1)));
  // What speaks of nothing but the bump pointer, or of nothing.
  vec_invariant_clear(&invariants);
  annotation_at(&c.annotation, two, head)->conjuncts.size = 0;
  uint64_t open;
  assert_true(certificate_check(w->cfa, &w->limits, &w->stats, &c, true, &open, &message));
  assert_true(open > 0);
  certificate_invariants(&c, w->cfa, &invariants);
  assert_int_equal(invariants.size, 0);
  vec_invariant_release(&invariants);
  certificate_release(&c);
  world_free(w);
}

int main(int argc, char **argv) {
  n_files = argc - 1;
  files = argv + 1;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hold_on_paths),
      cmocka_unit_test(hold_in_files),
      cmocka_unit_test(speak_of_all_contexts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
