// Notes of engines whose graph is checked later.
//
// Nothing here is proved. A graph that was written with these functions says what the engine believes, and it says
// something about the program only after src/check has checked it: TRUE is not said before. Engines use them where a
// proof at this time would be work for nothing (abstract domains that compute a covering themselves, execution that
// decides a path by concrete values) or where the graph has no operation for it (LOOP, CASE and BACK nodes).
//
// clew prune and clew paths do not check the graph: they run an engine that changes it by operations.h, and of the
// functions below uses graph_record_exact only, which cuts off nothing.
#ifndef CLEW_GRAPH_RECORD_H
#define CLEW_GRAPH_RECORD_H
#include "graph/graph.h"

// A new node at the end of an arc of `parent` (arc: its number there); parent NODE_NONE: the root. Not a CASE.
struct node graph_record_node(struct graph *g, struct node parent, uint32_t arc, struct location location,
                              struct context context, uint32_t flags);
// The node gets n open arcs with these edges.
void graph_record_arcs(struct graph *g, struct node node, uint32_t n, const struct edge *edges);
// The end of an arc; node NODE_NONE: the root.
void graph_record_target(struct graph *g, struct node node, uint32_t arc, struct node target);
// The node's configuration is the formula's.
void graph_record_formula(struct graph *g, struct node node, struct formula formula);
// The node's configuration is exact again: its formula goes. For nodes that subsume none.
void graph_record_exact(struct graph *g, struct node node);
// Paths through the node need not be feasible. Only counts of paths (count.h) look at that.
void graph_record_inexact(struct graph *g, struct node node);
// The node is subsumed by another one of its place, which has a formula when the graph is finished.
void graph_record_cover(struct graph *g, struct node node, struct node by);

// --- loops in graphs of branches -------------------------------------------------------------------------------------

// A case of a LOOP node, which hangs nowhere before graph_record_cases; its configuration is the formula's.
struct node graph_record_case(struct graph *g, struct node loop, struct formula formula);
// The arcs of a LOOP node.
void graph_record_cases(struct graph *g, struct node loop, uint32_t n, const struct node *cases);
// A BACK node at the end of an arc of `parent`: an occurrence of the LOOP node's head, subsumed by it.
struct node graph_record_back(struct graph *g, struct node parent, uint32_t arc, struct node loop);
// Of a LOOP or BACK node: the decided steps before it, and the arc of the case to try first.
void graph_record_run(struct graph *g, struct node node, uint32_t steps, uint32_t near);

#endif
