// The storage of the red-black graph: nodes, arcs, interned conjunctions, what is reached.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "graph/graph.h"

static void nodes_hang_on_arcs(void **state) {
  (void)state;
  struct graph g;
  graph_init(&g);
  assert_int_equal(g.root, GRAPH_OPEN);
  uint32_t root = graph_add(&g, GRAPH_NONE, 0, 7, CONTEXT_ROOT, 0);
  assert_int_equal(g.root, root);
  assert_int_equal(g.nodes.data[root].parent, GRAPH_NONE);
  assert_int_equal(g.nodes.data[root].arc, GRAPH_NONE);
  assert_int_equal(g.nodes.data[root].formula, GRAPH_NONE);
  assert_int_equal(g.nodes.data[root].strengthening, GRAPH_NONE);
  assert_int_equal(g.nodes.data[root].subsumer, GRAPH_NONE);
  assert_int_equal(g.nodes.data[root].n_arcs, 0);
  graph_expand(&g, root, 3, (uint32_t[]){10, 11, 12});
  assert_int_equal(g.nodes.data[root].flags, GRAPH_EXPANDED);
  for (uint32_t i = 0; i < 3; i++) {
    assert_int_equal(graph_arc(&g, root, i)->edge, 10 + i);
    assert_int_equal(graph_arc(&g, root, i)->target, GRAPH_OPEN);
  }
  uint32_t child = graph_add(&g, root, 1, 8, 3, GRAPH_RUN);
  graph_expand(&g, child, 1, (uint32_t[]){20});
  uint32_t below = graph_add(&g, child, 0, 9, 4, GRAPH_RUN);
  assert_int_equal(graph_arc(&g, root, 1)->target, child);
  assert_int_equal(graph_arc(&g, child, 0)->target, below);
  assert_int_equal(g.nodes.data[below].parent, child);
  assert_int_equal(g.nodes.data[below].arc, 3);
  assert_int_equal(g.nodes.data[below].location, 9);
  assert_int_equal(g.nodes.data[below].context, 4);
  assert_int_equal(g.nodes.data[below].flags, GRAPH_RUN);
  assert_int_equal(g.nodes.data[child].flags, GRAPH_RUN | GRAPH_EXPANDED);
  graph_set_target(&g, root, 0, GRAPH_CUT);
  graph_set_target(&g, root, 2, GRAPH_END);
  assert_int_equal(graph_arc(&g, root, 0)->target, GRAPH_CUT);
  assert_int_equal(graph_arc(&g, root, 1)->target, child);
  assert_int_equal(graph_arc(&g, root, 2)->target, GRAPH_END);
  graph_set_target(&g, GRAPH_NONE, 0, GRAPH_END);
  assert_int_equal(g.root, GRAPH_END);
  graph_release(&g);
  assert_int_equal(g.root, GRAPH_OPEN);
}

static void forgotten_node_is_as_new(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct graph g;
  graph_init(&g);
  uint32_t root = graph_add(&g, GRAPH_NONE, 0, 1, CONTEXT_ROOT, 0);
  graph_expand(&g, root, 2, (uint32_t[]){0, 1});
  uint32_t v = graph_add(&g, root, 0, 2, CONTEXT_ROOT, 0), w = graph_add(&g, root, 1, 2, CONTEXT_ROOT, 0);
  graph_expand(&g, v, 1, (uint32_t[]){2});
  uint32_t below = graph_add(&g, v, 0, 3, CONTEXT_ROOT, 0);
  g.nodes.data[v].formula = graph_conjunction(&g, tm, 0, NULL);
  g.nodes.data[v].subsumer = w;
  graph_forget(&g, v);
  assert_int_equal(g.nodes.data[v].n_arcs, 0);
  assert_int_equal(g.nodes.data[v].flags, 0);
  assert_int_equal(g.nodes.data[v].formula, GRAPH_NONE);
  assert_int_equal(g.nodes.data[v].subsumer, GRAPH_NONE);
  assert_int_equal(g.nodes.data[v].strengthening, GRAPH_NONE);
  assert_int_equal(g.nodes.data[v].location, 2);
  assert_int_equal(g.nodes.data[v].parent, root);
  assert_int_equal(graph_arc(&g, root, 0)->target, v);
  struct vec_u32 reached = {0};
  graph_reachable(&g, &reached);
  assert_int_equal(reached.size, 3);
  for (uint32_t i = 0; i < reached.size; i++) assert_int_not_equal(reached.data[i], below);
  // It can be expanded again.
  graph_expand(&g, v, 2, (uint32_t[]){2, 3});
  assert_int_equal(graph_arc(&g, v, 0)->target, GRAPH_OPEN);
  assert_int_equal(graph_arc(&g, v, 1)->edge, 3);
  vec_u32_release(&reached);
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
  uint32_t nothing = graph_conjunction(&g, tm, 0, NULL), n;
  graph_conjuncts(&g, nothing, &n);
  assert_int_equal(n, 0);
  assert_int_equal(graph_conjunction(&g, tm, 2, (struct term[]){term_true(tm), term_true(tm)}), nothing);
  uint32_t ab = graph_conjunction(&g, tm, 2, (struct term[]){a, b});
  assert_int_not_equal(ab, nothing);
  assert_int_equal(graph_conjunction(&g, tm, 5, (struct term[]){b, a, b, term_true(tm), a}), ab);
  const struct term *conjuncts = graph_conjuncts(&g, ab, &n);
  assert_int_equal(n, 2);
  assert_true(conjuncts[0].id < conjuncts[1].id);
  assert_true(term_same(conjuncts[0], a) || term_same(conjuncts[0], b));
  uint32_t abc = graph_conjunction(&g, tm, 3, (struct term[]){c, a, b});
  assert_int_not_equal(abc, ab);
  uint32_t no = graph_conjunction(&g, tm, 3, (struct term[]){a, term_false(tm), b});
  assert_int_equal(graph_conjunction(&g, tm, 1, (struct term[]){term_false(tm)}), no);
  conjuncts = graph_conjuncts(&g, no, &n);
  assert_int_equal(n, 1);
  assert_true(term_is_false(tm, conjuncts[0]));
  assert_null(graph_conjuncts(&g, GRAPH_NONE, &n));
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
      assert_int_equal(graph_conjunction(&g, tm, 2, parts), i);
    }
  assert_int_equal(g.formulas.size, N);
  uint32_t n;
  for (uint32_t i = 0; i < N; i++) {
    const struct term *conjuncts = graph_conjuncts(&g, i, &n);
    assert_int_equal(n, 2);
    assert_int_equal(graph_conjunction(&g, tm, n, conjuncts), i);
    conjuncts = graph_conjuncts(&g, i, &n);
    struct term first = conjuncts[0];
    uint32_t half = graph_conjunction(&g, tm, 1, conjuncts);
    assert_true(half >= N);
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
  struct vec_u32 reached = {0};
  graph_reachable(&g, &reached);
  assert_int_equal(reached.size, 0);
  uint32_t root = graph_add(&g, GRAPH_NONE, 0, 0, CONTEXT_ROOT, 0);
  graph_expand(&g, root, 4, (uint32_t[]){0, 1, 2, 3});
  uint32_t b = graph_add(&g, root, 2, 0, CONTEXT_ROOT, 0), a = graph_add(&g, root, 0, 0, CONTEXT_ROOT, 0);
  graph_set_target(&g, root, 1, GRAPH_CUT);
  graph_expand(&g, a, 1, (uint32_t[]){4});
  uint32_t below = graph_add(&g, a, 0, 0, CONTEXT_ROOT, 0), lost = graph_add(&g, root, 3, 0, CONTEXT_ROOT, 0);
  graph_expand(&g, lost, 1, (uint32_t[]){5});
  uint32_t subsumer = graph_add(&g, lost, 0, 0, CONTEXT_ROOT, 0);
  graph_set_target(&g, root, 3, GRAPH_END);
  g.nodes.data[below].subsumer = subsumer;
  graph_set_target(&g, lost, 0, root); // whatever a lost node says
  graph_reachable(&g, &reached);
  uint32_t expected[] = {root, a, below, subsumer, b};
  assert_int_equal(reached.size, 5);
  assert_memory_equal(reached.data, expected, sizeof expected);
  // Each once, also in circles.
  graph_expand(&g, b, 2, (uint32_t[]){6, 7});
  graph_set_target(&g, b, 0, root);
  graph_set_target(&g, b, 1, below);
  vec_u32_clear(&reached);
  graph_reachable(&g, &reached);
  assert_int_equal(reached.size, 5);
  vec_u32_release(&reached);
  graph_release(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nodes_hang_on_arcs),        cmocka_unit_test(forgotten_node_is_as_new),
      cmocka_unit_test(conjunctions_are_interned), cmocka_unit_test(many_conjunctions),
      cmocka_unit_test(reached_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
