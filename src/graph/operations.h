// Operations of the graph that need a proof (Aissat, Voisin, Wolff): mark, subsume, abstract, strengthen. Each proves
// its side condition, or changes nothing.
//
// While an engine works on a node, its exact configuration is a symbolic state (`s`, in the node's context); formulas
// are conjunctions over the variables of the unfolded program.
#ifndef CLEW_GRAPH_OPERATIONS_H
#define CLEW_GRAPH_OPERATIONS_H
#include "graph/graph.h"
#include "state/formula.h"

struct prover {
  struct terms *tm;
  struct graph *graph;
  struct program *program;
  struct solver *solver;       // may give up early: what is not proved is not done
  struct solver *exact;        // for graph_mark, whose answer is needed
  struct stats *stats;
  // Of one state: which conjuncts it satisfies (1) and which not (2), by term; between graph_remember and
  // graph_remember(p, NULL).
  struct state *remembered;
  struct map_u32 holds;
};

// The state is about to be compared with many formulas, and does not change meanwhile; NULL: no longer.
void graph_remember(struct prover *p, struct state *s);

// Marks the end of arc i unsatisfiable if the open edge's condition contradicts the state. UNSAT: marked. SAT: *model
// is a new reference to a model of the path with the condition.
enum answer graph_mark(struct prover *p, struct node node, uint32_t i, struct state *s, struct term condition,
                       struct model **model);
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
// The exact configuration of a node that is being explored, s, lies in the conjunction: that is its configuration from
// now on, so that it may subsume others. What is known below it was found for s alone: graph_abstract must prove the
// rest when the node is done, or graph_reset drop it.
bool graph_adopt(struct prover *p, struct node node, struct state *s, struct formula formula);

#endif
