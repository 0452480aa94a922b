// CEGAR of configurable analyses: the precision, and explicit-value interpolation on automata by hand: which variables
// and cells are tracked where.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "engine/cpa/refine.h"
#include "graph/operations.h"
#include "unfold_world.h"

static const char *const counted =
    "cfa \"counted\"\npointer-bits 32\nheap-start 0x10000\n"
    "global mem (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "function main\n  local flag (_ BitVec 32)\n  local i (_ BitVec 32)\n  local copy (_ BitVec 32)\n"
    "  local in (_ BitVec 32)\n"
    "  edge start -> set\n    input n0 (_ BitVec 32) nondet \"n\"\n    in := n0\n    i := #x00000000\n"
    "    flag := #x00000001\n    mem := (store (store mem #x00000100 #x05) #x00000101 #x07)\n"
    "  edge set -> head\n    copy := flag\n"
    "  edge head -> head [(bvult i #x0000000a)]  i := (bvadd i #x00000001)\n"
    "  edge head -> after [(bvuge i #x0000000a)]\n"
    "  edge head -> told [(= in #x00000003)]\n"
    "  edge after -> flagged [(= copy #x00000000)]\n"
    "  edge after -> counted [(= i #x0000000b)]\n"
    "  edge after -> celled [(= (select mem (bvadd #x00000100 copy)) #x05)]\n"
    "  edge after -> either [(and (= i #x00000005) (= flag #x00000004))]\n"
    "  edge after -> free [(= in #x00000003)]\n"
    "  edge told -> untold [(= in #x00000004)]\n"
    "  location flagged error\n  location counted error\n  location celled error\n  location either error\n"
    "  location free error\n  location untold error\n";

struct refining_world {
  struct world *w;
  struct cpa cpa;
  struct cpa_statistics statistics;
  struct graph graph;
  struct reached_path path;
  uint64_t most;
};

static void begin(struct refining_world *x, enum precision_scope scope) {
  *x = (struct refining_world){.w = world_new(counted), .most = UINT64_MAX};
  graph_init(&x->graph);
  x->cpa.run.cfa = x->w->cfa;
  x->cpa.run.tm = x->w->tm;
  x->cpa.run.unfold = x->w->u;
  x->cpa.run.graph = &x->graph;
  x->cpa.statistics = &x->statistics;
  x->cpa.tracking = tracking_new(x->w->cfa, scope);
}

static void end(struct refining_world *x) {
  refiner_free(x->cpa.refiner);
  tracking_free(x->cpa.tracking);
  vec_reached_state_release(&x->cpa.states);
  reached_path_release(&x->path);
  graph_release(&x->graph);
  world_free(x->w);
}

static void add_node(struct refining_world *x, struct node parent, struct edge edge, struct location location,
                     bool closed) {
  if (!node_none(parent)) graph_expand(&x->graph, parent, 1, &edge);
  struct node node = graph_add(&x->graph, parent, 0, location, CONTEXT_ROOT);
  vec_reached_state_resize(&x->cpa.states, node.id + 1);
  x->cpa.states.data[node.id].closed = closed;
  x->cpa.states.data[node.id].precision = (uint32_t)tracking_at(x->cpa.tracking, location)->version;
  if (node_none(parent)) return;
  vec_edge_push(&x->path.edges, edge);
  vec_node_push(&x->path.nodes, node);
}

// The path along the locations, in a graph of its own; closed at `head`, and at `told`.
static bool refuted(struct refining_world *x, uint32_t n, const char *const *names, struct lacking *lacking) {
  graph_release(&x->graph);
  graph_init(&x->graph);
  vec_reached_state_clear(&x->cpa.states);
  vec_edge_clear(&x->path.edges);
  vec_node_clear(&x->path.nodes);
  add_node(x, NODE_NONE, EDGE_NONE, location_named(x->w, names[0]), false);
  for (uint32_t i = 1; i < n; i++) {
    bool closed = !strcmp(names[i], "head") || !strcmp(names[i], "told");
    add_node(x, (struct node){i - 1}, edge_between(x->w, names[i - 1], names[i]), location_named(x->w, names[i]),
             closed);
  }
  *lacking = (struct lacking){.cpa = &x->cpa, .path = &x->path, .first = UINT32_MAX};
  return refine_explicit(&x->cpa, &x->path, TERM_NONE, x->most, lacking) == EXPLICIT_REFUTED;
}
#define REFUTED(x, lacking, ...)                                                                                       \
  refuted(x, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), (const char *const[]){__VA_ARGS__}, lacking)

static bool tracks(struct refining_world *x, const char *location, const char *name) {
  const struct place_precision *p = tracking_at(x->cpa.tracking, location_named(x->w, location));
  return map_u32_find(&p->variables, var_named(x->w, name)) != NULL;
}

static uint32_t tracked_at(struct refining_world *x, const char *location) {
  const struct place_precision *p = tracking_at(x->cpa.tracking, location_named(x->w, location));
  return p->variables.size + p->cells.size;
}

// Two contradictions: the loop is left too early, and the flag is another. The flag is cheaper than the counter, and
// only what it was copied to is needed at the head.
static void test_cheapest_contradiction(void **state) {
  (void)state;
  struct refining_world x;
  struct lacking l;
  begin(&x, SCOPE_LOCATION);
  assert_true(REFUTED(&x, &l, "start", "set", "head", "after", "flagged"));
  assert_true(l.grown);
  assert_int_equal(l.first, 1); // the head
  assert_true(tracks(&x, "head", "main::copy"));
  assert_int_equal(tracked_at(&x, "head"), 1);
  assert_int_equal(tracked_at(&x, "after"), 0);
  assert_int_equal(x.statistics.tracked, 1);
  // Again, from states that know: nothing is lacking.
  assert_true(REFUTED(&x, &l, "start", "set", "head", "after", "flagged"));
  assert_false(l.grown);
  assert_int_equal(l.first, UINT32_MAX);
  // A state that was closed with less lacks it, though the precision does not grow.
  assert_true(REFUTED(&x, &l, "start", "set", "head", "head", "after", "flagged"));
  x.cpa.states.data[3].precision = 0;
  l = (struct lacking){.cpa = &x.cpa, .path = &x.path, .first = UINT32_MAX};
  assert_int_equal(refine_explicit(&x.cpa, &x.path, TERM_NONE, UINT64_MAX, &l), EXPLICIT_REFUTED);
  assert_false(l.grown);
  assert_int_equal(l.first, 2);
  end(&x);
}

// Only the counter contradicts it.
static void test_counter_if_needed(void **state) {
  (void)state;
  struct refining_world x;
  struct lacking l;
  begin(&x, SCOPE_LOCATION);
  assert_true(REFUTED(&x, &l, "start", "set", "head", "after", "counted"));
  assert_true(tracks(&x, "head", "main::i"));
  assert_int_equal(tracked_at(&x, "head"), 1);
  end(&x);
  // Not at that cost.
  begin(&x, SCOPE_LOCATION);
  x.most = COST_COUNTER;
  assert_false(REFUTED(&x, &l, "start", "set", "head", "after", "counted"));
  assert_int_equal(tracked_at(&x, "head"), 0);
  end(&x);
}

// Of a conjunction that is false the cheaper conjunct; at the head `flag` itself, not its copy.
static void test_cheapest_conjunct(void **state) {
  (void)state;
  struct refining_world x;
  struct lacking l;
  begin(&x, SCOPE_FUNCTION);
  assert_true(REFUTED(&x, &l, "start", "set", "head", "after", "either"));
  assert_true(tracks(&x, "head", "main::flag"));
  assert_false(tracks(&x, "head", "main::i"));
  assert_true(tracks(&x, "after", "main::flag")); // the whole function has it
  end(&x);
}

// The cell that was read, and what its index depends on.
static void test_cells(void **state) {
  (void)state;
  struct refining_world x;
  struct lacking l;
  begin(&x, SCOPE_LOCATION);
  assert_true(REFUTED(&x, &l, "start", "set", "head", "after", "celled"));
  const struct place_precision *p = tracking_at(x.cpa.tracking, location_named(x.w, "head"));
  assert_true(map_u32_find(&p->cells, cell_key(var_named(x.w, "mem"), 0x101)) != NULL);
  assert_int_equal(p->cells.size, 1);
  assert_true(tracks(&x, "head", "main::copy"));
  assert_false(tracks(&x, "head", "main::i"));
  end(&x);
}

// A value that a guard tells is needed after it, and nothing before it. An input contradicts nothing.
static void test_guards_tell(void **state) {
  (void)state;
  struct refining_world x;
  struct lacking l;
  begin(&x, SCOPE_LOCATION);
  assert_true(REFUTED(&x, &l, "start", "set", "head", "told", "untold"));
  assert_true(tracks(&x, "told", "main::in"));
  assert_int_equal(tracked_at(&x, "head"), 0);
  assert_int_equal(l.first, 2);
  // Only the loop's own guard contradicts this one.
  assert_true(REFUTED(&x, &l, "start", "set", "head", "after", "free"));
  assert_true(tracks(&x, "head", "main::i"));
  assert_false(REFUTED(&x, &l, "start", "set", "head", "told"));
  end(&x);
}

static void test_precision(void **state) {
  (void)state;
  struct refining_world x;
  begin(&x, SCOPE_FUNCTION);
  struct location head = location_named(x.w, "head"), after = location_named(x.w, "after");
  struct tracking *t = x.cpa.tracking;
  uint32_t flag = var_named(x.w, "main::flag"), i = var_named(x.w, "main::i"), mem = var_named(x.w, "mem");
  assert_int_equal(tracking_at(t, head)->version, 0);
  assert_true(tracking_add_variable(t, head, flag));
  assert_false(tracking_add_variable(t, after, flag));
  assert_true(tracking_add_cell(t, head, mem, 0x100));
  assert_false(tracking_add_cell(t, head, mem, 0x100));
  assert_true(tracking_add_cell(t, head, mem, 0x101));
  uint64_t before = tracking_at(t, head)->version;
  struct term p = term_ult(x.w->tm, var(x.w, "main::i"), num(x.w, 10));
  assert_true(tracking_add_predicate(t, after, p));
  assert_false(tracking_add_predicate(t, head, p));
  assert_false(tracking_add_predicate(t, head, term_true(x.w->tm)));
  assert_true(tracking_at(t, head)->version > before);
  assert_int_equal(tracking_at(t, head)->predicates.size, 1);
  assert_true(tracking_add_variable(t, head, mem));
  assert_false(tracking_add_cell(t, head, mem, 0x102)); // the whole region is tracked
  assert_int_equal(tracking_cost(t, flag), COST_FINITE);
  assert_int_equal(tracking_cost(t, var_named(x.w, "main::copy")), COST_FINITE);
  assert_int_equal(tracking_cost(t, i), COST_COUNTER);
  end(&x);
}

// In a function's scope a variable is tracked wherever it is; a class of variables at once, at all locations.
static void test_everywhere(void **state) {
  (void)state;
  struct refining_world x;
  begin(&x, SCOPE_LOCATION);
  struct tracking *t = x.cpa.tracking;
  struct location head = location_named(x.w, "head");
  assert_true(tracking_add_variable(t, head, var_named(x.w, "main::i")));
  assert_int_equal(tracked_at(&x, "after"), 0);
  uint64_t before = tracking_at(t, head)->version;
  assert_true(tracking_add_everywhere(t, COST_FINITE));
  assert_true(tracks(&x, "after", "main::flag") && tracks(&x, "after", "main::copy"));
  assert_false(tracks(&x, "after", "main::i") || tracks(&x, "after", "main::in") || tracks(&x, "after", "mem"));
  assert_true(tracks(&x, "head", "main::i") && tracks(&x, "head", "main::flag"));
  assert_true(tracking_at(t, head)->version > before);
  assert_false(tracking_add_everywhere(t, COST_FINITE)); // they all are
  assert_true(tracking_add_everywhere(t, COST_COUNTER));
  assert_true(tracks(&x, "after", "main::i") && tracks(&x, "after", "main::in") && tracks(&x, "after", "mem"));
  end(&x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_precision),
      cmocka_unit_test(test_cheapest_contradiction),
      cmocka_unit_test(test_counter_if_needed),
      cmocka_unit_test(test_cheapest_conjunct),
      cmocka_unit_test(test_cells),
      cmocka_unit_test(test_guards_tell),
      cmocka_unit_test(test_everywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
