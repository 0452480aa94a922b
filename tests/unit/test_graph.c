// The storage of the red-black graph: nodes, arcs, interned conjunctions, what is reached.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "graph/graph.h"
#include "graph/operations.h"
#include "graph/record.h"

#define SAME(a, b) assert_int_equal((a).id, (b).id)
#define LOCATION(n) ((struct location){n})

static void nodes_hang_on_arcs(void **state) {
  (void)state;
  struct graph g;
  graph_init(&g);
  SAME(g.root, NODE_OPEN);
  struct node root = graph_add(&g, NODE_NONE, 0, LOCATION(7), CONTEXT_ROOT);
  SAME(g.root, root);
  SAME(g.nodes.data[root.id].parent, NODE_NONE);
  assert_int_equal(g.nodes.data[root.id].arc, GRAPH_NO_ARC);
  assert_true(formula_none(g.nodes.data[root.id].formula));
  assert_true(formula_none(g.nodes.data[root.id].strengthening));
  SAME(g.nodes.data[root.id].subsumer, NODE_NONE);
  assert_int_equal(g.nodes.data[root.id].n_arcs, 0);
  graph_expand(&g, root, 3, (struct edge[]){{10}, {11}, {12}});
  assert_int_equal(g.nodes.data[root.id].flags, GRAPH_EXPANDED);
  for (uint32_t i = 0; i < 3; i++) {
    assert_int_equal(graph_arc(&g, root, i)->edge.id, 10 + i);
    SAME(graph_arc(&g, root, i)->target, NODE_OPEN);
  }
  struct node child = graph_record_node(&g, root, 1, LOCATION(8), (struct context){3}, GRAPH_RUN);
  graph_expand(&g, child, 1, (struct edge[]){{20}});
  struct node below = graph_record_node(&g, child, 0, LOCATION(9), (struct context){4}, GRAPH_RUN);
  SAME(graph_arc(&g, root, 1)->target, child);
  SAME(graph_arc(&g, child, 0)->target, below);
  SAME(g.nodes.data[below.id].parent, child);
  assert_int_equal(g.nodes.data[below.id].arc, 3);
  assert_int_equal(g.nodes.data[below.id].location.id, 9);
  assert_int_equal(g.nodes.data[below.id].context.id, 4);
  assert_int_equal(g.nodes.data[below.id].flags, GRAPH_RUN);
  assert_int_equal(g.nodes.data[child.id].flags, GRAPH_RUN | GRAPH_EXPANDED);
  graph_record_target(&g, root, 0, NODE_CUT);
  graph_record_target(&g, root, 2, NODE_END);
  SAME(graph_arc(&g, root, 0)->target, NODE_CUT);
  SAME(graph_arc(&g, root, 1)->target, child);
  SAME(graph_arc(&g, root, 2)->target, NODE_END);
  graph_record_target(&g, NODE_NONE, 0, NODE_END);
  SAME(g.root, NODE_END);
  graph_release(&g);
  SAME(g.root, NODE_OPEN);
}

static void reset_node_is_as_new(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct graph g;
  graph_init(&g);
  struct node root = graph_add(&g, NODE_NONE, 0, LOCATION(1), CONTEXT_ROOT);
  graph_expand(&g, root, 2, (struct edge[]){{0}, {1}});
  struct node v = graph_add(&g, root, 0, LOCATION(2), CONTEXT_ROOT),
              w = graph_add(&g, root, 1, LOCATION(2), CONTEXT_ROOT);
  graph_expand(&g, v, 1, (struct edge[]){{2}});
  struct node below = graph_add(&g, v, 0, LOCATION(3), CONTEXT_ROOT);
  g.nodes.data[v.id].formula = graph_conjunction(&g, tm, 0, NULL);
  g.nodes.data[v.id].subsumer = w;
  graph_reset(&g, v);
  assert_int_equal(g.nodes.data[v.id].n_arcs, 0);
  assert_int_equal(g.nodes.data[v.id].flags, 0);
  assert_true(formula_none(g.nodes.data[v.id].formula));
  SAME(g.nodes.data[v.id].subsumer, NODE_NONE);
  assert_true(formula_none(g.nodes.data[v.id].strengthening));
  assert_int_equal(g.nodes.data[v.id].location.id, 2);
  SAME(g.nodes.data[v.id].parent, root);
  SAME(graph_arc(&g, root, 0)->target, v);
  struct vec_node reached = {0};
  graph_reachable(&g, &reached);
  assert_int_equal(reached.size, 3);
  for (uint32_t i = 0; i < reached.size; i++) assert_false(node_same(reached.data[i], below));
  // It can be expanded again.
  graph_expand(&g, v, 2, (struct edge[]){{2}, {3}});
  SAME(graph_arc(&g, v, 0)->target, NODE_OPEN);
  assert_int_equal(graph_arc(&g, v, 1)->edge.id, 3);
  vec_node_release(&reached);
  graph_release(&g);
  terms_free(tm);
}

static void loops_have_cases(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct graph g;
  graph_init(&g);
  struct formula all = graph_conjunction(&g, tm, 0, NULL);
  struct node root = graph_add(&g, NODE_NONE, 0, LOCATION(1), CONTEXT_ROOT);
  graph_expand(&g, root, 1, (struct edge[]){{0}});
  struct node loop = graph_record_node(&g, root, 0, LOCATION(2), (struct context){3}, GRAPH_RUN | GRAPH_LOOP);
  struct node cases[2] = {graph_record_case(&g, loop, all), graph_record_case(&g, loop, all)};
  SAME(graph_arc(&g, root, 0)->target, loop);
  assert_int_equal(graph_node(&g, cases[1])->arc, GRAPH_NO_ARC);
  graph_record_cases(&g, loop, 2, cases);
  for (uint32_t i = 0; i < 2; i++) {
    const struct graph_node *n = graph_node(&g, cases[i]);
    SAME(graph_arc(&g, loop, i)->target, cases[i]);
    assert_true(edge_none(graph_arc(&g, loop, i)->edge));
    assert_int_equal(n->arc, graph_node(&g, loop)->first_arc + i);
    assert_int_equal(n->flags, GRAPH_RUN | GRAPH_CASE);
    assert_true(n->location.id == 2 && n->context.id == 3 && node_same(n->parent, loop));
    SAME(n->formula, all);
  }
  graph_expand(&g, cases[0], 1, (struct edge[]){{UINT32_MAX}});
  struct node back = graph_record_back(&g, cases[0], 0, loop);
  graph_record_run(&g, back, 5, 1);
  const struct graph_node *n = graph_node(&g, back);
  assert_int_equal(n->flags, GRAPH_RUN | GRAPH_BACK);
  assert_true(n->location.id == 2 && n->context.id == 3 && n->steps == 5 && n->near == 1);
  SAME(n->subsumer, loop);
  SAME(graph_arc(&g, cases[0], 0)->target, back);
  graph_record_exact(&g, cases[1]);
  assert_true(formula_none(graph_node(&g, cases[1])->formula));
  graph_release(&g);
  terms_free(tm);
}

static void conjunctions_are_interned(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct graph g;
  graph_init(&g);
  struct sort sort = sort_bv(tm, 32);
  struct term x = term_var(tm, sort, "x"), y = term_var(tm, sort, "y");
  struct term a = term_ult(tm, x, y), b = term_ult(tm, y, term_bv(tm, 32, 9)), c = term_eq(tm, x, term_bv(tm, 32, 1));
  struct formula nothing = graph_conjunction(&g, tm, 0, NULL);
  uint32_t n;
  graph_conjuncts(&g, nothing, &n);
  assert_int_equal(n, 0);
  SAME(graph_conjunction(&g, tm, 2, (struct term[]){term_true(tm), term_true(tm)}), nothing);
  struct formula ab = graph_conjunction(&g, tm, 2, (struct term[]){a, b});
  assert_false(formula_same(ab, nothing));
  SAME(graph_conjunction(&g, tm, 5, (struct term[]){b, a, b, term_true(tm), a}), ab);
  const struct term *conjuncts = graph_conjuncts(&g, ab, &n);
  assert_int_equal(n, 2);
  assert_true(conjuncts[0].id < conjuncts[1].id);
  assert_true(term_same(conjuncts[0], a) || term_same(conjuncts[0], b));
  struct formula abc = graph_conjunction(&g, tm, 3, (struct term[]){c, a, b});
  assert_false(formula_same(abc, ab));
  struct formula no = graph_conjunction(&g, tm, 3, (struct term[]){a, term_false(tm), b});
  SAME(graph_conjunction(&g, tm, 1, (struct term[]){term_false(tm)}), no);
  conjuncts = graph_conjuncts(&g, no, &n);
  assert_int_equal(n, 1);
  assert_true(term_is_false(tm, conjuncts[0]));
  assert_null(graph_conjuncts(&g, FORMULA_NONE, &n));
  assert_int_equal(n, 0);
  assert_int_equal(g.formulas.size, 4);
  graph_release(&g);
  terms_free(tm);
}

// Many of them, also made of conjuncts that lie in the graph itself and move while it grows.
static void many_conjunctions(void **state) {
  (void)state;
  enum { N = 2000 };
  struct terms *tm = terms_new();
  struct graph g;
  graph_init(&g);
  struct term x = term_var(tm, sort_bv(tm, 32), "x");
  for (uint32_t round = 0; round < 2; round++)
    for (uint32_t i = 0; i < N; i++) {
      struct term parts[2] = {term_ult(tm, x, term_bv(tm, 32, i + 2)), term_ult(tm, term_bv(tm, 32, i + 3), x)};
      assert_int_equal(graph_conjunction(&g, tm, 2, parts).id, i);
    }
  assert_int_equal(g.formulas.size, N);
  uint32_t n;
  for (uint32_t i = 0; i < N; i++) {
    const struct term *conjuncts = graph_conjuncts(&g, (struct formula){i}, &n);
    assert_int_equal(n, 2);
    assert_int_equal(graph_conjunction(&g, tm, n, conjuncts).id, i);
    conjuncts = graph_conjuncts(&g, (struct formula){i}, &n);
    struct term first = conjuncts[0];
    struct formula half = graph_conjunction(&g, tm, 1, conjuncts);
    assert_true(half.id >= N);
    conjuncts = graph_conjuncts(&g, half, &n);
    assert_int_equal(n, 1);
    assert_true(term_same(conjuncts[0], first));
  }
  graph_release(&g);
  terms_free(tm);
}

static void reached_in_order(void **state) {
  (void)state;
  struct graph g;
  graph_init(&g);
  struct vec_node reached = {0};
  graph_reachable(&g, &reached);
  assert_int_equal(reached.size, 0);
  struct node root = graph_add(&g, NODE_NONE, 0, LOCATION(0), CONTEXT_ROOT);
  graph_expand(&g, root, 4, (struct edge[]){{0}, {1}, {2}, {3}});
  struct node b = graph_add(&g, root, 2, LOCATION(0), CONTEXT_ROOT),
              a = graph_add(&g, root, 0, LOCATION(0), CONTEXT_ROOT);
  graph_record_target(&g, root, 1, NODE_CUT);
  graph_expand(&g, a, 1, (struct edge[]){{4}});
  struct node below = graph_add(&g, a, 0, LOCATION(0), CONTEXT_ROOT),
              lost = graph_add(&g, root, 3, LOCATION(0), CONTEXT_ROOT);
  graph_expand(&g, lost, 1, (struct edge[]){{5}});
  struct node subsumer = graph_add(&g, lost, 0, LOCATION(0), CONTEXT_ROOT);
  graph_record_target(&g, root, 3, NODE_END);
  g.nodes.data[below.id].subsumer = subsumer;
  graph_record_target(&g, lost, 0, root); // whatever a lost node says
  graph_reachable(&g, &reached);
  struct node expected[] = {root, a, below, subsumer, b};
  assert_int_equal(reached.size, 5);
  assert_memory_equal(reached.data, expected, sizeof expected);
  // Each once, also in cycles.
  graph_expand(&g, b, 2, (struct edge[]){{6}, {7}});
  graph_record_target(&g, b, 0, root);
  graph_record_target(&g, b, 1, below);
  vec_node_clear(&reached);
  graph_reachable(&g, &reached);
  assert_int_equal(reached.size, 5);
  vec_node_release(&reached);
  graph_release(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nodes_hang_on_arcs), cmocka_unit_test(reset_node_is_as_new),
      cmocka_unit_test(loops_have_cases),   cmocka_unit_test(conjunctions_are_interned),
      cmocka_unit_test(many_conjunctions),  cmocka_unit_test(reached_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
