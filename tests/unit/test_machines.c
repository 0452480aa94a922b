// Large graphs whose formulas give variables their values, as enumerations of states leave them: the check accepts
// them, quickly, and refuses every mutation.
//
// With arguments COUNTERS TOP IDLE it measures: arcs checked in a second, for machines of that size.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "machine_graph.h"
#include "check_graph.h"
#include "check/certificate_file.h"
#include "witness/hull.h"
#include "check/inductive.h"
#include "witness/invariants.h"
#include "random.h"
#include "timing.h"
#include <stdlib.h>

static void write_graph(struct fixture *f, struct text *out) {
  struct certificate_header head = {.bits = 64, .entry = (char *)"main"};
  struct certificate view = {.kind = CERTIFICATE_GRAPH, .graph = f->graph, .unfold = f->unfold};
  certificate_write(&head, f->cfa, &view, out);
}

// Into a new fixture, of the same automaton.
static void read_graph(struct fixture *f, const char *automaton, const struct text *file) {
  struct error error = {0};
  fixture_make(f, automaton);
  struct certificate c = {.unfold = f->unfold, .graph = f->graph};
  if (!certificate_read("file", text_cstr(file), file->size, f->cfa, &c, &error)) fail_msg("%s", error.message);
  f->graph = c.graph;
}

static void measure_file(struct fixture *f, const struct machine *m) {
  struct text file = {0}, automaton = {0};
  double begin = processor_seconds();
  write_graph(f, &file);
  double written = processor_seconds();
  struct fixture again;
  machine_text(m, &automaton);
  read_graph(&again, text_cstr(&automaton), &file);
  printf("  file: %.1f MB, written in %.3f s, read in %.3f s\n", (double)file.size * 1e-6, written - begin,
         processor_seconds() - written);
  fixture_release(&again);
  text_release(&file);
  text_release(&automaton);
}

static void measure(const struct machine *m) {
  struct fixture f;
  machine_make(&f, m);
  const char *message = NULL;
  double begin = processor_seconds();
  struct inductive *ind = inductive_new(f.cfa, &f.limits, &f.stats, &f.graph, f.unfold);
  bool ok = inductive_check(ind, graph_arc(&f.graph, f.graph.root, 0)->target, &message);
  double seconds = processor_seconds() - begin;
  inductive_free(ind);
  printf("%s%s: %s, %u nodes, %u arcs, %.3f s, %.0f arcs/s, %.1f us a node\n", m->joins ? "joins" : "chain",
         m->cells ? " cells" : "", ok ? "accepted" : message, f.graph.nodes.size, f.graph.arcs.size, seconds,
         f.graph.arcs.size / seconds, seconds * 1e6 / f.graph.nodes.size);
  measure_file(&f, m);
  fixture_release(&f);
}

static const struct machine machines[] = {
    {.counters = 3, .top = 2, .idle = 2},
    {.counters = 3, .top = 2, .idle = 2, .joins = true},
    {.counters = 3, .top = 2, .idle = 2, .cells = true},
    {.counters = 3, .top = 2, .idle = 2, .joins = true, .cells = true},
};
enum { MACHINES = sizeof machines / sizeof *machines };

static bool accepts(struct fixture *f, const char **message) {
  *message = NULL;
  return check_graph(f->cfa, &f->limits, &f->stats, &f->graph, f->unfold, message);
}

static void accepts_machines(void **state) {
  (void)state;
  for (uint32_t i = 0; i < MACHINES; i++) {
    struct fixture f;
    machine_make(&f, &machines[i]);
    const char *message;
    if (!accepts(&f, &message)) fail_msg("%s", message);
    assert_true(f.stats.proof_nodes >= f.graph.nodes.size);
    fixture_release(&f);
  }
}

// The file of a graph is a graph that is accepted, too, and gives a file of the same lines.
static void accepts_files(void **state) {
  (void)state;
  for (uint32_t i = 0; i < MACHINES; i++) {
    struct fixture f, again;
    struct text automaton = {0}, file = {0}, file_again = {0};
    machine_make(&f, &machines[i]);
    machine_text(&machines[i], &automaton);
    write_graph(&f, &file);
    read_graph(&again, text_cstr(&automaton), &file);
    const char *message;
    if (!accepts(&again, &message)) fail_msg("%s", message);
    write_graph(&again, &file_again);
    assert_int_equal(file.size, file_again.size); // conjuncts may be in another order
    text_release(&automaton);
    text_release(&file);
    text_release(&file_again);
    fixture_release(&f);
    fixture_release(&again);
  }
}

// --- mutations -----------------------------------------------------------------------------------------------------

// Each changes a node that fits, and returns false if it is not for that node.
typedef bool mutation(struct fixture *f, struct rng *random, struct node node);

static bool has_formula(struct fixture *f, struct node node) { return !formula_none(node_of(f, node)->formula); }

static void set_conjuncts(struct fixture *f, struct node node, struct vec_term *conjuncts) {
  node_of(f, node)->formula = graph_conjunction(&f->graph, f->tm, conjuncts->size, conjuncts->data);
  vec_term_release(conjuncts);
}

// Another constant in one conjunct.
static bool change_constant(struct fixture *f, struct rng *random, struct node node) {
  if (!has_formula(f, node)) return false;
  uint32_t n;
  const struct term *old = graph_conjuncts(&f->graph, node_of(f, node)->formula, &n);
  struct vec_term conjuncts = {0};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&conjuncts, old[i]);
  uint32_t k = (uint32_t)rng_below(random, n);
  struct term constant = term_child(f->tm, old[k], 0), other = term_child(f->tm, old[k], 1);
  assert_true(term_is_const(f->tm, constant));
  conjuncts.data[k] = term_eq(f->tm, other, term_add(f->tm, constant, term_bv(f->tm, 32, 1 + rng_below(random, 5))));
  set_conjuncts(f, node, &conjuncts);
  return true;
}

static bool drop_conjunct(struct fixture *f, struct rng *random, struct node node) {
  if (!has_formula(f, node)) return false;
  uint32_t n;
  const struct term *old = graph_conjuncts(&f->graph, node_of(f, node)->formula, &n);
  struct vec_term conjuncts = {0};
  for (uint32_t i = 0, k = (uint32_t)rng_below(random, n); i < n; i++)
    if (i != k) vec_term_push(&conjuncts, old[i]);
  set_conjuncts(f, node, &conjuncts);
  return true;
}

// One more conjunct that does not hold.
static bool claim_more(struct fixture *f, struct rng *random, struct node node) {
  (void)random;
  if (!has_formula(f, node)) return false;
  uint32_t n;
  const struct term *old = graph_conjuncts(&f->graph, node_of(f, node)->formula, &n);
  struct vec_term conjuncts = {0};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&conjuncts, old[i]);
  vec_term_push(&conjuncts, term_eq(f->tm, term_var_named(f->tm, "main::input"), term_bv(f->tm, 32, 5)));
  set_conjuncts(f, node, &conjuncts);
  return true;
}

static uint32_t random_arc(struct fixture *f, struct rng *random, struct node node, bool *is_real) {
  uint32_t n = node_of(f, node)->n_arcs;
  *is_real = false;
  if (!n) return 0;
  uint32_t i = (uint32_t)rng_below(random, n);
  *is_real = node_is_real(graph_arc(&f->graph, node, i)->target);
  return i;
}

static bool cut_edge(struct fixture *f, struct rng *random, struct node node) {
  bool is_real;
  uint32_t i = random_arc(f, random, node, &is_real);
  if (is_real) lead(f, node, i, NODE_CUT);
  return is_real;
}

static bool open_edge_again(struct fixture *f, struct rng *random, struct node node) {
  bool is_real;
  uint32_t i = random_arc(f, random, node, &is_real);
  if (is_real) lead(f, node, i, NODE_OPEN);
  return is_real;
}

// An edge without an arc counts as cut.
static bool drop_arc(struct fixture *f, struct rng *random, struct node node) {
  (void)random;
  struct graph_node *n = node_of(f, node);
  if (!n->n_arcs || !node_is_real(graph_arc(&f->graph, node, n->n_arcs - 1)->target)) return false;
  n->n_arcs--;
  return true;
}

// A node with another formula; at the same place, if there is one.
static struct node other_node(struct fixture *f, struct rng *random, struct node node) {
  uint32_t n = f->graph.nodes.size, start = (uint32_t)rng_below(random, n);
  const struct graph_node *v = node_of(f, node);
  for (uint32_t i = 0; i < n; i++) {
    struct node other = {(start + i) % n};
    const struct graph_node *w = node_of(f, other);
    if (!formula_none(w->formula) && !formula_same(w->formula, v->formula) && location_same(w->location, v->location))
      return other;
  }
  return NODE_NONE;
}

static bool redirect_subsumption(struct fixture *f, struct rng *random, struct node node) {
  struct node old = node_of(f, node)->subsumer, other;
  if (node_none(old)) return false;
  other = other_node(f, random, old);
  if (node_none(other)) return false;
  node_of(f, node)->subsumer = other;
  return true;
}

static bool redirect_arc(struct fixture *f, struct rng *random, struct node node) {
  bool is_real;
  uint32_t i = random_arc(f, random, node, &is_real);
  if (!is_real) return false;
  struct node old = graph_arc(&f->graph, node, i)->target, other = other_node(f, random, old);
  if (node_none(other) || !node_none(node_of(f, old)->subsumer) || !has_formula(f, old)) return false;
  lead(f, node, i, other);
  return true;
}

static bool forget_to_expand(struct fixture *f, struct rng *random, struct node node) {
  (void)random;
  if (!node_of(f, node)->n_arcs) return false;
  node_of(f, node)->flags &= ~(uint32_t)GRAPH_EXPANDED;
  return true;
}

static const struct {
  const char *name;
  mutation *mutate;
} mutations[] = {
    {"another constant", change_constant},
    {"a conjunct less", drop_conjunct},
    {"a conjunct more", claim_more},
    {"a feasible edge cut", cut_edge},
    {"an edge not executed", open_edge_again},
    {"an arc less", drop_arc},
    {"another subsumer", redirect_subsumption},
    {"another target", redirect_arc},
    {"not expanded", forget_to_expand},
};
enum { MUTATIONS = sizeof mutations / sizeof *mutations, TIMES = 25 };

// Mutates one node; false: it is not one for that mutation.
static bool refuses_mutation(struct fixture *f, struct rng *random, uint32_t m) {
  struct node node = {(uint32_t)rng_below(random, f->graph.nodes.size)};
  struct graph_node whole = *node_of(f, node);
  struct node targets[4];
  assert_true(whole.n_arcs <= 4);
  for (uint32_t i = 0; i < whole.n_arcs; i++) targets[i] = graph_arc(&f->graph, node, i)->target;
  if (!mutations[m].mutate(f, random, node)) return false;
  const char *message;
  if (accepts(f, &message)) fail_msg("%s: accepted, node %u", mutations[m].name, node.id);
  *node_of(f, node) = whole;
  for (uint32_t i = 0; i < whole.n_arcs; i++) lead(f, node, i, targets[i]);
  return true;
}

static void refuses_mutations(void **state) {
  (void)state;
  struct rng random = rng_new(14);
  for (uint32_t i = 0; i < MACHINES; i++) {
    struct fixture f;
    const char *message;
    machine_make(&f, &machines[i]);
    for (uint32_t m = 0; m < MUTATIONS; m++) {
      uint32_t done = 0;
      for (uint32_t k = 0; k < 10000 && done < TIMES; k++) done += refuses_mutation(&f, &random, m);
      if (done < TIMES) fail_msg("%s: only %u times", mutations[m].name, done);
    }
    assert_true(accepts(&f, &message)); // what was mutated is as it was
    fixture_release(&f);
  }
}

// --- invariants ----------------------------------------------------------------------------------------------------

// At the head there are many states: what they have in common, and the ranges of the values.
static void says_hulls(void **state) {
  (void)state;
  const struct machine m = {.counters = 3, .top = 5};
  struct fixture f;
  machine_make(&f, &m);
  struct certificate c = {.kind = CERTIFICATE_GRAPH, .graph = f.graph, .unfold = f.unfold};
  vec_u32_resize(&c.passed, f.cfa->locations.size);
  struct vec_invariant invariants = {0};
  certificate_invariants(&c, f.cfa, &invariants);
  assert_int_equal(invariants.size, 1);
  assert_int_equal(invariants.data[0].location.id, at(&f, "head").id);
  assert_int_equal(invariants.data[0].states, 6 * 6 * 6);
  struct formula expected = formula(&f, "(bvsle #x00000000 |main::v0|) (bvsle |main::v0| #x00000005) "
                                        "(bvsle #x00000000 |main::v1|) (bvsle |main::v1| #x00000005) "
                                        "(bvsle #x00000000 |main::v2|) (bvsle |main::v2| #x00000005) "
                                        "(bvsle #x00000000 |main::f0|) (bvsle |main::f0| #x00000023) "
                                        "(bvsle #x00000064 |main::f1|) (bvsle |main::f1| #x00000087) "
                                        "(bvsle #x000000c8 |main::f2|) (bvsle |main::f2| #x000000eb)");
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(&f.graph, expected, &n);
  assert_int_equal(invariants.data[0].formula.id, term_and_n(f.tm, n, conjuncts).id);
  vec_invariant_release(&invariants);
  vec_u32_release(&c.passed);
  fixture_release(&f);
}

// Of terms that are constant, have few values, many, or are not equal to a constant in all formulas.
static void makes_hulls(void **state) {
  (void)state;
  struct fixture f;
  fixture_make(&f, "function main\n  local x (_ BitVec 8)\n  local y (_ BitVec 8)\n  local z (_ BitVec 8)\n"
                   "  local t Bool\n  edge start -> out  x := #x00\n  location out stop\n");
  struct term x = term_var_named(f.tm, "main::x"), y = term_var_named(f.tm, "main::y"),
              z = term_var_named(f.tm, "main::z"), t = term_var_named(f.tm, "main::t");
  struct term all[6];
  for (uint32_t i = 0; i < 6; i++) {
    struct term parts[] = {term_eq(f.tm, x, term_bv(f.tm, 8, 250 + 2 * i)), term_eq(f.tm, y, term_bv(f.tm, 8, i % 2)),
                           term_ult(f.tm, z, y), i < 5 ? term_eq(f.tm, z, term_bv(f.tm, 8, 0)) : term_true(f.tm), t};
    all[i] = term_and_n(f.tm, 5, parts);
  }
  // -6, -4, … 4: signed
  struct term expected[] = {term_sle(f.tm, term_bv(f.tm, 8, 250), x), term_sle(f.tm, x, term_bv(f.tm, 8, 4)),
                            term_or(f.tm, term_eq(f.tm, y, term_bv(f.tm, 8, 0)), term_eq(f.tm, y, term_bv(f.tm, 8, 1))),
                            term_ult(f.tm, z, y), t};
  assert_int_equal(hull_of(f.cfa, 6, all).id, term_and_n(f.tm, 5, expected).id);
  // One that no state satisfies does not count; one that all satisfy takes everything away.
  all[0] = term_false(f.tm);
  expected[0] = term_sle(f.tm, term_bv(f.tm, 8, 252), x);
  assert_int_equal(hull_of(f.cfa, 6, all).id, term_and_n(f.tm, 5, expected).id);
  all[0] = term_true(f.tm);
  assert_true(term_is_true(f.tm, hull_of(f.cfa, 6, all)));
  fixture_release(&f);
}

int main(int argc, char **argv) {
  if (argc == 4) {
    struct machine m = {.counters = (uint32_t)atoi(argv[1]),
                        .top = (uint32_t)atoi(argv[2]),
                        .idle = (uint32_t)atoi(argv[3])};
    for (int i = 0; i < 4; i++) {
      m.joins = i & 1;
      m.cells = i & 2;
      measure(&m);
    }
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_machines), cmocka_unit_test(accepts_files), cmocka_unit_test(refuses_mutations),
      cmocka_unit_test(says_hulls),       cmocka_unit_test(makes_hulls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
