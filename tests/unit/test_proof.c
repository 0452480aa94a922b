// walk_check accepts what is true and refuses every mutation of it: graphs of branches, and graphs that list
// every location, as far as their configurations are exact.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "check_graph.h"
#include "graph/operations.h"
#include "graph/record.h"
#include <string.h>

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct unfold *unfold;   // NULL: a graph of branches
  uint32_t x;
  struct location branch, inner, stop, error, exit;
};

static struct edge add_edge(struct fixture *f, struct location from, struct location to, struct term guard) {
  struct edge edge = cfa_add_edge(f->cfa, from, to);
  cfa_edge(f->cfa, edge)->guard = guard;
  return edge;
}

// x = nondet; if (x > 10) { if (x < bound) error; }
static void make(struct fixture *f, uint64_t bound) {
  memset(f, 0, sizeof *f);
  f->tm = terms_new();
  f->cfa = cfa_new(f->tm);
  f->cfa->pointer_bits = 64;
  struct sort sort = sort_bv(f->tm, 32);
  uint32_t main = cfa_add_function(f->cfa, "main");
  f->cfa->main = main;
  f->x = cfa_add_var(f->cfa, main, VAR_PROGRAM, "x", "unsigned int", sort);
  struct location entry = cfa_add_location(f->cfa, main, LOC_PLAIN);
  f->branch = cfa_add_location(f->cfa, main, LOC_PLAIN);
  f->inner = cfa_add_location(f->cfa, main, LOC_PLAIN);
  f->stop = cfa_add_location(f->cfa, main, LOC_STOP);
  f->error = cfa_add_location(f->cfa, main, LOC_ERROR);
  f->exit = cfa_add_location(f->cfa, main, LOC_EXIT);
  f->cfa->functions.data[main].entry = entry;
  f->cfa->functions.data[main].exit = f->exit;
  cfa_location(f->cfa, f->branch)->complete = cfa_location(f->cfa, f->inner)->complete = true;

  struct term in = cfa_edge_term(f->cfa, sort, "in"), x = f->cfa->vars.data[f->x].term;
  struct cfa_edge *edge = cfa_edge(f->cfa, cfa_add_edge(f->cfa, entry, f->branch));
  vec_input_push(&edge->inputs, (struct cfa_input){.term = in,
                                                   .kind = INPUT_NONDET,
                                                   .name = "__VERIFIER_nondet_uint",
                                                   .ctype = "unsigned int",
                                                   .is_unsigned = true});
  vec_update_push(&edge->updates, (struct cfa_update){f->x, in});
  struct term above = term_ult(f->tm, term_bv(f->tm, 32, 10), x), below = term_ult(f->tm, x, term_bv(f->tm, 32, bound));
  add_edge(f, f->branch, f->inner, above);
  add_edge(f, f->branch, f->stop, term_not(f->tm, above));
  add_edge(f, f->inner, f->error, below);
  add_edge(f, f->inner, f->exit, term_not(f->tm, below));
  limits_start(&f->limits, 0, 0);
}

static void unmake(struct fixture *f) {
  limits_finish(&f->limits);
  cfa_free(f->cfa);
  terms_free(f->tm);
}

// A node of a graph of branches.
static struct node add_branch(struct graph *graph, struct node parent, uint32_t arc, struct location location,
                              uint32_t edge) {
  struct node node = graph_record_node(graph, parent, arc, location, CONTEXT_ROOT, GRAPH_RUN);
  graph_expand(graph, node, 2, (struct edge[]){{edge}, {edge + 1}});
  return node;
}

static const struct node ROOT = {0}, INNER = {1};

// The finished graph of the program above.
static void good_graph(const struct fixture *f, struct graph *graph) {
  graph_init(graph);
  struct node root = add_branch(graph, NODE_NONE, 0, f->branch, 1), inner = add_branch(graph, root, 0, f->inner, 3);
  graph_record_target(graph, root, 1, NODE_END);
  graph_record_target(graph, inner, 0, NODE_CUT);
  graph_record_target(graph, inner, 1, NODE_END);
}

static void expect(struct fixture *f, const struct graph *graph, const char *complaint) {
  const char *message = NULL;
  bool ok = check_graph(f->cfa, &f->limits, &f->stats, graph, f->unfold, &message);
  if (!complaint) {
    if (!ok) print_error("refused: %s\n", message);
    assert_true(ok);
    assert_null(message);
  } else {
    assert_false(ok);
    assert_non_null(message);
    if (!strstr(message, complaint)) print_error("said: %s\n", message);
    assert_non_null(strstr(message, complaint));
  }
}

static void accepts_finished_graph(void **state) {
  (void)state;
  struct fixture f;
  struct graph graph;
  make(&f, 5);
  good_graph(&f, &graph);
  expect(&f, &graph, NULL);
  assert_int_equal(f.stats.proof_nodes, 2);
  assert_int_equal(f.stats.proof_cuts, 1);
  graph_release(&graph);
  unmake(&f);
}

// The same graph for a program whose error can be reached.
static void refuses_feasible_cut(void **state) {
  (void)state;
  struct fixture f;
  struct graph graph;
  make(&f, 50);
  good_graph(&f, &graph);
  expect(&f, &graph, "feasible");
  graph_release(&graph);
  unmake(&f);
}

static void refuses_closed_error(void **state) {
  (void)state;
  struct fixture f;
  struct graph graph;
  make(&f, 5);
  good_graph(&f, &graph);
  // A closed leaf where the walk meets an error, even on a path that is infeasible.
  graph_record_target(&graph, INNER, 0, NODE_END);
  expect(&f, &graph, "an error is reached");
  graph_release(&graph);
  unmake(&f);
}

static void refuses_cut_of_feasible_side(void **state) {
  (void)state;
  struct fixture f;
  struct graph graph;
  make(&f, 5);
  good_graph(&f, &graph);
  graph_record_target(&graph, ROOT, 1, NODE_CUT);
  expect(&f, &graph, "feasible");
  graph_record_target(&graph, ROOT, 1, NODE_END);
  graph_record_target(&graph, ROOT, 0, NODE_CUT);
  expect(&f, &graph, "feasible");
  graph_release(&graph);
  unmake(&f);
}

static void refuses_wrong_shape(void **state) {
  (void)state;
  struct fixture f;
  struct graph graph;
  make(&f, 5);
  good_graph(&f, &graph);
  graph.nodes.data[INNER.id].location = f.branch;
  expect(&f, &graph, "another location");
  graph.nodes.data[INNER.id].location = f.inner;
  // Without an arc for it the second edge would have to be infeasible, the first is.
  graph.nodes.data[INNER.id].n_arcs = 1;
  expect(&f, &graph, "feasible");
  graph.nodes.data[INNER.id].first_arc++;
  expect(&f, &graph, NULL);
  graph.nodes.data[INNER.id].first_arc--;
  graph.nodes.data[INNER.id].n_arcs = 3;
  expect(&f, &graph, "do not exist");
  graph.nodes.data[INNER.id].n_arcs = 2;
  graph_record_target(&graph, ROOT, 0, (struct node){7});
  expect(&f, &graph, "does not exist");
  graph_reopen(&graph, ROOT, 0);
  expect(&f, &graph, "not explored");
  graph_record_target(&graph, ROOT, 0, NODE_END);
  expect(&f, &graph, "goes on");
  graph_record_target(&graph, ROOT, 0, ROOT);
  expect(&f, &graph, "another location");
  graph_record_target(&graph, ROOT, 0, INNER);
  graph_record_target(&graph, INNER, 1, INNER);
  expect(&f, &graph, "ends where the graph goes on");
  graph_record_target(&graph, INNER, 1, NODE_END);
  expect(&f, &graph, NULL);
  graph.root = NODE_END;
  expect(&f, &graph, "goes on");
  graph.root = NODE_OPEN;
  expect(&f, &graph, "not finished");
  graph.root = NODE_CUT;
  expect(&f, &graph, "not finished");
  graph.root = INNER;
  expect(&f, &graph, "another location");
  graph_release(&graph);
  unmake(&f);
}

static void refuses_unsupported(void **state) {
  (void)state;
  struct fixture f;
  struct graph graph;
  make(&f, 5);
  good_graph(&f, &graph);
  cfa_location(f.cfa, f.stop)->kind = LOC_UNSUPPORTED;
  cfa_location(f.cfa, f.stop)->text = "inline assembly";
  expect(&f, &graph, "unsupported");
  graph_release(&graph);
  unmake(&f);
}

static void stops_at_limits(void **state) {
  (void)state;
  struct fixture f;
  struct graph graph;
  make(&f, 5);
  good_graph(&f, &graph);
  atomic_store(&f.limits.stop, REASON_INTERRUPTED);
  expect(&f, &graph, "limit");
  graph_release(&graph);
  unmake(&f);
}

// x = nondet; for (i = 0; i < x; i++) {} with x <= n: one fork after another along one path.
static void accepts_long_chain(void **state) {
  (void)state;
  enum { N = 300 };
  struct fixture f = {0};
  f.tm = terms_new();
  f.cfa = cfa_new(f.tm);
  f.cfa->pointer_bits = 64;
  struct sort sort = sort_bv(f.tm, 32);
  uint32_t main = cfa_add_function(f.cfa, "main"), x = cfa_add_var(f.cfa, main, VAR_PROGRAM, "x", "unsigned int", sort),
           i = cfa_add_var(f.cfa, main, VAR_PROGRAM, "i", "unsigned int", sort);
  f.cfa->main = main;
  struct location entry = cfa_add_location(f.cfa, main, LOC_PLAIN), head = cfa_add_location(f.cfa, main, LOC_PLAIN),
                  stop = cfa_add_location(f.cfa, main, LOC_STOP);
  f.cfa->functions.data[main].entry = entry;
  f.cfa->functions.data[main].exit = LOCATION_NONE;
  cfa_location(f.cfa, head)->complete = true;
  struct term in = cfa_edge_term(f.cfa, sort, "in"), xt = f.cfa->vars.data[x].term, it = f.cfa->vars.data[i].term;
  struct edge edge = cfa_add_edge(f.cfa, entry, head);
  vec_input_push(&cfa_edge(f.cfa, edge)->inputs,
                 (struct cfa_input){.term = in, .kind = INPUT_NONDET, .name = "nondet", .ctype = "unsigned int"});
  vec_update_push(&cfa_edge(f.cfa, edge)->updates, (struct cfa_update){x, term_urem(f.tm, in, term_bv(f.tm, 32, N))});
  vec_update_push(&cfa_edge(f.cfa, edge)->updates, (struct cfa_update){i, term_bv(f.tm, 32, 0)});
  struct term more = term_ult(f.tm, it, xt);
  edge = add_edge(&f, head, head, more);
  vec_update_push(&cfa_edge(f.cfa, edge)->updates, (struct cfa_update){i, term_add(f.tm, it, term_bv(f.tm, 32, 1))});
  add_edge(&f, head, stop, term_not(f.tm, more));
  limits_start(&f.limits, 0, 0);
  struct graph graph;
  graph_init(&graph);
  struct node above = NODE_NONE;
  for (uint32_t k = 0; k < N; k++) {
    struct node node = add_branch(&graph, above, 0, head, 1);
    graph_record_target(&graph, node, 1, NODE_END);
    above = node;
  }
  graph_record_target(&graph, above, 0, NODE_CUT);
  expect(&f, &graph, NULL);
  assert_int_equal(f.stats.proof_nodes, N);
  // A loop back into the graph is no proof.
  graph_record_target(&graph, above, 0, ROOT);
  expect(&f, &graph, "twice");
  graph_record_target(&graph, above, 0, NODE_CUT);
  // One iteration earlier it is feasible.
  graph_record_target(&graph, (struct node){N - 2}, 0, NODE_CUT);
  expect(&f, &graph, "feasible");
  graph_release(&graph);
  unmake(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_finished_graph), cmocka_unit_test(refuses_feasible_cut),
      cmocka_unit_test(refuses_closed_error),   cmocka_unit_test(refuses_cut_of_feasible_side),
      cmocka_unit_test(refuses_wrong_shape),    cmocka_unit_test(refuses_unsupported),
      cmocka_unit_test(stops_at_limits),        cmocka_unit_test(accepts_long_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
