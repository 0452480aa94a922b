// The red-black graph (Aissat, Voisin, Wolff: Infeasible Paths Elimination by Symbolic Execution Techniques).
//
// The black part is the automaton, with its calls unfolded (state/unfold.h), and never changes. The red part unfolds
// it: a red node is an occurrence of a black location in a context, a red arc one of a black edge. A node has a
// configuration, a set of states:
// - exact, at first: what symbolic execution along the arcs makes of the parent's configuration, of the initial states
// for the root;
// - a formula over the variables of the unfolded program, after the node was abstracted.
// Out-edges of an expanded node are arcs. The target of an arc is a red node, or NODE_OPEN (not executed yet: from
// there on the black part is meant), NODE_CUT (executed and marked unsatisfiable) or NODE_END (what follows is
// decided by concrete values and ends without error; only from exact configurations). An out-edge without an arc counts
// as cut. A node that is subsumed stands for its subsumer, which has a formula and the same location and context.
//
// Nodes of engines that record branches only (GRAPH_RUN) are where execution stops next when decided steps are taken
// from the end of the arc: these steps are black edges that the graph does not list. Their contexts are not recorded
// (CONTEXT_ROOT).
//
// Loops in graphs of branches (Jonáš, Strejček, Griggio): where a loop's head is abstracted stands a LOOP node. Its
// arcs (their edge is EDGE_NONE) lead to CASE nodes at the same place, each with a formula. A case stands for the LOOP
// node's configuration in which all variables that the loop may change (cfa_loop_changes) have arbitrary values that
// satisfy the formula; the cases together cover the configuration. The one arc of a case (edge EDGE_NONE) leads to the
// node where execution stops next. A later occurrence of the head, before the path leaves the loop, is a BACK node,
// subsumed by the LOOP node above it: its configuration lies in the cases, too. LOOP, CASE and BACK nodes have their
// context; `steps` says how many decided steps lie between the end of the arc and a LOOP or BACK node.
//
// This header reads a graph. Two others change it:
// - operations.h: the five operations of the paper, which lose no feasible path at any time;
// - record.h: notes of engines whose graph means something only after src/check has checked it.
//
// Invariants, for which src/check looks again: for an arc from v to w, what execution makes of v's configuration lies
// in w's; a subsumed node's configuration lies in its subsumer's; a cut arc is unsatisfiable; a configuration lies in
// its node's strengthening.
#ifndef CLEW_GRAPH_GRAPH_H
#define CLEW_GRAPH_GRAPH_H
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "state/unfold.h"

// Handles of nodes and of formulas.
struct node {
  uint32_t id;
};
struct formula {
  uint32_t id;
};
#define NODE_NONE ((struct node){UINT32_MAX})
// What an arc may lead to besides a node.
#define NODE_OPEN ((struct node){UINT32_MAX - 1})
#define NODE_CUT ((struct node){UINT32_MAX - 2})
#define NODE_END ((struct node){UINT32_MAX - 3})
#define FORMULA_NONE ((struct formula){UINT32_MAX})
static inline bool node_none(struct node n) { return n.id == UINT32_MAX; }
static inline bool node_same(struct node a, struct node b) { return a.id == b.id; }
static inline bool node_is_real(struct node n) { return n.id < UINT32_MAX - 3; } // not none, open, cut or end
static inline bool formula_none(struct formula f) { return f.id == UINT32_MAX; }
static inline bool formula_same(struct formula a, struct formula b) { return a.id == b.id; }
VEC_TYPE(vec_node, struct node)
#define GRAPH_NODES_MAX (UINT32_MAX - 16)
#define GRAPH_NO_ARC UINT32_MAX

enum {
  GRAPH_EXPANDED = 1, // it has arcs for its out-edges
  GRAPH_RUN = 2, // decided steps lie between the arc and the node
  GRAPH_LOOP = 4,
  GRAPH_CASE = 8,
  GRAPH_BACK = 16, // GRAPH_RUN, too; a node is one of these, or none
  GRAPH_KINDS = GRAPH_LOOP | GRAPH_CASE | GRAPH_BACK,
  GRAPH_INEXACT = 32, // of a graph for pruning: paths that pass through it need not be feasible
};

struct graph_node {
  struct location location;
  struct context context;
  struct node parent; // NODE_NONE for the root
  uint32_t arc; // the arc into it (index into arcs); GRAPH_NO_ARC for the root
  uint32_t first_arc, n_arcs;
  struct node subsumer; // or NODE_NONE
  struct formula formula; // its configuration; FORMULA_NONE: exact
  struct formula strengthening; // or FORMULA_NONE
  uint32_t flags;
  uint32_t steps; // of LOOP and BACK nodes: decided steps before it
  uint32_t near; // of LOOP and BACK nodes: the arc of the LOOP node whose case the check should try first
};
VEC_TYPE(vec_graph_node, struct graph_node)

struct graph_arc {
  struct edge edge;
  struct node target;
};
VEC_TYPE(vec_graph_arc, struct graph_arc)

struct graph_formula {
  uint32_t first, count;
}; // a conjunction: terms[first …]
VEC_TYPE(vec_graph_formula, struct graph_formula)

struct graph {
  struct vec_graph_node nodes;
  struct vec_graph_arc arcs;
  struct vec_graph_formula formulas;
  struct vec_term terms;
  struct map_u32 known; // hash of a conjunction → formula + 1 (then linear in `same`)
  struct vec_u32 same; // by formula: the one before with the same hash, or UINT32_MAX
  struct node root; // NODE_OPEN at first, NODE_END if the program has no branch
};

void graph_init(struct graph *g);
void graph_release(struct graph *g);
static inline const struct graph_arc *graph_arc(const struct graph *g, struct node node, uint32_t i) {
  return &g->arcs.data[g->nodes.data[node.id].first_arc + i];
}
static inline const struct graph_node *graph_node(const struct graph *g, struct node node) {
  return &g->nodes.data[node.id];
}
// Conjunctions, interned: sorted by id, without true and duplicates; a false conjunct stands alone. The empty one is
// formula "true".
struct formula graph_conjunction(struct graph *g, struct terms *tm, uint32_t n, const struct term *conjuncts);
const struct term *graph_conjuncts(const struct graph *g, struct formula formula, uint32_t *n); // FORMULA_NONE: none

// The nodes that can be reached from the root by arcs, in order of a depth-first walk; subsumers are reached too.
void graph_reachable(const struct graph *g, struct vec_node *nodes);

#endif
