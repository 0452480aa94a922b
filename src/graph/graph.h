// The red-black graph (Aissat, Voisin, Wolff: Infeasible Paths Elimination by Symbolic Execution Techniques).
//
// The black part is the automaton, with its calls unfolded (state/unfold.h), and never changes. The red part unfolds
// it: a red node is an occurrence of a black location in a context, a red arc one of a black edge. A node has a
// configuration, a set of states:
// - exact, at first: what symbolic execution along the arcs makes of the parent's configuration, of the initial states
// for the root;
// - a formula over the variables of the unfolded program, after the node was abstracted.
// Out-edges of an expanded node are arcs. The target of an arc is a red node, or GRAPH_OPEN (not executed yet: from
// there on the black part is meant), GRAPH_CUT (executed and marked unsatisfiable) or GRAPH_END (what follows is
// decided by concrete values and ends without error; only from exact configurations). An out-edge without an arc counts
// as cut. A node that is subsumed stands for its subsumer, which has a formula and the same location and context.
//
// Nodes of engines that record branches only (GRAPH_RUN) are where execution stops next when decided steps are taken
// from the end of the arc: these steps are black edges that the graph does not list. Their contexts are not recorded
// (CONTEXT_ROOT).
//
// Loops in graphs of branches (paper 000): where a loop's head is abstracted stands a LOOP node. Its arcs (their edge
// is CFA_NONE) lead to CASE nodes at the same place, each with a formula. A case stands for the LOOP node's
// configuration in which all variables that the loop may change (cfa_loop_changes) have arbitrary values that satisfy
// the formula; the cases together cover the configuration. The one arc of a case (edge CFA_NONE) leads to the node
// where execution stops next. A later occurrence of the head, before the path leaves the loop, is a BACK node, subsumed
// by the LOOP node above it: its configuration lies in the cases, too. LOOP, CASE and BACK nodes have their context;
// `steps` says how many decided steps lie between the end of the arc and a LOOP or BACK node.
//
// Operations of the paper: execute (graph_expand, graph_add), mark (graph_mark), subsume, abstract, strengthen
// (operations.h). Besides them only graph_forget, which makes a node as it was when it was new: what was known below it
// is lost, no path is.
//
// Invariants, for which src/proof looks again: for an arc from v to w, what execution makes of v's configuration lies
// in w's; a subsumed node's configuration lies in its subsumer's; what is cut is unsatisfiable; a configuration lies in
// its node's strengthening.
#ifndef CLEW_GRAPH_GRAPH_H
#define CLEW_GRAPH_GRAPH_H
#include "base/map.h"
#include "base/vec.h"
#include "state/unfold.h"

#define GRAPH_NONE UINT32_MAX
#define GRAPH_OPEN (UINT32_MAX - 1)
#define GRAPH_CUT (UINT32_MAX - 2)
#define GRAPH_END (UINT32_MAX - 3)
#define GRAPH_NODES_MAX (UINT32_MAX - 16)

enum {
  GRAPH_EXPANDED = 1, // it has arcs for its out-edges
  GRAPH_RUN = 2, // decided steps lie between the arc and the node
  GRAPH_LOOP = 4,
  GRAPH_CASE = 8,
  GRAPH_BACK = 16, // GRAPH_RUN, too; a node is one of these, or none
  GRAPH_KINDS = GRAPH_LOOP | GRAPH_CASE | GRAPH_BACK
};

struct graph_node {
  uint32_t location, context;
  uint32_t parent, arc; // the arc into it (index into arcs); GRAPH_NONE for the root
  uint32_t first_arc, n_arcs;
  uint32_t subsumer; // a node, or GRAPH_NONE
  uint32_t formula; // its configuration; GRAPH_NONE: exact
  uint32_t strengthening; // a formula, or GRAPH_NONE
  uint32_t flags;
  uint32_t steps; // of LOOP and BACK nodes: decided steps before it
  uint32_t near; // of LOOP and BACK nodes: the arc of the LOOP node whose case the check should try first
};
VEC_TYPE(vec_graph_node, struct graph_node)

struct graph_arc {
  uint32_t edge, target;
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
  struct vec_u32 same; // by formula: the one before with the same hash, or GRAPH_NONE
  uint32_t root; // a node, GRAPH_OPEN at first, GRAPH_END if the program has no branch
};

void graph_init(struct graph *g);
void graph_release(struct graph *g);
// A new node at the end of an arc of `parent` (arc: its number there); parent GRAPH_NONE: the root. A CASE hangs
// nowhere before graph_set_cases.
uint32_t graph_add(struct graph *g, uint32_t parent, uint32_t arc, uint32_t location, uint32_t context, uint32_t flags);
void graph_set_cases(struct graph *g, uint32_t node, uint32_t n, const uint32_t *cases); // the arcs of a LOOP node
// Gives the node n arcs with these edges, all open.
void graph_expand(struct graph *g, uint32_t node, uint32_t n, const uint32_t *edges);
void graph_set_target(struct graph *g, uint32_t node, uint32_t arc, uint32_t target); // node GRAPH_NONE: the root
static inline struct graph_arc *graph_arc(const struct graph *g, uint32_t node, uint32_t i) {
  return &g->arcs.data[g->nodes.data[node].first_arc + i];
}
void graph_forget(
    struct graph *g,
    uint32_t node); // arcs, subsumer, formula, strengthening; what was below it is not in the graph any more

// Conjunctions, interned: sorted by id, without true and duplicates; a false conjunct stands alone. The empty one is
// formula "true".
uint32_t graph_conjunction(struct graph *g, struct terms *tm, uint32_t n, const struct term *conjuncts);
const struct term *graph_conjuncts(const struct graph *g, uint32_t formula, uint32_t *n); // GRAPH_NONE: none

// The nodes that can be reached from the root by arcs, in order of a depth-first walk; subsumers are reached too.
void graph_reachable(const struct graph *g, struct vec_u32 *nodes);

#endif
