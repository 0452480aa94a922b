// walk_check on graphs that list every location: recorded ones with exact configurations, and one with a formula
// and subsumed nodes. What is true is accepted; each mutation that makes it wrong is refused; and for a program with an
// error whatever is done to a graph is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "check_graph.h"
#include "graph/operations.h"
#include "graph/record.h"
#include "state/formula.h"
#include "fixture.h"
#include "random.h"
#include "timing.h"

enum { SAFE = 5, UNSAFE = 50 };

// int f(a) { return a > 10; }  x = nondet; r = f(x); for (i = 0; i < 3; i++); q = f(r + 5); if (r == 1 && x < bound)
// error;
static const char *text = "function f\n"
                          "  param a (_ BitVec 32)\n"
                          "  result ret (_ BitVec 32)\n"
                          "  location in complete\n"
                          "  location out exit\n"
                          "  edge in -> out [(bvult #x0000000a a)] ret := #x00000001\n"
                          "  edge in -> out [(not (bvult #x0000000a a))] ret := #x00000000\n"
                          "function main\n"
                          "  local x (_ BitVec 32)\n"
                          "  local r (_ BitVec 32)\n"
                          "  local q (_ BitVec 32)\n"
                          "  local i (_ BitVec 32)\n"
                          "  entry start\n"
                          "  location start\n"
                          "  location first\n"
                          "  location loop complete\n"
                          "  location second\n"
                          "  location test complete\n"
                          "  location err error\n"
                          "  location end exit\n"
                          "  edge start -> first input in!0 (_ BitVec 32) nondet \"n\" x := in!0 i := #x00000000\n"
                          "  edge first -> loop call f(x) -> r\n"
                          "  edge loop -> loop [(bvult i #x00000003)] i := (bvadd i #x00000001)\n"
                          "  edge loop -> second [(not (bvult i #x00000003))]\n"
                          "  edge second -> test call f((bvadd r #x00000005)) -> q\n"
                          "  edge test -> err [(and (= r #x00000001) (bvult x #x%08x))]\n"
                          "  edge test -> end [(not (and (= r #x00000001) (bvult x #x%08x)))]\n";

struct world {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct program *program;
  struct unfold *unfold;
  struct solver *solver;
  struct graph graph;
  bool ends; // the recorder says NODE_END as soon as it can
  struct rng random;
};

static void world_init(struct world *w, uint32_t bound) {
  *w = (struct world){.random = rng_new(0)};
  char program[4096];
  snprintf(program, sizeof program, text, bound, bound);
  w->tm = terms_new();
  w->cfa = cfa_from_text(w->tm, program);
  w->program = program_new(w->cfa, &w->limits, &w->stats);
  w->unfold = unfold_new(w->cfa);
  w->solver = solver_new(w->tm, &w->limits, &w->stats, &(struct solver_config){.caches = true});
  graph_init(&w->graph);
}

static void world_release(struct world *w) {
  graph_release(&w->graph);
  solver_free(w->solver);
  unfold_free(w->unfold);
  program_free(w->program);
  cfa_free(w->cfa);
  terms_free(w->tm);
}

static bool check(struct world *w, const char **message) {
  *message = NULL;
  bool ok = check_graph(w->cfa, &w->limits, &w->stats, &w->graph, w->unfold, message);
  assert_true(ok == !*message);
  return ok;
}

static void expect(struct world *w, const char *complaint) {
  const char *message;
  check(w, &message);
  if (!complaint) {
    if (message) fail_msg("refused: %s", message);
  } else {
    if (!message) fail_msg("accepted, but: %s", complaint);
    if (!strstr(message, complaint)) fail_msg("said \"%s\", not \"%s\"", message, complaint);
  }
}

// --- recorded graphs -----------------------------------------------------------------------------

static struct context context_of(struct world *w, const struct state *s) {
  struct vec_edge calls = {0};
  struct context context = CONTEXT_ROOT;
  state_call_string(s, &calls);
  for (uint32_t i = 0; i < calls.size; i++) context = unfold_enter(w->unfold, context, calls.data[i]);
  vec_edge_release(&calls);
  return context;
}

static bool is_decided_to_end(struct state *s) {
  struct state *copy = state_copy(s);
  bool ends = state_run(copy, UINT64_MAX) == STATE_END;
  state_free(copy);
  return ends;
}

static void record(struct world *w, struct node parent, uint32_t arc, struct state *s);

static void record_branch(struct world *w, struct node node, struct state *s) {
  uint32_t n;
  struct edge edges[4];
  struct open_edge open[4];
  const struct open_edge *now = state_open(s, &n);
  assert_true(n <= 4);
  memcpy(open, now, n * sizeof *open);
  // Any order will do.
  for (uint32_t i = 0; i < n; i++) edges[i] = open[n - 1 - i].edge;
  graph_expand(&w->graph, node, n, edges);
  for (uint32_t i = 0; i < n; i++) {
    struct model *model = NULL;
    if (path_check(w->solver, state_path(s), open[i].condition, state_model(s), &model) == ANSWER_UNSAT) {
      graph_record_target(&w->graph, node, n - 1 - i, NODE_CUT);
      continue;
    }
    struct state *copy = state_copy(s);
    state_take_edge(copy, open[i], model);
    model_unref(model);
    record(w, node, n - 1 - i, copy);
  }
}

// Lists every location from the state on; an error that is met is lied about. Owns the state.
static void record(struct world *w, struct node parent, uint32_t arc, struct state *s) {
  if (state_run(s, 0) == STATE_ERROR) {
    graph_record_target(&w->graph, parent, arc, NODE_CUT);
  } else if (w->ends && is_decided_to_end(s)) {
    graph_record_target(&w->graph, parent, arc, NODE_END);
  } else {
    struct node node = graph_add(&w->graph, parent, arc, state_location(s), context_of(w, s));
    struct edge edge;
    enum state_event event = state_run_once(s, &edge);
    if (event == STATE_BRANCH) record_branch(w, node, s);
    if (event == STATE_BUDGET) {
      graph_expand(&w->graph, node, 1, &edge);
      record(w, node, 0, s);
      return;
    }
  }
  state_free(s);
}

static void world_record(struct world *w, uint32_t bound, bool ends) {
  world_init(w, bound);
  w->ends = ends;
  record(w, NODE_NONE, 0, state_initial(w->program));
}

static void accepts_recorded(void **state) {
  (void)state;
  struct world w;
  for (int ends = 0; ends < 2; ends++) {
    world_record(&w, SAFE, ends);
    // start, first, f, and on both sides four times the loop, second, f and test; the end, unless it is not listed
    assert_int_equal(w.graph.nodes.size, ends ? 10 : 3 + 8 + 8);
    assert_int_equal(unfold_contexts(w.unfold), 3);
    expect(&w, NULL);
    assert_int_equal(w.stats.proof_cuts, 1);
    world_release(&w);
    world_record(&w, UNSAFE, ends);
    expect(&w, "feasible");
    world_release(&w);
  }
}

static void refuses_other_targets(void **state) {
  (void)state;
  struct world w;
  world_record(&w, SAFE, true);
  for (uint32_t v = 0; v < w.graph.nodes.size; v++) {
    struct graph_node *n = &w.graph.nodes.data[v];
    for (uint32_t i = 0; i < n->n_arcs; i++) {
      struct graph_arc *arcs = &w.graph.arcs.data[n->first_arc], *arc = &arcs[i], was = *arc,
                       *last = &arcs[n->n_arcs - 1], other = *last;
      // Without its arc an edge counts as cut.
      *arc = other;
      *last = was;
      n->n_arcs--;
      expect(&w, node_same(was.target, NODE_CUT) ? NULL : "feasible");
      n->n_arcs++;
      expect(&w, NULL); // in another order
      *last = other;
      *arc = was;
      arc->target = NODE_OPEN;
      expect(&w, "not explored");
      arc->target = (struct node){w.graph.nodes.size};
      expect(&w, "does not exist");
      // (Where a path ends right away it does not matter what the graph says.)
      for (uint32_t u = 0; !node_same(was.target, NODE_END) && u < w.graph.nodes.size; u++) {
        const char *message;
        arc->target = (struct node){u};
        assert_true(check(&w, &message) == (u == was.target.id));
      }
      arc->target = NODE_END;
      expect(&w, node_same(was.target, NODE_CUT)   ? "error is reached"
                 : node_same(was.target, NODE_END) ? NULL
                                                   : "goes on");
      arc->target = NODE_CUT;
      expect(&w, node_same(was.target, NODE_CUT) ? NULL : "feasible");
      *arc = was;
    }
  }
  expect(&w, NULL);
  world_release(&w);
}

static void refuses_other_nodes(void **state) {
  (void)state;
  struct world w;
  world_record(&w, SAFE, true);
  for (uint32_t v = 0; v < w.graph.nodes.size; v++) {
    struct graph_node *n = &w.graph.nodes.data[v], was = *n;
    n->location.id++;
    expect(&w, "another location");
    *n = was;
    n->context.id = (n->context.id + 1) % 3;
    expect(&w, "another context");
    *n = was;
    n->flags |= GRAPH_RUN;
    expect(&w, v == w.graph.root.id ? "another location" : "wrong kind"); // the root says what kind of graph it is
    *n = was;
    n->subsumer = (struct node){v};
    expect(&w, "without a formula");
    n->subsumer = (struct node){w.graph.nodes.size};
    expect(&w, "does not exist");
    *n = was;
    n->n_arcs = w.graph.arcs.size + 1;
    expect(&w, "do not exist");
    *n = was;
    n->n_arcs = 0;
    n->flags = 0;
    expect(&w, "not explored");
    *n = was;
  }
  struct node targets[] = {NODE_OPEN, NODE_CUT, NODE_END, NODE_NONE};
  const char *complaints[] = {"not finished", "not finished", "goes on", "does not exist"};
  for (uint32_t i = 0; i < 4; i++) {
    w.graph.root = targets[i];
    expect(&w, complaints[i]);
  }
  w.graph.root = (struct node){0};
  expect(&w, NULL);
  // Without contexts it is no graph at all.
  const char *message;
  assert_false(check_graph(w.cfa, &w.limits, &w.stats, &w.graph, NULL, &message));
  world_release(&w);
}

// --- a graph with a formula ------------------------------------------------------------------------

static struct edge edge_from(const struct world *w, struct location location, uint32_t i) {
  return cfa_location(w->cfa, location)->out.data[i];
}

static struct location location_named(const struct world *w, const char *name) {
  for (uint32_t i = 0; i < w->cfa->locations.size; i++)
    if (w->cfa->locations.data[i].text && !strcmp(w->cfa->locations.data[i].text, name)) return (struct location){i};
  fail_msg("no location %s", name);
  return LOCATION_NONE;
}

static struct node add(struct world *w, struct node parent, uint32_t arc, const char *location,
                       struct context context) {
  struct location at = location_named(w, location);
  struct node node = graph_add(&w->graph, parent, arc, at, context);
  graph_expand(&w->graph, node, cfa_location(w->cfa, at)->out.size, cfa_location(w->cfa, at)->out.data);
  return node;
}

struct annotated {
  struct node loop, other, again, test[2];
  struct formula invariant, weak, strong, nothing;
};

// At the loop: r = 1 implies x > 10. The other way into it and the way around it are subsumed.
static struct annotated world_annotate(struct world *w, uint32_t bound) {
  world_init(w, bound);
  struct graph *g = &w->graph;
  struct annotated a;
  struct context c1 = unfold_enter(w->unfold, CONTEXT_ROOT, edge_from(w, location_named(w, "first"), 0));
  struct context c2 = unfold_enter(w->unfold, CONTEXT_ROOT, edge_from(w, location_named(w, "second"), 0));
  struct node start = add(w, NODE_NONE, 0, "start", CONTEXT_ROOT), first = add(w, start, 0, "first", CONTEXT_ROOT),
              f = add(w, first, 0, "in", c1);
  a.loop = add(w, f, 0, "loop", CONTEXT_ROOT);
  a.other = graph_add(g, f, 1, location_named(w, "loop"), CONTEXT_ROOT);
  a.again = graph_add(g, a.loop, 0, location_named(w, "loop"), CONTEXT_ROOT);
  struct node second = add(w, a.loop, 1, "second", CONTEXT_ROOT), inner = add(w, second, 0, "in", c2);
  for (uint32_t i = 0; i < 2; i++) {
    a.test[i] = add(w, inner, i, "test", CONTEXT_ROOT);
    graph_record_target(g, a.test[i], 0, NODE_CUT);
    graph_add(g, a.test[i], 1, location_named(w, "end"), CONTEXT_ROOT);
  }
  struct term x = unfold_var(w->unfold, CONTEXT_ROOT, cfa_var_named(w->cfa, "main::x"));
  struct term r = unfold_var(w->unfold, CONTEXT_ROOT, cfa_var_named(w->cfa, "main::r"));
  struct term one = term_eq(w->tm, r, term_bv(w->tm, 32, 1)), above = term_ult(w->tm, term_bv(w->tm, 32, 10), x);
  struct term implies = term_or(w->tm, term_not(w->tm, one), above), small = term_ult(w->tm, r, term_bv(w->tm, 32, 2));
  a.invariant = graph_conjunction(g, w->tm, 2, (struct term[]){implies, small});
  a.weak = graph_conjunction(g, w->tm, 1, &small);
  a.strong = graph_conjunction(g, w->tm, 2, (struct term[]){one, above});
  a.nothing = graph_conjunction(g, w->tm, 1, (struct term[]){term_false(w->tm)});
  g->nodes.data[a.loop.id].formula = a.invariant;
  g->nodes.data[a.other.id].subsumer = g->nodes.data[a.again.id].subsumer = a.loop;
  return a;
}

static void checks_formulas(void **state) {
  (void)state;
  struct world w;
  struct annotated a = world_annotate(&w, UNSAFE);
  expect(&w, "feasible");
  world_release(&w);
  a = world_annotate(&w, SAFE);
  struct graph_node *nodes = w.graph.nodes.data;
  expect(&w, NULL);
  assert_true(w.stats.proof_formulas >= 4);
  nodes[a.loop.id].formula = a.weak;
  expect(&w, "feasible");
  nodes[a.loop.id].formula = a.strong;
  expect(&w, "does not lie");
  nodes[a.loop.id].formula = a.nothing;
  expect(&w, "does not lie");
  nodes[a.loop.id].formula = a.invariant;
  // The other way in must not be left out, or subsumed by what has no formula or is elsewhere.
  nodes[a.other.id].subsumer = NODE_NONE;
  expect(&w, "not explored");
  nodes[a.other.id].subsumer = a.test[0];
  expect(&w, "without a formula");
  nodes[a.test[0].id].formula = a.invariant;
  expect(&w, "another place");
  nodes[a.test[0].id].formula = FORMULA_NONE;
  nodes[a.other.id].subsumer = a.other;
  nodes[a.other.id].formula = a.invariant;
  expect(&w, "subsume each other");
  nodes[a.other.id].formula = FORMULA_NONE;
  nodes[a.other.id].subsumer = a.loop;
  nodes[a.again.id].subsumer = NODE_NONE;
  expect(&w, "not expanded");
  nodes[a.again.id].subsumer = a.loop;
  nodes[a.loop.id].context = (struct context){1};
  expect(&w, "context");
  nodes[a.loop.id].context = CONTEXT_ROOT;
  expect(&w, NULL);
  world_release(&w);
}

// --- whatever is done to a graph -------------------------------------------------------------------

static uint32_t below(struct world *w, uint32_t n) { return (uint32_t)rng_below(&w->random, n); }

static struct node random_target(struct world *w) {
  struct node special[] = {NODE_OPEN, NODE_CUT, NODE_END, NODE_NONE};
  uint32_t k = below(w, w->graph.nodes.size + 6);
  return k < w->graph.nodes.size ? (struct node){k} : special[(k - w->graph.nodes.size) % 4];
}

static struct formula random_formula(struct world *w) {
  uint32_t k = below(w, w->graph.formulas.size + 2);
  return k == w->graph.formulas.size ? FORMULA_NONE : (struct formula){k < w->graph.formulas.size ? k : 77};
}

static void mutate(struct world *w) {
  struct graph *g = &w->graph;
  struct graph_node *n = &g->nodes.data[below(w, g->nodes.size)];
  struct graph_arc *arc = &g->arcs.data[below(w, g->arcs.size)];
  switch (below(w, 10)) {
  case 0:
  case 1:
  case 2: arc->target = random_target(w); break;
  case 3: arc->edge = (struct edge){below(w, w->cfa->edges.size + 1)}; break;
  case 4: n->location = (struct location){below(w, w->cfa->locations.size + 1)}; break;
  case 5: n->context = (struct context){below(w, unfold_contexts(w->unfold) + 1)}; break;
  case 6: n->subsumer = random_target(w); break;
  case 7: n->formula = random_formula(w); break;
  case 8: n->n_arcs = below(w, 3); break;
  default: n->flags ^= 1u << below(w, 3); break;
  }
}

static void never_accepts_an_error(void **state) {
  (void)state;
  enum { ROUNDS = 500 / LESS };
  uint32_t accepted = 0;
  for (uint32_t kind = 0; kind < 3; kind++)
    for (uint32_t safe = 0; safe < 2; safe++) {
      struct world w;
      if (kind == 2) world_annotate(&w, safe ? SAFE : UNSAFE);
      else world_record(&w, safe ? SAFE : UNSAFE, kind == 1);
      uint32_t n = w.graph.nodes.size, m = w.graph.arcs.size;
      struct graph_node *nodes = mem_alloc(n * sizeof *nodes);
      struct graph_arc *arcs = mem_alloc(m * sizeof *arcs);
      memcpy(nodes, w.graph.nodes.data, n * sizeof *nodes);
      memcpy(arcs, w.graph.arcs.data, m * sizeof *arcs);
      for (uint32_t round = 0; round < (safe ? ROUNDS / 2 : ROUNDS); round++) {
        const char *message;
        for (uint32_t k = 1 + below(&w, 4); k > 0; k--) mutate(&w);
        bool ok = check(&w, &message);
        assert_true(safe || !ok);
        accepted += ok;
        memcpy(w.graph.nodes.data, nodes, n * sizeof *nodes);
        memcpy(w.graph.arcs.data, arcs, m * sizeof *arcs);
      }
      mem_free(nodes);
      mem_free(arcs);
      world_release(&w);
    }
  // Some of what is done to graphs of the safe program does no harm.
  assert_true(accepted > 10 / LESS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_recorded),       cmocka_unit_test(refuses_other_targets),
      cmocka_unit_test(refuses_other_nodes),    cmocka_unit_test(checks_formulas),
      cmocka_unit_test(never_accepts_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
