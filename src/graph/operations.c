// Execute, mark, subsume, abstract, strengthen: each with its side condition.
#include "graph/operations.h"
#include "graph/record.h"
#include <assert.h>

// --- execute and mark ------------------------------------------------------------------------------------------------

void graph_expand(struct graph *g, struct node node, uint32_t n, const struct edge *edges) {
  assert(node_none(graph_node(g, node)->subsumer));
  graph_record_arcs(g, node, n, edges);
}

struct node graph_add(struct graph *g, struct node parent, uint32_t arc, struct location location,
                      struct context context) {
  assert(node_none(parent) || node_none(graph_node(g, parent)->subsumer));
  return graph_record_node(g, parent, arc, location, context, 0);
}

void graph_reopen(struct graph *g, struct node node, uint32_t arc) { graph_record_target(g, node, arc, NODE_OPEN); }

void graph_reset(struct graph *g, struct node node) {
  assert(node.id < g->nodes.size);
  struct graph_node *v = &g->nodes.data[node.id];
  v->first_arc = v->n_arcs = 0;
  v->subsumer = NODE_NONE;
  v->formula = v->strengthening = FORMULA_NONE;
  v->flags &= ~(uint32_t)(GRAPH_EXPANDED | GRAPH_INEXACT);
}

void graph_mark_decided(struct graph *g, struct node node, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) graph_record_target(g, node, i, NODE_CUT);
}

enum answer graph_mark(struct prover *p, struct node node, uint32_t i, struct state *s, struct term condition,
                       struct model **model) {
  enum answer answer = state_feasible(s, p->exact, condition, model);
  if (answer == ANSWER_UNSAT) graph_record_target(p->graph, node, i, NODE_CUT);
  return answer;
}

// --- states against formulas ------------------------------------------------------------------------------------

void graph_remember(struct prover *p, struct state *s) {
  p->remembered = s;
  if (p->holds.size) map_u32_clear(&p->holds);
}

static bool satisfies(struct prover *p, struct state *s, struct term t) {
  uint32_t *known = p->remembered == s ? map_u32_find(&p->holds, t.id) : NULL;
  if (known) return *known == 1;
  bool yes = state_violates(s, p->solver, t, NULL) == ANSWER_UNSAT;
  if (p->remembered == s) map_u32_put(&p->holds, t.id, yes ? 1 : 2);
  return yes;
}

bool graph_entails(struct prover *p, struct state *s, struct formula formula, uint32_t *hint) {
  uint32_t n, first = hint ? *hint : 0;
  const struct term *conjuncts = graph_conjuncts(p->graph, formula, &n);
  for (uint32_t k = 0; k < n; k++) {
    // The one that failed last time first, then the others in their order.
    uint32_t i = first >= n ? k : k == 0 ? first : k <= first ? k - 1 : k;
    if (satisfies(p, s, conjuncts[i])) continue;
    if (hint) *hint = i;
    return false;
  }
  return true;
}

static bool same_place(const struct graph_node *a, const struct graph_node *b) {
  return location_same(a->location, b->location) && context_same(a->context, b->context);
}

bool graph_subsume(struct prover *p, struct node node, struct state *s, struct node by, uint32_t *hint) {
  struct graph_node *v = &p->graph->nodes.data[node.id];
  const struct graph_node *subsumer = graph_node(p->graph, by);
  assert(same_place(v, subsumer) && !formula_none(subsumer->formula) && !(v->flags & GRAPH_EXPANDED));
  if (!state_is_static(s) || !graph_entails(p, s, subsumer->formula, hint)) return false;
  v->subsumer = by;
  v->formula = subsumer->formula;
  return true;
}

// --- formulas against formulas ---------------------------------------------------------------------------------

static bool contains(uint32_t n, const struct term *conjuncts, struct term t) {
  for (uint32_t i = 0; i < n; i++)
    if (term_same(conjuncts[i], t)) return true;
  return false;
}

// Does the conjunction, with the guard, exclude `bad`?
static bool excludes(struct prover *p, uint32_t n, const struct term *conjuncts, struct term guard, struct term bad) {
  struct terms *tm = p->tm;
  if (term_is_false(tm, bad) || term_is_false(tm, guard)) return true;
  struct vec_term all = {0};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&all, conjuncts[i]);
  if (!term_is_true(tm, guard)) vec_term_push(&all, guard);
  if (!term_is_true(tm, bad)) vec_term_push(&all, bad);
  bool holds = solver_check(p->solver, all.size, all.data) == ANSWER_UNSAT;
  vec_term_release(&all);
  return holds;
}

static bool formula_entails(struct prover *p, struct formula from, struct formula to) {
  uint32_t n, m;
  const struct term *a = graph_conjuncts(p->graph, from, &n), *b = graph_conjuncts(p->graph, to, &m);
  for (uint32_t i = 0; i < m; i++)
    if (!contains(n, a, b[i]) && !excludes(p, n, a, term_true(p->tm), term_not(p->tm, b[i]))) return false;
  return true;
}

static bool is_disjunct(const struct terms *tm, struct term clause, struct term t) {
  if (term_kind(tm, clause) != TERM_OR) return term_same(clause, t);
  for (uint32_t i = 0; i < term_arity(tm, clause); i++)
    if (term_same(term_child(tm, clause, i), t)) return true;
  return false;
}

// Is the conjunct a, as a disjunction, a part of: the guard does not hold, or t?
static bool is_part(struct terms *tm, struct term a, struct term guard, struct term t) {
  uint32_t n = term_kind(tm, a) == TERM_OR ? term_arity(tm, a) : 1;
  for (uint32_t i = 0; i < n; i++) {
    struct term x = n > 1 ? term_child(tm, a, i) : a;
    if (is_disjunct(tm, t, x)) continue;
    struct term no = term_not(tm, x);
    bool in_guard = term_same(guard, no);
    for (uint32_t k = 0; !in_guard && term_kind(tm, guard) == TERM_AND && k < term_arity(tm, guard); k++)
      in_guard = term_same(term_child(tm, guard, k), no);
    if (!in_guard) return false;
  }
  return true;
}

static bool follows_at_once(struct terms *tm, uint32_t n, const struct term *conjuncts, struct term guard,
                            struct term t) {
  for (uint32_t i = 0; i < n; i++)
    if (is_part(tm, conjuncts[i], guard, t)) return true;
  return false;
}

// What the step makes of the conjunction lies in `to` (FORMULA_NONE: the step cannot be taken).
static bool step_entails(struct prover *p, struct formula from, const struct unfold_step *step, struct formula to) {
  uint32_t n, m;
  const struct term *a = graph_conjuncts(p->graph, from, &n);
  if (!step->known) return false;
  if (formula_none(to))
    return follows_at_once(p->tm, n, a, step->step.guard, term_false(p->tm)) ||
           excludes(p, n, a, step->step.guard, term_true(p->tm));
  const struct term *b = graph_conjuncts(p->graph, to, &m);
  for (uint32_t i = 0; i < m; i++) {
    struct term before = substitution_apply(step->back, b[i]);
    if (term_is_true(p->tm, before) || follows_at_once(p->tm, n, a, step->step.guard, before)) continue;
    if (!excludes(p, n, a, step->step.guard, term_not(p->tm, before))) return false;
  }
  return true;
}

static bool is_false(struct prover *p, struct formula formula) {
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(p->graph, formula, &n);
  return n == 1 && term_is_false(p->tm, conjuncts[0]);
}

// The node's out-edges under the new formula.
static bool arcs_entailed(struct prover *p, struct node node, struct formula formula) {
  struct graph *g = p->graph;
  struct unfold *u = program_unfold(p->program);
  struct graph_node v = *graph_node(g, node);
  for (uint32_t i = 0; i < v.n_arcs; i++) {
    struct graph_arc arc = *graph_arc(g, node, i);
    if (edge_none(arc.edge)) continue;
    if (node_same(arc.target, NODE_OPEN) || node_same(arc.target, NODE_END)) return false;
    bool cut = node_same(arc.target, NODE_CUT);
    struct formula to = cut ? FORMULA_NONE : graph_node(g, arc.target)->formula;
    if (!cut && formula_none(to)) return false;
    if (!step_entails(p, formula, unfold_step(u, v.context, arc.edge), to)) return false;
  }
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(g, formula, &n);
  return excludes(p, n, conjuncts, term_true(p->tm), unfold_too_large(u, v.context, v.location));
}

bool graph_abstract(struct prover *p, struct node node, struct state *s, struct formula formula) {
  struct graph *g = p->graph;
  struct graph_node *v = &g->nodes.data[node.id];
  if (formula_same(v->formula, formula) && !(v->flags & GRAPH_EXPANDED)) return true;
  if (s && (!state_is_static(s) || !graph_entails(p, s, formula, NULL))) return false;
  if (!s && (formula_none(v->formula) || !formula_entails(p, v->formula, formula))) return false;
  if (!is_false(p, formula)) {
    if (!formula_none(v->strengthening) && !formula_entails(p, formula, v->strengthening)) return false;
    if (!node_none(v->subsumer) && !formula_entails(p, formula, graph_node(g, v->subsumer)->formula)) return false;
    if ((v->flags & GRAPH_EXPANDED) && !arcs_entailed(p, node, formula)) return false;
  }
  v->formula = formula;
  return true;
}

bool graph_strengthen(struct prover *p, struct node node, struct state *s, struct formula formula) {
  struct graph *g = p->graph;
  struct graph_node *v = &g->nodes.data[node.id];
  bool holds = formula_none(v->formula) ? graph_entails(p, s, formula, NULL) : formula_entails(p, v->formula, formula);
  if (!holds) return false;
  if (!formula_none(v->strengthening)) {
    // Both must hold from now on.
    struct vec_term both = {0};
    uint32_t n;
    const struct term *conjuncts = graph_conjuncts(g, v->strengthening, &n);
    for (uint32_t i = 0; i < n; i++) vec_term_push(&both, conjuncts[i]);
    conjuncts = graph_conjuncts(g, formula, &n);
    for (uint32_t i = 0; i < n; i++) vec_term_push(&both, conjuncts[i]);
    formula = graph_conjunction(g, p->tm, both.size, both.data);
    vec_term_release(&both);
  }
  v->strengthening = formula;
  return true;
}

bool graph_adopt(struct prover *p, struct node node, struct state *s, struct formula formula) {
  if (!graph_entails(p, s, formula, NULL)) return false;
  p->graph->nodes.data[node.id].formula = formula;
  return true;
}
