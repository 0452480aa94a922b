// What the tests of LOOP, CASE and BACK nodes share: a small recorder makes graphs of branches, with given cases for
// the loop heads.
#ifndef CLEW_LOOPS_WORLD_H
#define CLEW_LOOPS_WORLD_H
#include "check_graph.h"
#include "graph/operations.h"
#include "graph/record.h"
#include "term/quantified.h"
#include "unfold_world.h"

enum { HEADS = 3, CASES = 3, NEST = 8 };

// A program; "@" is the condition of the error, `safe` one that cannot hold and `unsafe` one that can.
struct example {
  const char *name, *text, *safe, *unsafe;
  struct {
    const char *head, *cases[CASES];
  } heads[HEADS]; // terms with the variables' names in the automaton
};

struct loops_world {
  struct world *w;
  const struct example *example;
  struct graph graph;
};

struct inside {
  struct node node;
  struct location head;
  uint32_t depth;
};

// --- the recorder ----------------------------------------------------------------------------------

static inline struct world *example_world(const struct example *e, const char *error) {
  char text[4096];
  size_t n = 0;
  for (const char *at = e->text; *at; at++) {
    if (*at != '@') text[n++] = *at;
    else n += (size_t)snprintf(text + n, sizeof text - n, "%s", error);
    assert_true(n < sizeof text);
  }
  text[n] = 0;
  struct world *w = world_new(text);
  return w;
}

struct names {
  struct world *w;
  struct context context;
};

static inline struct term lookup(void *data, const char *name, size_t length) {
  struct names *names = data;
  char copy[64];
  snprintf(copy, sizeof copy, "%.*s", (int)length, name);
  struct term every = cfa_var_named(names->w->cfa, copy) == CFA_NONE ? quantified_named(names->w->tm, name, length)
                                                                     : TERM_NONE;
  return !term_none(every) ? every : unfold_var(names->w->u, names->context, var_named(names->w, copy));
}

static inline struct formula formula_of(struct loops_world *l, struct context context, const char *text) {
  struct names names = {l->w, context};
  const char *message = NULL;
  struct term t = term_parse(l->w->tm, &text, lookup, &names, &message);
  if (term_none(t)) fail_msg("%s", message);
  struct vec_term conjuncts = {0};
  bool several = term_kind(l->w->tm, t) == TERM_AND;
  for (uint32_t i = 0; i < (several ? term_arity(l->w->tm, t) : 1); i++)
    vec_term_push(&conjuncts, several ? term_child(l->w->tm, t, i) : t);
  struct formula formula = graph_conjunction(&l->graph, l->w->tm, conjuncts.size, conjuncts.data);
  vec_term_release(&conjuncts);
  return formula;
}

static inline const char *const *cases_at(struct loops_world *l, struct location location) {
  for (uint32_t i = 0; i < HEADS && l->example->heads[i].head; i++)
    if (location_same(location, location_named(l->w, l->example->heads[i].head))) return l->example->heads[i].cases;
  return NULL;
}

static inline void record(struct loops_world *l, struct node parent, uint32_t arc, struct state *s,
                          const struct inside *list, uint32_t n_inside, bool is_case);

static inline struct node record_case(struct loops_world *l, struct node loop, struct state *s, const char *text,
                                      const struct inside *list, uint32_t n_inside) {
  struct world *w = l->w;
  struct context context = state_context(s);
  uint32_t n;
  struct formula formula = formula_of(l, context, text);
  struct node node = graph_record_case(&l->graph, loop, formula);
  graph_expand(&l->graph, node, 1, (struct edge[]){EDGE_NONE});
  struct vec_u32 vars = {0};
  struct vec_term variables = {0};
  cfa_loop_changes(w->cfa, state_location(s), &vars);
  for (uint32_t k = 0; k < vars.size; k++) vec_term_push(&variables, unfold_var(w->u, context, vars.data[k]));
  if (cfa_loop_allocates(w->cfa, state_location(s))) vec_term_push(&variables, unfold_heap(w->u));
  struct state *copy = state_copy(s);
  enum answer answer;
  const struct term *conjuncts = graph_conjuncts(&l->graph, formula, &n);
  struct vec_term plain = {0};
  for (uint32_t k = 0; k < n; k++)
    if (term_none(quantified_in(w->tm, conjuncts[k]))) vec_term_push(&plain, conjuncts[k]);
  struct term all = term_and_n(w->tm, plain.size, plain.data);
  vec_term_release(&plain);
  if (state_abstract(copy, w->solver, variables.size, variables.data, all, false, &answer)) {
    for (uint32_t k = 0; k < n; k++)
      if (!term_none(quantified_in(w->tm, conjuncts[k]))) state_know(copy, conjuncts[k]);
    record(l, node, 0, copy, list, n_inside, true);
  } else {
    assert_int_equal(answer, ANSWER_UNSAT);
    graph_record_target(&l->graph, node, 0, NODE_CUT);
    state_free(copy);
  }
  vec_u32_release(&vars);
  vec_term_release(&variables);
  return node;
}

// The head of a loop that is abstracted.
static inline void record_head(struct loops_world *l, struct node parent, uint32_t arc, struct state *s, uint32_t steps,
                               const struct inside *list, uint32_t n_inside) {
  struct location location = state_location(s);
  uint32_t n = 0;
  struct node nodes[CASES];
  const char *const *cases = cases_at(l, location);
  for (uint32_t i = n_inside; i-- > 0;)
    if (location_same(list[i].head, location) && list[i].depth == state_depth(s)) {
      struct node back = graph_record_back(&l->graph, parent, arc, list[i].node);
      graph_record_run(&l->graph, back, steps, 0);
      return;
    }
  struct node loop = graph_record_node(&l->graph, parent, arc, location, state_context(s), GRAPH_RUN | GRAPH_LOOP);
  graph_record_run(&l->graph, loop, steps, 0);
  struct inside inner[NEST];
  assert_true(n_inside < NEST);
  if (n_inside) memcpy(inner, list, n_inside * sizeof *list);
  inner[n_inside] = (struct inside){loop, location, state_depth(s)};
  for (; n < CASES && cases[n]; n++) nodes[n] = record_case(l, loop, s, cases[n], inner, n_inside + 1);
  graph_record_cases(&l->graph, loop, n, nodes);
}

static inline void record_branch(struct loops_world *l, struct node parent, uint32_t arc, struct state *s,
                                 const struct inside *list, uint32_t n_inside) {
  struct world *w = l->w;
  uint32_t n;
  struct edge edges[4];
  struct node node = graph_record_node(&l->graph, parent, arc, state_location(s), CONTEXT_ROOT, GRAPH_RUN);
  struct open_edge open[4];
  const struct open_edge *now = state_open(s, &n);
  assert_true(n <= 4);
  memcpy(open, now, n * sizeof *open);
  for (uint32_t i = 0; i < n; i++) edges[i] = open[i].edge;
  graph_expand(&l->graph, node, n, edges);
  for (uint32_t i = 0; i < n; i++) {
    struct model *model = NULL;
    if (path_check(w->solver, state_path(s), open[i].condition, state_model(s), &model) == ANSWER_UNSAT) {
      graph_record_target(&l->graph, node, i, NODE_CUT);
      continue;
    }
    struct state *copy = state_copy(s);
    state_take_edge(copy, open[i], model);
    model_unref(model);
    record(l, node, i, copy, list, n_inside, false);
  }
}

// Owns the state. An error that is met is lied about.
static inline void record(struct loops_world *l, struct node parent, uint32_t arc, struct state *s,
                          const struct inside *list, uint32_t n_inside, bool is_case) {
  struct edge edge;
  for (uint32_t steps = 0;; steps++) {
    enum state_event event = state_run(s, 0);
    if (event == STATE_BUDGET) {
      while (n_inside && (list[n_inside - 1].depth > state_depth(s) ||
                          (list[n_inside - 1].depth == state_depth(s) &&
                           !cfa_in_loop(l->w->cfa, state_location(s), list[n_inside - 1].head))))
        n_inside--;
      if (cases_at(l, state_location(s)) && !(is_case && steps == 0)) {
        record_head(l, parent, arc, s, steps, list, n_inside);
        break;
      }
      event = state_run_once(s, &edge);
      if (event == STATE_BUDGET) continue;
    }
    if (event == STATE_BRANCH) record_branch(l, parent, arc, s, list, n_inside);
    else graph_record_target(&l->graph, parent, arc, event == STATE_END ? NODE_END : NODE_CUT);
    break;
  }
  state_free(s);
}

static inline void world_record(struct loops_world *l, const struct example *e, const char *error) {
  *l = (struct loops_world){.w = example_world(e, error), .example = e};
  graph_init(&l->graph);
  record(l, NODE_NONE, 0, state_initial(l->w->program), NULL, 0, false);
}

static inline void world_release(struct loops_world *l) {
  graph_release(&l->graph);
  world_free(l->w);
}

static inline bool check(struct loops_world *l, const char **message) {
  *message = NULL;
  bool ok = check_graph(l->w->cfa, &l->w->limits, &l->w->stats, &l->graph, l->w->u, message);
  assert_true(ok == !*message);
  return ok;
}

static inline void expect(struct loops_world *l, const char *complaint) {
  const char *message;
  check(l, &message);
  if (!complaint) {
    if (message) fail_msg("%s refused: %s", l->example->name, message);
  } else {
    if (!message) fail_msg("%s accepted, but: %s", l->example->name, complaint);
    if (!strstr(message, complaint)) fail_msg("%s: said \"%s\", not \"%s\"", l->example->name, message, complaint);
  }
}

static inline struct node find(const struct loops_world *l, uint32_t kind, uint32_t from) {
  uint32_t i = from;
  while (i < l->graph.nodes.size && (l->graph.nodes.data[i].flags & GRAPH_KINDS) != kind) i++;
  return i < l->graph.nodes.size ? (struct node){i} : NODE_NONE;
}

// --- whatever is done to a graph -----------------------------------------------------------------------

static inline struct node random_node(struct loops_world *l) {
  struct node special[] = {NODE_OPEN, NODE_CUT, NODE_END, NODE_NONE};
  uint32_t k = below(l->w, l->graph.nodes.size + 5);
  return k < l->graph.nodes.size ? (struct node){k} : special[(k - l->graph.nodes.size) % 4];
}

static inline void mutate(struct loops_world *l) {
  struct graph *g = &l->graph;
  struct world *w = l->w;
  struct graph_node *n = &g->nodes.data[below(w, g->nodes.size)];
  struct graph_arc *arc = &g->arcs.data[below(w, g->arcs.size)];
  switch (below(w, 11)) {
  case 0:
  case 1:
  case 2: arc->target = random_node(l); break;
  case 3: arc->edge = (struct edge){below(w, w->cfa->edges.size + 1)}; break;
  case 4: n->location = (struct location){below(w, w->cfa->locations.size + 1)}; break;
  case 5: n->context = (struct context){below(w, unfold_contexts(w->u) + 1)}; break;
  case 6: n->subsumer = random_node(l); break;
  case 7: n->formula = (struct formula){below(w, g->formulas.size + 1)}; break;
  case 8: n->n_arcs = below(w, 3); break;
  case 9: n->steps = below(w, 4); break;
  default: n->flags ^= 1u << below(w, 5); break;
  }
}

// Returns how often it was accepted all the same.
static inline uint32_t mutate_often(struct loops_world *l, bool safe, uint32_t rounds) {
  uint32_t n = l->graph.nodes.size, m = l->graph.arcs.size, accepted = 0;
  struct graph_node *nodes = mem_alloc(n * sizeof *nodes);
  struct graph_arc *arcs = mem_alloc(m * sizeof *arcs);
  memcpy(nodes, l->graph.nodes.data, n * sizeof *nodes);
  memcpy(arcs, l->graph.arcs.data, m * sizeof *arcs);
  for (uint32_t round = 0; round < rounds; round++) {
    const char *message;
    for (uint32_t i = 1 + below(l->w, 4); i > 0; i--) mutate(l);
    bool ok = check(l, &message);
    assert_true(safe || !ok);
    accepted += ok;
    memcpy(l->graph.nodes.data, nodes, n * sizeof *nodes);
    memcpy(l->graph.arcs.data, arcs, m * sizeof *arcs);
  }
  mem_free(nodes);
  mem_free(arcs);
  return accepted;
}

// With its cases the example is accepted where it is safe, and refused where it is not.
static inline void expect_right(const struct example *e) {
  struct loops_world l;
  world_record(&l, e, e->safe);
  assert_true(!node_none(find(&l, GRAPH_LOOP, 0)) && !node_none(find(&l, GRAPH_BACK, 0)));
  expect(&l, NULL);
  world_release(&l);
  world_record(&l, e, e->unsafe);
  expect(&l, "feasible");
  world_release(&l);
}

#endif
