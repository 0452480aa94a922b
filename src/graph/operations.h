// The five operations on the red-black graph (Aissat, Voisin, Wolff, section 4.2): execute, mark, subsume, abstract,
// strengthen. Each proves its side condition or changes nothing, so that at any time, also when the run is interrupted,
// every feasible path of the program is a path of the graph (the paper's theorem gt_calc_preserves).
//
// While an engine works on a node, its exact configuration is a symbolic state (`s`, in the node's context); formulas
// are conjunctions over the variables of the unfolded program. The proofs are those of the engine's own solver;
// src/check proves them again before TRUE is said.
#ifndef CLEW_GRAPH_OPERATIONS_H
#define CLEW_GRAPH_OPERATIONS_H
#include "graph/graph.h"
#include "state/formula.h"

struct prover {
  struct terms *tm;
  struct graph *graph;
  struct program *program;
  struct solver *solver; // may give up early: an operation without a proof is not carried out
  struct solver *exact; // for graph_mark, whose answer is needed
  struct stats *stats;
  // Of one state: which conjuncts it satisfies (1) and which not (2), by term; between graph_remember and
  // graph_remember(p, NULL).
  struct state *remembered;
  struct map_u32 holds;
};

// --- execute ---------------------------------------------------------------------------------------------------------
// Side condition: the node is not subsumed, and the edges are out-edges of its location. There is nothing to prove: an
// open arc stands for the black part, and a new node's configuration is exact.

// Gives the node n arcs with these edges, all open.
void graph_expand(struct graph *g, struct node node, uint32_t n, const struct edge *edges);
// A new node at the end of an arc of `parent` (arc: its number there); parent NODE_NONE: the root.
struct node graph_add(struct graph *g, struct node parent, uint32_t arc, struct location location,
                      struct context context);
// Undo: the arc is open again; the node is as it was when it was new (arcs, subsumer, formula, strengthening go). The
// nodes below are lost; no path is, because an open arc stands for the black part.
void graph_reopen(struct graph *g, struct node node, uint32_t arc); // node NODE_NONE: the root
void graph_reset(struct graph *g, struct node node);

// --- mark ------------------------------------------------------------------------------------------------------------

// Marks the end of arc i unsatisfiable if the open edge's condition contradicts the state. UNSAT: marked. SAT: *model
// is a new reference to a model of the path with the condition.
enum answer graph_mark(struct prover *p, struct node node, uint32_t i, struct state *s, struct term condition,
                       struct model **model);
// Marks arcs from … to - 1, whose guards execution of the exact configuration evaluated to false (state_open does not
// list their edges, or state_run_once took another): the evaluation is the proof.
void graph_mark_decided(struct graph *g, struct node node, uint32_t from, uint32_t to);

// --- subsume, abstract, strengthen -----------------------------------------------------------------------------------

// The state is about to be compared with many formulas, and does not change meanwhile; NULL: no longer.
void graph_remember(struct prover *p, struct state *s);

// Does the state lie in the conjunction? `hint` (may be NULL) is the index of the conjunct to look at first, and
// becomes that of the one that failed.
bool graph_entails(struct prover *p, struct state *s, struct formula formula, uint32_t *hint);
// The node, whose configuration is s, becomes subsumed by another node of its location and context that has a formula,
// and is abstracted to it.
bool graph_subsume(struct prover *p, struct node node, struct state *s, struct node by, uint32_t *hint);
// The node's configuration becomes the conjunction: s lies in it (s NULL: known already, because the node has a formula
// that it replaces by a weaker one), it lies in the strengthening, what execution makes of it lies in the formulas of
// the nodes at the ends of its arcs (arcs must not lead to nodes with exact configurations), its cut edges stay
// unsatisfiable, it lies in its subsumer's formula.
bool graph_abstract(struct prover *p, struct node node, struct state *s, struct formula formula);
// Abstractions of the node must lie in the conjunction from now on, too; its configuration does.
bool graph_strengthen(struct prover *p, struct node node, struct state *s, struct formula formula);

// The one exception, for a node that is being explored: s, its exact configuration, lies in the conjunction, which is
// its configuration from now on, so that it may subsume nodes below it. The nodes below it were explored for s alone.
// Until graph_abstract has proved the rest, or graph_reset has dropped it, feasible paths may be missing.
bool graph_adopt(struct prover *p, struct node node, struct state *s, struct formula formula);

#endif
