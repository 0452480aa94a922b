// The check of nodes with formulas accepts what is true and refuses every mutation of it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "graph_fixture.h"
#include "check/inductive.h"
#include "check/refute.h"
#include "random.h"
#include "timing.h"

static void expect(struct fixture *f, struct node from, const char *complaint) {
  const char *message = "nothing";
  struct inductive *ind = inductive_new(f->cfa, &f->limits, &f->stats, &f->graph, f->unfold);
  bool ok = inductive_check(ind, from, &message);
  if (ok != !complaint) print_error("%s\n", ok ? "accepted" : message);
  assert_int_equal(ok, !complaint);
  if (!complaint) {
    assert_null(message);
  } else {
    if (!strstr(message, complaint)) print_error("said: %s\n", message);
    assert_non_null(strstr(message, complaint));
    // What was refused stays refused.
    assert_false(inductive_check(ind, from, &message));
  }
  inductive_free(ind);
}

// --- a loop --------------------------------------------------------------------------------

// x = i = 0; while (*) { x += STEP; i++; } assert(x == i)
#define LOOP(step)                                                                                                     \
  "function main\n"                                                                                                    \
  "  local x (_ BitVec 32)\n"                                                                                          \
  "  local i (_ BitVec 32)\n"                                                                                          \
  "  edge start -> head\n"                                                                                             \
  "    x := #x00000000\n"                                                                                              \
  "    i := #x00000000\n"                                                                                              \
  "  edge head -> head [(= c #b1)]\n"                                                                                  \
  "    input c (_ BitVec 1) nondet \"c\"\n"                                                                            \
  "    x := (bvadd x " step ")\n"                                                                                      \
  "    i := (bvadd i #x00000001)\n"                                                                                    \
  "  edge head -> test [(= c #b0)]\n"                                                                                  \
  "    input c (_ BitVec 1) nondet \"c\"\n"                                                                            \
  "  edge test -> err [(not (= x i))]\n"                                                                               \
  "  edge test -> out [(= x i)]\n"                                                                                     \
  "  location err error\n"                                                                                             \
  "  location out stop\n"

#define EQUAL "(= |main::x| |main::i|)"

static const struct node HEAD = {0}, TWICE = {1}, TEST = {2};

// HEAD has a formula; TWICE, at the head again, is subsumed by it; TEST's first edge is cut.
static void make_loop(struct fixture *f, const char *automaton, const char *invariant) {
  fixture_make(f, automaton);
  node(f, NODE_NONE, 0, "head", CONTEXT_ROOT, true, invariant);
  node(f, HEAD, 0, "head", CONTEXT_ROOT, false, NULL);
  node_of(f, TWICE)->subsumer = HEAD;
  node(f, HEAD, 1, "test", CONTEXT_ROOT, true, NULL);
  lead(f, TEST, 0, NODE_CUT);
  node(f, TEST, 1, "out", CONTEXT_ROOT, false, NULL);
}

static void accepts_loop(void **state) {
  (void)state;
  struct fixture f;
  make_loop(&f, LOOP("#x00000001"), EQUAL);
  expect(&f, HEAD, NULL);
  assert_int_equal(f.stats.proof_nodes, 4);
  assert_int_equal(f.stats.proof_cuts, 1);
  // A formula that nothing satisfies needs nothing.
  node_of(&f, HEAD)->formula = formula(&f, "false");
  lead(&f, HEAD, 0, NODE_OPEN);
  expect(&f, HEAD, NULL);
  fixture_release(&f);
}

static void refuses_wrong_invariants(void **state) {
  (void)state;
  struct fixture f;
  make_loop(&f, LOOP("#x00000001"), "");
  expect(&f, HEAD, "cut is feasible");
  fixture_release(&f);
  make_loop(&f, LOOP("#x00000001"), EQUAL " (bvult |main::x| #x00000005)");
  expect(&f, HEAD, "does not lie in its subsumer");
  fixture_release(&f);
  make_loop(&f, LOOP("#x00000002"), EQUAL);
  expect(&f, HEAD, "does not lie in its subsumer");
  fixture_release(&f);
}

static void refuses_mutated_loops(void **state) {
  (void)state;
  struct fixture f;
  make_loop(&f, LOOP("#x00000001"), EQUAL);
  lead(&f, HEAD, 0, NODE_CUT);
  expect(&f, HEAD, "cut is feasible");
  lead(&f, HEAD, 0, NODE_OPEN);
  expect(&f, HEAD, "not executed");
  lead(&f, HEAD, 0, NODE_END);
  expect(&f, HEAD, "concrete");
  lead(&f, HEAD, 0, TEST);
  expect(&f, HEAD, "another place");
  lead(&f, HEAD, 0, NODE_NONE);
  expect(&f, HEAD, "does not exist");
  lead(&f, HEAD, 0, (struct node){1000});
  expect(&f, HEAD, "does not exist");
  lead(&f, HEAD, 0, TWICE);
  expect(&f, HEAD, NULL);
  // Dropping the arc of an edge that can be taken.
  node_of(&f, HEAD)->n_arcs = 1;
  expect(&f, HEAD, "cut is feasible");
  node_of(&f, HEAD)->n_arcs = 2;
  // The error is led to instead of cut: fine as long as it is not reached.
  struct node error = node(&f, TEST, 0, "err", CONTEXT_ROOT, false, NULL);
  expect(&f, HEAD, NULL);
  node_of(&f, HEAD)->formula = formula(&f, "");
  expect(&f, HEAD, "error is reached");
  node_of(&f, HEAD)->formula = formula(&f, EQUAL);
  node_of(&f, error)->formula = formula(&f, "");
  expect(&f, HEAD, "error is reached");
  fixture_release(&f);
}

static void refuses_broken_nodes(void **state) {
  (void)state;
  struct fixture f;
  make_loop(&f, LOOP("#x00000001"), EQUAL);
  struct graph_node good = *node_of(&f, TEST), head = *node_of(&f, HEAD), twice = *node_of(&f, TWICE);
#define BREAK(which, whole, field, value, complaint)                                                                   \
  do {                                                                                                                 \
    node_of(&f, which)->field = value;                                                                                 \
    expect(&f, HEAD, complaint);                                                                                       \
    *node_of(&f, which) = whole;                                                                                       \
  } while (0)
  BREAK(TEST, good, location, (struct location){1000}, "place that the program does not have");
  BREAK(TEST, good, context, (struct context){7}, "place that the program does not have");
  BREAK(TEST, good, location, at(&f, "out"), "not for an edge");
  BREAK(TEST, good, first_arc, 1000, "arcs that do not exist");
  BREAK(TEST, good, n_arcs, UINT32_MAX, "arcs that do not exist");
  BREAK(TEST, good, formula, (struct formula){1000}, "formula that does not exist");
  BREAK(TEST, good, strengthening, (struct formula){1000}, "formula that does not exist");
  BREAK(TEST, good, flags, 0, "not expanded");
  BREAK(TEST, good, flags, GRAPH_EXPANDED | GRAPH_RUN, "every step");
  BREAK(TEST, good, first_arc, 0, "not for an edge");
  BREAK(HEAD, head, formula, FORMULA_NONE, "formula has none");
  BREAK(HEAD, head, strengthening, formula(&f, "(= |main::x| #x00000000)"), "strengthening");
  BREAK(TWICE, twice, strengthening, formula(&f, "(= |main::x| #x00000000)"), "strengthening");
  BREAK(TWICE, twice, subsumer, (struct node){1000}, "subsumed by one that does not exist");
  BREAK(TWICE, twice, subsumer, NODE_NONE, "not expanded");
  BREAK(TWICE, twice, subsumer, TEST, "without a formula");
  BREAK(TWICE, twice, subsumer, TWICE, "subsume each other");
  node_of(&f, TEST)->formula = formula(&f, EQUAL);
  node_of(&f, TWICE)->subsumer = TEST;
  expect(&f, HEAD, "another place");
  *node_of(&f, TWICE) = twice;
  expect(&f, HEAD, NULL);
  node_of(&f, HEAD)->strengthening = formula(&f, "(bvule |main::x| |main::i|)");
  expect(&f, HEAD, NULL);
  f.graph.arcs.data[node_of(&f, TEST)->first_arc].edge = graph_arc(&f.graph, TEST, 1)->edge;
  expect(&f, HEAD, "two arcs");
  fixture_release(&f);
}

// Nodes that subsume each other, so that nobody looks at what follows.
static void refuses_cycles(void **state) {
  (void)state;
  struct fixture f;
  fixture_make(&f, LOOP("#x00000002"));
  struct node a = node(&f, NODE_NONE, 0, "head", CONTEXT_ROOT, true, ""),
              b = node(&f, a, 0, "head", CONTEXT_ROOT, false, "");
  node_of(&f, a)->subsumer = b;
  node_of(&f, b)->subsumer = a;
  expect(&f, a, "subsume each other");
  fixture_release(&f);
  // A cycle of nodes without formulas.
  fixture_make(&f, LOOP("#x00000001"));
  a = node(&f, NODE_NONE, 0, "head", CONTEXT_ROOT, true, EQUAL);
  b = node(&f, a, 0, "head", CONTEXT_ROOT, true, NULL);
  lead(&f, a, 1, NODE_CUT);
  lead(&f, b, 0, b);
  lead(&f, b, 1, NODE_CUT);
  expect(&f, a, "met twice");
  fixture_release(&f);
}

// Chains of subsumption that end are fine, and every link is proved.
static void follows_chains(void **state) {
  (void)state;
  struct fixture f;
  make_loop(&f, LOOP("#x00000001"), EQUAL);
  struct node weaker = node(&f, NODE_NONE, 0, "head", CONTEXT_ROOT, false, EQUAL " (bvult #x00000000 |main::i|)");
  node_of(&f, weaker)->subsumer = HEAD;
  node_of(&f, TWICE)->formula = formula(&f, EQUAL);
  expect(&f, weaker, NULL);
  node_of(&f, weaker)->formula = formula(&f, "(bvult #x00000000 |main::i|)");
  expect(&f, weaker, "does not lie in its subsumer");
  fixture_release(&f);
}

// --- steps without formulas -------------------------------------------------------------------

// Twice a = b; b = input; then WRONG must not be.
#define SHIFT(wrong)                                                                                                   \
  "function main\n"                                                                                                    \
  "  local a (_ BitVec 8)\n"                                                                                           \
  "  local b (_ BitVec 8)\n"                                                                                           \
  "  local k (_ BitVec 8)\n"                                                                                           \
  "  edge head -> head [(bvult k #x02)]\n"                                                                             \
  "    input v (_ BitVec 8) nondet \"v\"\n"                                                                            \
  "    a := b\n"                                                                                                       \
  "    b := v\n"                                                                                                       \
  "    k := (bvadd k #x01)\n"                                                                                          \
  "  edge head -> test [(= k #x02)]\n"                                                                                 \
  "  edge test -> err [" wrong "]\n"                                                                                   \
  "  edge test -> out [(not " wrong ")]\n"                                                                             \
  "  location err error\n"                                                                                             \
  "  location out stop\n"

// Twice around the loop without a formula, and out.
static void check_shift(const char *automaton, const char *complaint) {
  struct fixture f;
  fixture_make(&f, automaton);
  struct node n[3];
  n[0] = node(&f, NODE_NONE, 0, "head", CONTEXT_ROOT, true, "(= |main::k| #x00)");
  n[1] = node(&f, n[0], 0, "head", CONTEXT_ROOT, true, NULL);
  n[2] = node(&f, n[1], 0, "head", CONTEXT_ROOT, true, NULL);
  lead(&f, n[0], 1, NODE_CUT);
  lead(&f, n[1], 1, NODE_CUT);
  lead(&f, n[2], 0, NODE_CUT);
  struct node test = node(&f, n[2], 1, "test", CONTEXT_ROOT, true, NULL);
  lead(&f, test, 0, NODE_CUT);
  node(&f, test, 1, "out", CONTEXT_ROOT, false, NULL);
  expect(&f, n[0], complaint);
  fixture_release(&f);
}

static void renames_inputs(void **state) {
  (void)state;
  // The inputs of the two iterations are different values.
  check_shift(SHIFT("(not (= a b))"), "cut is feasible");
  check_shift(SHIFT("(not (= k #x02))"), NULL);
}

// --- calls ---------------------------------------------------------------------------------------

// x = 0; while (*) x = f(x); assert(x is even), with f(a) = a + 2
#define CALLS                                                                                                          \
  "function main\n"                                                                                                    \
  "  local x (_ BitVec 8)\n"                                                                                           \
  "  edge start -> head  x := #x00\n"                                                                                  \
  "  edge head -> head [(= c #b1)] call f(x) -> x\n"                                                                   \
  "    input c (_ BitVec 1) nondet \"c\"\n"                                                                            \
  "  edge head -> err [(and (= c #b0) (= #b1 ((_ extract 0 0) x)))]\n"                                                 \
  "    input c (_ BitVec 1) nondet \"c\"\n"                                                                            \
  "  location err error\n"                                                                                             \
  "function f\n"                                                                                                       \
  "  param a (_ BitVec 8)\n"                                                                                           \
  "  result r (_ BitVec 8)\n"                                                                                          \
  "  local l (_ BitVec 8)\n"                                                                                           \
  "  edge in -> mid  l := (bvadd a #x02)\n"                                                                            \
  "  edge mid -> back  r := l\n"                                                                                       \
  "  location back exit\n"

#define EVEN "(= #b0 ((_ extract 0 0) |main::x|))"

static void checks_calls(void **state) {
  (void)state;
  struct fixture f;
  fixture_make(&f, CALLS);
  struct context c = unfold_enter(f.unfold, CONTEXT_ROOT, edge_of(&f, "head", 0));
  struct node head = node(&f, NODE_NONE, 0, "head", CONTEXT_ROOT, true, EVEN);
  lead(&f, head, 1, NODE_CUT);
  struct node in = node(&f, head, 0, "in", c, true, NULL), mid = node(&f, in, 0, "mid", c, true, NULL);
  struct node again = node(&f, mid, 0, "head", CONTEXT_ROOT, false, NULL);
  node_of(&f, again)->subsumer = head;
  expect(&f, head, NULL);
  // Formulas inside the function speak of its own variables.
  node_of(&f, mid)->formula = formula(&f, "(= #b0 ((_ extract 0 0) |f@c1::l|))");
  expect(&f, head, NULL);
  node_of(&f, in)->formula = formula(&f, "(= |f@c1::a| |main::x|)");
  expect(&f, head, "formula does not hold");
  node_of(&f, in)->formula = formula(&f, "(= |f@c1::a| |main::x|) " EVEN);
  expect(&f, head, NULL);
  // A new frame is not an old one.
  node_of(&f, in)->formula = formula(&f, EVEN " (= |f@c1::a| |main::x|) (= |f@c1::l| |main::x|)");
  expect(&f, head, "formula does not hold");
  node_of(&f, in)->formula = FORMULA_NONE;
  // A function that is not running.
  node_of(&f, head)->formula = formula(&f, EVEN " (= |f@c1::a| #x00)");
  expect(&f, head, "not running");
  node_of(&f, head)->formula = formula(&f, EVEN);
  node_of(&f, mid)->formula = formula(&f, "");
  expect(&f, head, "does not lie in its subsumer");
  node_of(&f, mid)->formula = FORMULA_NONE;
  // At the end of the function execution does not stop.
  lead(&f, mid, 0, node(&f, mid, 0, "back", c, false, NULL));
  expect(&f, head, "another place");
  fixture_release(&f);
}

// Below the formula f is called twice: what its first frame held is not in the second.
static void opens_new_frames(void **state) {
  (void)state;
  struct fixture f;
  fixture_make(&f, CALLS);
  struct context c = unfold_enter(f.unfold, CONTEXT_ROOT, edge_of(&f, "head", 0));
  struct node head = node(&f, NODE_NONE, 0, "head", CONTEXT_ROOT, true, EVEN);
  lead(&f, head, 1, NODE_CUT);
  struct node in = node(&f, head, 0, "in", c, true, NULL), mid = node(&f, in, 0, "mid", c, true, NULL);
  struct node second = node(&f, mid, 0, "head", CONTEXT_ROOT, true, NULL);
  lead(&f, second, 1, NODE_CUT);
  struct node in2 = node(&f, second, 0, "in", c, true, "(= |f@c1::l| (bvadd |main::x| #x00)) " EVEN);
  struct node mid2 = node(&f, in2, 0, "mid", c, true, NULL),
              last = node(&f, mid2, 0, "head", CONTEXT_ROOT, false, NULL);
  node_of(&f, last)->subsumer = head;
  expect(&f, head, "formula does not hold");
  node_of(&f, in2)->formula = formula(&f, "(= |f@c1::a| |main::x|) " EVEN);
  expect(&f, head, NULL);
  fixture_release(&f);
}

// --- arrays and objects ----------------------------------------------------------------------------

#define ARRAY                                                                                                          \
  "global m (Array (_ BitVec 8) (_ BitVec 8))\n"                                                                       \
  "function main\n"                                                                                                    \
  "  edge start -> head  m := ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00)\n"                                   \
  "  edge head -> head [(not (= j #x05))]\n"                                                                           \
  "    input j (_ BitVec 8) nondet \"j\"\n"                                                                            \
  "    m := (store m j #x01)\n"                                                                                        \
  "  edge head -> err [(and (= j #x05) (= #x01 (select m j)))]\n"                                                      \
  "    input j (_ BitVec 8) nondet \"j\"\n"                                                                            \
  "  location err error\n"

static void checks_arrays(void **state) {
  (void)state;
  struct fixture f;
  fixture_make(&f, ARRAY);
  struct node head = node(&f, NODE_NONE, 0, "head", CONTEXT_ROOT, true, "(= #x00 (select m #x05))");
  lead(&f, head, 0, head);
  lead(&f, head, 1, NODE_CUT);
  expect(&f, head, NULL);
  node_of(&f, head)->formula = formula(&f, "(= #x00 (select m #x05)) (= #x00 (select m #x06))");
  expect(&f, head, "formula does not hold");
  node_of(&f, head)->formula = formula(&f, "(= #x00 (select m #x06))");
  expect(&f, head, "formula does not hold");
  fixture_release(&f);
}

#define OBJECTS                                                                                                        \
  "function main\n"                                                                                                    \
  "  local n (_ BitVec 64)\n"                                                                                          \
  "  local p (_ BitVec 64)\n"                                                                                          \
  "  edge head -> head  alloc q size n  p := q\n"

static void checks_allocations(void **state) {
  (void)state;
  struct fixture f;
  const char *small = "(bvult |main::n| #x0000000000000008)";
  // Where the end of the heap has to be considered, a loop comes to it.
  fixture_make(&f, OBJECTS);
  struct node head = node(&f, NODE_NONE, 0, "head", CONTEXT_ROOT, true, small);
  lead(&f, head, 0, head);
  expect(&f, head, "too large");
  fixture_release(&f);
  fixture_make(&f, "heap-wide\n" OBJECTS);
  head = node(&f, NODE_NONE, 0, "head", CONTEXT_ROOT, true, small);
  lead(&f, head, 0, head);
  expect(&f, head, NULL);
  node_of(&f, head)->formula = formula(&f, "");
  expect(&f, head, "too large");
  // The heap grows.
  struct text text = {0};
  text_printf(&text, "(bvult |main::n| #x0000000000000008) (= |%s| #x0000000000001000)",
              term_var_name(f.tm, unfold_heap(f.unfold)));
  node_of(&f, head)->formula = formula(&f, text_cstr(&text));
  expect(&f, head, "formula does not hold");
  text_release(&text);
  fixture_release(&f);
}

// A formula over something that is not the program's.
static void refuses_foreign_variables(void **state) {
  (void)state;
  struct fixture f;
  make_loop(&f, LOOP("#x00000001"), EQUAL);
  struct term foreign = term_var(f.tm, sort_bool(f.tm), "foreign"), number = term_bv(f.tm, 8, 1);
  node_of(&f, HEAD)->formula = graph_conjunction(&f.graph, f.tm, 1, &foreign);
  expect(&f, HEAD, "variable that the program does not have");
  node_of(&f, HEAD)->formula = graph_conjunction(&f.graph, f.tm, 1, &number);
  expect(&f, HEAD, "not true or false");
  // An input of an edge: its name must not tie different values together.
  uint32_t n;
  const uint32_t *vars = term_free_vars(f.tm, cfa_edge(f.cfa, edge_of(&f, "head", 0))->guard, &n);
  assert_int_equal(n, 1);
  struct term input = term_eq(f.tm, (struct term){vars[0]}, term_bv(f.tm, 1, 1));
  node_of(&f, HEAD)->formula = graph_conjunction(&f.graph, f.tm, 1, &input);
  expect(&f, HEAD, "variable that the program does not have");
  fixture_release(&f);
}

// --- entering --------------------------------------------------------------------------------------

// f is called from two places, and branches.
#define TWO_CALLS                                                                                                      \
  "function main\n"                                                                                                    \
  "  edge start -> middle call f()\n"                                                                                  \
  "  edge middle -> out call f()\n"                                                                                    \
  "  location out stop\n"                                                                                              \
  "function f\n"                                                                                                       \
  "  edge in -> back [(= c #b1)]\n"                                                                                    \
  "    input c (_ BitVec 1) nondet \"c\"\n"                                                                            \
  "  edge in -> back [(= c #b0)]\n"                                                                                    \
  "    input c (_ BitVec 1) nondet \"c\"\n"                                                                            \
  "  location back exit\n"

// The state at the first branch enters HEAD with this formula.
static void enters(struct fixture *f, const char *text, const char *complaint) {
  struct stats stats = {0};
  struct program *program = program_new(f->cfa, &f->limits, &stats);
  program_share_unfold(program, f->unfold);
  struct state *s = state_initial(program);
  assert_int_equal(state_run(s, 100), STATE_BRANCH);
  struct refuter refuter;
  refuter_init(&refuter, f->tm, &f->limits, &stats, 0);
  struct inductive *ind = inductive_new(f->cfa, &f->limits, &f->stats, &f->graph, f->unfold);
  node_of(f, HEAD)->formula = formula(f, text);
  const char *message = NULL;
  bool ok = inductive_entered(ind, &refuter, s, HEAD, &message);
  if (!ok) assert_non_null(message);
  if (ok != !complaint) print_error("%s\n", ok ? "accepted" : message);
  assert_int_equal(ok, !complaint);
  if (complaint) assert_non_null(strstr(message, complaint));
  inductive_free(ind);
  refuter_release(&refuter);
  state_free(s);
  program_free(program);
}

static void looks_at_states_that_enter(void **state) {
  (void)state;
  struct fixture f;
  make_loop(&f, LOOP("#x00000001"), EQUAL);
  enters(&f, EQUAL, NULL);
  enters(&f, "(= |main::x| #x00000000)", NULL);
  enters(&f, EQUAL " (= |main::x| #x00000001)", "does not lie in the formula");
  node_of(&f, HEAD)->location = at(&f, "test");
  node_of(&f, HEAD)->flags = 0;
  enters(&f, EQUAL, "another place");
  fixture_release(&f);
  fixture_make(&f, TWO_CALLS);
  struct context first = unfold_enter(f.unfold, CONTEXT_ROOT, edge_of(&f, "start", 0)),
                 second = unfold_enter(f.unfold, CONTEXT_ROOT, edge_of(&f, "middle", 0));
  node(&f, NODE_NONE, 0, "in", first, true, "");
  enters(&f, "", NULL);
  node_of(&f, HEAD)->context = second;
  enters(&f, "", "another place");
  fixture_release(&f);
}

// --- random graphs -----------------------------------------------------------------------------------

static uint32_t next_random(struct rng *r, uint32_t below) { return (uint32_t)rng_below(r, below); }

// Mostly a node at the place where the edge leads, if there is one.
static struct node random_target(struct fixture *f, struct rng *random, struct edge edge) {
  uint32_t n = f->graph.nodes.size, start = next_random(random, n);
  if (next_random(random, 6) == 0) return NODE_CUT;
  if (next_random(random, 6) == 0) return (struct node){start};
  for (uint32_t i = 0; i < n; i++) {
    struct node there = {(start + i) % n};
    if (location_same(node_of(f, there)->location, cfa_edge(f->cfa, edge)->to)) return there;
  }
  return NODE_CUT;
}

static bool random_graph_is_accepted(struct fixture *f, struct rng *random, bool *sensible) {
  static const char *const formulas[] = {EQUAL,
                                         "",
                                         "false",
                                         "(= |main::x| #x00000000)",
                                         "(bvule |main::i| |main::x|)",
                                         "(= |main::x| (bvadd |main::i| |main::i|))"};
  static const char *const places[] = {"head", "test", "out", "err", "start"};
  graph_release(&f->graph);
  graph_init(&f->graph);
  uint32_t n = 2 + next_random(random, 6);
  for (uint32_t i = 0; i < n; i++) {
    // The first holds at the beginning.
    const char *text = i == 0                   ? formulas[next_random(random, 2) * 4]
                       : next_random(random, 2) ? formulas[next_random(random, 6)]
                                                : NULL;
    node(f, NODE_NONE, 0, i == 0 ? "head" : places[next_random(random, 5)], CONTEXT_ROOT, next_random(random, 8) != 0,
         text);
  }
  for (uint32_t i = 0; i < n; i++) {
    struct node v = {i};
    if (next_random(random, 4) == 0) node_of(f, v)->subsumer = (struct node){next_random(random, n)};
    for (uint32_t k = 0; k < node_of(f, v)->n_arcs; k++)
      lead(f, v, k, random_target(f, random, graph_arc(&f->graph, v, k)->edge));
  }
  const char *message = NULL;
  struct inductive *ind = inductive_new(f->cfa, &f->limits, &f->stats, &f->graph, f->unfold);
  bool ok = inductive_check(ind, (struct node){0}, &message);
  *sensible = !ok && (strstr(message, "does not lie") || strstr(message, "feasible") ||
                      strstr(message, "does not hold") || strstr(message, "reached"));
  inductive_free(ind);
  return ok;
}

// The loop whose error can be reached: no graph whatsoever proves it.
static void refuses_all_graphs_of_wrong_programs(void **state) {
  (void)state;
  struct fixture f;
  fixture_make(&f, LOOP("#x00000002"));
  struct rng random = rng_new(1);
  uint32_t semantic = 0;
  for (uint32_t i = 0; i < 400 / LESS; i++) {
    bool sensible;
    assert_false(random_graph_is_accepted(&f, &random, &sensible));
    semantic += sensible;
  }
  // Enough of them were refused for what they say, not for their form.
  print_message("%u refused for what they say\n", semantic);
  assert_true(semantic > 100 / LESS);
  fixture_release(&f);
  // The same graphs, some of which prove the right program.
  fixture_make(&f, LOOP("#x00000001"));
  uint32_t accepted = 0;
  for (uint32_t i = 0; i < 600; i++) accepted += random_graph_is_accepted(&f, &random, &(bool){0});
  print_message("%u accepted\n", accepted);
  assert_true(accepted > 0);
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_loop),
      cmocka_unit_test(refuses_wrong_invariants),
      cmocka_unit_test(refuses_mutated_loops),
      cmocka_unit_test(refuses_broken_nodes),
      cmocka_unit_test(refuses_cycles),
      cmocka_unit_test(follows_chains),
      cmocka_unit_test(renames_inputs),
      cmocka_unit_test(checks_calls),
      cmocka_unit_test(opens_new_frames),
      cmocka_unit_test(checks_arrays),
      cmocka_unit_test(checks_allocations),
      cmocka_unit_test(refuses_foreign_variables),
      cmocka_unit_test(looks_at_states_that_enter),
      cmocka_unit_test(refuses_all_graphs_of_wrong_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
