// Paths followed by symbolic execution, and the graph of figure 3b of Aissat, Voisin, Wolff made by hand: how it is
// printed, counted and checked.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "graph/count.h"
#include "explore/path.h"
#include "graph/operations.h"
#include "graph/record.h"
#include "report/paths/pruned_graph.h"
#include <jansson.h>

// The lock program (figure 1a), one location a line.
static const char lock_program[] = "cfa \"lock.c\"\n"
                                   "pointer-bits 64\n"
                                   "heap-start 0x100000\n"
                                   "file \"lock.c\"\n"
                                   "function main at 1:0\n"
                                   "  local lock (_ BitVec 32) \"int\" at 1:0\n"
                                   "  local old (_ BitVec 32) \"int\" at 1:0\n"
                                   "  local new (_ BitVec 32) \"int\" at 1:0\n"
                                   "  entry L1\n"
                                   "  location L1 complete at 1:1\n"
                                   "  edge L1 -> L2 at 1:1\n"
                                   "    input in!0 (_ BitVec 32) nondet \"__VERIFIER_nondet_int\" \"int\" at 1:1\n"
                                   "    lock := #x00000000\n"
                                   "    old := in!0\n"
                                   "    new := (bvadd #x00000001 in!0)\n"
                                   "  location L2 complete at 2:1\n"
                                   "  edge L2 -> L3 [(not (= old new))] at 2:1\n"
                                   "  edge L2 -> L7 [(= old new)] at 2:1\n"
                                   "  location L3 complete at 3:1\n"
                                   "  edge L3 -> L4 at 3:1\n"
                                   "    lock := #x00000001\n"
                                   "    old := new\n"
                                   "  location L4 complete at 4:1\n"
                                   "  edge L4 -> L5 [(not (= #x00000000 in!1))] at 4:1\n"
                                   "    input in!1 (_ BitVec 32) nondet \"__VERIFIER_nondet_int\" \"int\" at 4:1\n"
                                   "  edge L4 -> L2 [(= #x00000000 in!1)] at 4:1\n"
                                   "    input in!1 (_ BitVec 32) nondet \"__VERIFIER_nondet_int\" \"int\" at 4:1\n"
                                   "  location L5 complete at 5:1\n"
                                   "  edge L5 -> L2 at 5:1\n"
                                   "    lock := #x00000000\n"
                                   "    new := (bvadd #x00000001 new)\n"
                                   "  location L7 complete at 7:1\n"
                                   "  edge L7 -> L8 [(= #x00000000 lock)] at 7:1\n"
                                   "  edge L7 -> L9 [(not (= #x00000000 lock))] at 7:1\n"
                                   "  location L8 error \"error\" at 8:1\n"
                                   "  location L9 exit at 9:1\n";

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct unfold *unfold;
  struct graph graph;
  struct program *program;
  struct claim claim;
  struct run run;
};

static void fixture_init(struct fixture *f) {
  *f = (struct fixture){.tm = terms_new()};
  struct error error = {0};
  bool read = cfa_read(f->tm, "lock.cfa", lock_program, &f->cfa, &error);
  if (!read) print_message("%s\n", error.message);
  assert_true(read);
  f->unfold = unfold_new(f->cfa);
  graph_init(&f->graph);
  f->program = program_new(f->cfa, &f->limits, &f->stats);
  claim_init(&f->claim);
  run_init(&f->run,
           &(struct run_setting){.cfa = f->cfa,
                                 .program = f->program,
                                 .limits = &f->limits,
                                 .stats = &f->stats,
                                 .solver = {.caches = true}},
           NULL, &f->claim);
}

static void fixture_release(struct fixture *f) {
  run_release(&f->run);
  claim_release(&f->claim);
  program_free(f->program);
  graph_release(&f->graph);
  unfold_free(f->unfold);
  cfa_free(f->cfa);
  terms_free(f->tm);
}

// The location of a line, and the edge from one line to another.
static struct location at_line(const struct fixture *f, uint32_t line) {
  for (uint32_t i = 0; i < f->cfa->locations.size; i++)
    if (f->cfa->locations.data[i].place.line == line) return (struct location){i};
  fail();
  return LOCATION_NONE;
}

static struct edge between(const struct fixture *f, uint32_t from, uint32_t to) {
  for (uint32_t i = 0; i < f->cfa->edges.size; i++)
    if (location_same(f->cfa->edges.data[i].from, at_line(f, from)) &&
        location_same(f->cfa->edges.data[i].to, at_line(f, to)))
      return (struct edge){i};
  fail();
  return EDGE_NONE;
}

// --- following -----------------------------------------------------------------------------------

// Follows lines; what a feasible path's inputs are must drive the program along it.
static enum answer follow(struct fixture *f, const char *lines) {
  struct vec_edge edges = {0};
  for (; lines[1]; lines++) vec_edge_push(&edges, between(f, (uint32_t)(lines[0] - '0'), (uint32_t)(lines[1] - '0')));
  struct state *end;
  enum reason why;
  enum answer answer = path_feasible(&f->run, edges.size, edges.data, &end, &why);
  if (answer == ANSWER_SAT) {
    struct vec_input_value values = {0};
    state_input_values(end, &values);
    assert_true(path_is_taken(f->program, values.size, values.data, edges.size, edges.data));
    // Another path is not what they drive it along.
    if (edges.size > 3) {
      edges.data[3] = edge_same(edges.data[3], between(f, 4, 5)) ? between(f, 4, 2) : between(f, 4, 5);
      assert_false(path_is_taken(f->program, values.size, values.data, edges.size, edges.data));
    }
    vec_input_value_release(&values);
    state_free(end);
  }
  vec_edge_release(&edges);
  return answer;
}

static void test_follow(void **unused) {
  (void)unused;
  struct fixture f;
  fixture_init(&f);
  assert_int_equal(follow(&f, "1"), ANSWER_SAT);
  assert_int_equal(follow(&f, "12"), ANSWER_SAT);
  assert_int_equal(follow(&f, "12342"), ANSWER_SAT);
  assert_int_equal(follow(&f, "1234279"), ANSWER_SAT);
  assert_int_equal(follow(&f, "1234523452342"), ANSWER_SAT);
  assert_int_equal(follow(&f, "1234523452342"
                              "79"),
                   ANSWER_SAT);
  assert_int_equal(follow(&f, "127"), ANSWER_UNSAT);
  assert_int_equal(follow(&f, "123423"), ANSWER_UNSAT);
  assert_int_equal(follow(&f, "1234278"), ANSWER_UNSAT);
  assert_int_equal(follow(&f, "1234527"), ANSWER_UNSAT);
  fixture_release(&f);
}

// --- figure 3b --------------------------------------------------------------------------------------

static struct node child(struct fixture *f, struct node node, uint32_t line, uint32_t from) {
  const struct graph_node *n = graph_node(&f->graph, node);
  for (uint32_t i = 0; i < n->n_arcs; i++)
    if (edge_same(graph_arc(&f->graph, node, i)->edge, between(f, from, line)))
      return graph_add(&f->graph, node, i, at_line(f, line), CONTEXT_ROOT);
  fail();
  return NODE_NONE;
}

// All out-edges become arcs, cut until a child is added.
static void expand(struct fixture *f, struct node node) {
  const struct vec_edge *out = &cfa_location(f->cfa, graph_node(&f->graph, node)->location)->out;
  graph_expand(&f->graph, node, out->size, out->data);
  for (uint32_t i = 0; i < out->size; i++) graph_record_target(&f->graph, node, i, NODE_CUT);
}

static struct node down(struct fixture *f, struct node node, const char *lines) {
  for (; lines[1]; lines++) {
    if (!(graph_node(&f->graph, node)->flags & GRAPH_EXPANDED)) expand(f, node);
    node = child(f, node, (uint32_t)(lines[1] - '0'), (uint32_t)(lines[0] - '0'));
  }
  return node;
}

// Returns 2^2, which the graph of figure 2c still has open.
static struct node make_lock_graph(struct fixture *f) {
  struct term old = f->cfa->vars.data[cfa_var_named(f->cfa, "main::old")].term,
              new = f->cfa->vars.data[cfa_var_named(f->cfa, "main::new")].term;
  struct term differ = term_not(f->tm, term_eq(f->tm, old, new));
  struct node root = graph_add(&f->graph, NODE_NONE, 0, at_line(f, 1), CONTEXT_ROOT);
  struct node head = down(f, root, "12"), four = down(f, head, "234"), again = down(f, four, "452");
  f->graph.nodes.data[head.id].formula = graph_conjunction(&f->graph, f->tm, 1, &differ);
  f->graph.nodes.data[again.id].subsumer = head;
  return down(f, four, "42");
}

static void finish_lock_graph(struct fixture *f, struct node last) { down(f, last, "279"); }

static void report_of(struct fixture *f, struct flow *flow, struct pruned_graph *graph, struct graph_report *r) {
  const char *message;
  assert_true(flow_init(flow, f->cfa, f->unfold, &f->graph, NULL, &message));
  *graph = (struct pruned_graph){.cfa = f->cfa, .flow = flow, .length = 20};
  *r = (struct graph_report){.version = "test", .graph = graph};
}

static void test_text(void **unused) {
  (void)unused;
  struct fixture f;
  struct flow flow;
  struct pruned_graph graph;
  struct graph_report r;
  struct text out = {0};
  fixture_init(&f);
  finish_lock_graph(&f, make_lock_graph(&f));
  report_of(&f, &flow, &graph, &r);
  graph_report_text(&r, &out);
  assert_string_equal(text_cstr(&out),
                      "1#0\n"
                      "  -> 2#0        in!0 = __VERIFIER_nondet_int(); lock = 0; old = in!0; new = in!0 + 1\n"
                      "2#0  [old != new]\n"
                      "  -> 3#0        if (old != new)\n"
                      "  -> ⊥          if (old == new)\n"
                      "3#0\n"
                      "  -> 4#0        lock = 1; old = new\n"
                      "4#0\n"
                      "  -> 5#0        if (__VERIFIER_nondet_int() != 0)\n"
                      "  -> 2#2        if (__VERIFIER_nondet_int() == 0)\n"
                      "5#0\n"
                      "  -> 2#1        lock = 0; new = new + 1\n"
                      "2#1  subsumed by 2#0\n"
                      "2#2\n"
                      "  -> ⊥          if (old != new)\n"
                      "  -> 7#0        if (old == new)\n"
                      "7#0\n"
                      "  -> ⊥          if (lock == 0)\n"
                      "  -> 9#0        if (lock != 0)\n"
                      "9#0  end\n");
  text_release(&out);
  flow_release(&flow);
  fixture_release(&f);
}

static void test_numbers(void **unused) {
  (void)unused;
  struct fixture f;
  struct flow flow;
  struct pruned_graph graph;
  struct graph_report r;
  struct text out = {0};
  mpz_t before, after;
  fixture_init(&f);
  struct node last = make_lock_graph(&f);
  for (int finished = 0; finished < 2; finished++) {
    if (finished) finish_lock_graph(&f, last);
    report_of(&f, &flow, &graph, &r);
    assert_int_equal(flow.n_open, finished ? 0 : 1);
    struct count_black *b = count_black_new(f.cfa, f.unfold, &f.limits, 20);
    struct count_red *red = count_red_new(b, &flow, &f.limits, false);
    mpz_inits(before, after, NULL);
    count_black_total(b, before);
    count_red_total(red, after);
    graph.before = before;
    graph.after = after;
    graph.counted = true;
    text_clear(&out);
    graph_report_summary(&r, "", &out);
    if (finished) {
      // 0 to 3 rounds and out (1 + 4k + 5 edges), or 4 rounds and three edges more: then line 4 was left to one side or
      // the other.
      assert_int_equal(mpz_get_ui(after), 6);
      assert_non_null(strstr(text_cstr(&out), "Finished"));
      assert_non_null(strstr(text_cstr(&out), "after:  6\n"));
    } else {
      assert_non_null(strstr(text_cstr(&out), "Plugged into the program's own graph at 1 place.\n"));
    }
    mpz_clears(before, after, NULL);
    count_red_free(red);
    count_black_free(b);
    flow_release(&flow);
  }
  text_release(&out);
  fixture_release(&f);
}

static void test_formats(void **unused) {
  (void)unused;
  struct fixture f;
  struct flow flow;
  struct pruned_graph graph;
  struct graph_report r;
  struct text out = {0};
  fixture_init(&f);
  make_lock_graph(&f);
  report_of(&f, &flow, &graph, &r);
  graph_report_dot(&r, &out);
  assert_non_null(strstr(text_cstr(&out), "digraph \"lock.c\" {"));
  assert_non_null(strstr(text_cstr(&out), "[style=dotted, constraint=false]")); // subsumption
  assert_non_null(strstr(text_cstr(&out), "⊥"));
  assert_non_null(strstr(text_cstr(&out), "shape=ellipse")); // where it goes on in the program
  assert_non_null(strstr(text_cstr(&out), "[old != new]"));
  text_clear(&out);
  graph_report_json(&r, &out);
  json_error_t error;
  json_t *root = json_loads(text_cstr(&out), 0, &error), *node;
  assert_non_null(root);
  assert_int_equal(json_array_size(json_object_get(root, "nodes")), 7);
  assert_false(json_is_true(json_object_get(root, "finished")));
  size_t i, subsumed = 0, open = 0;
  json_array_foreach(json_object_get(root, "nodes"), i, node) {
    subsumed += json_object_get(node, "subsumed_by") != NULL;
    open += json_is_false(json_object_get(node, "executed"));
  }
  assert_int_equal(subsumed, 1);
  assert_int_equal(open, 1);
  json_decref(root);
  text_release(&out);
  flow_release(&flow);
  fixture_release(&f);
}

static void test_shares(void **unused) {
  (void)unused;
  static const struct {
    unsigned long before, after;
    const char *text;
  } cases[] = {{0, 0, "-"},       {7, 7, "100 %"}, {4, 1, "25 %"}, {8, 0, "0 %"}, {1000000, 999999, "more than 99.9 %"},
               {1000, 1, "0.1 %"}};
  mpz_t before, after;
  mpz_inits(before, after, NULL);
  struct text out = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mpz_set_ui(before, cases[i].before);
    mpz_set_ui(after, cases[i].after);
    text_clear(&out);
    graph_report_share(before, after, &out);
    assert_string_equal(text_cstr(&out), cases[i].text);
  }
  mpz_ui_pow_ui(before, 10, 500);
  mpz_set_ui(after, 1);
  text_clear(&out);
  graph_report_share(before, after, &out);
  assert_string_equal(text_cstr(&out), "1e-498 %");
  text_clear(&out);
  graph_report_number(before, 20, &out);
  assert_string_equal(text_cstr(&out), "1.000e500");
  text_release(&out);
  mpz_clears(before, after, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_follow),  cmocka_unit_test(test_text),   cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_formats), cmocka_unit_test(test_shares),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
