// The check of the annotated part of a graph: nodes whose configuration is a formula. Nothing is taken from the engine
// but the graph.
//
// From a node with a formula each out-edge of its location is executed on terms (state/unfold.h): it must be refuted
// under the formula, or lead to a node whose formula follows, or to a node with an exact configuration, from which
// execution goes on. A subsumed node's configuration must lie in its subsumer's formula. No error, nothing unsupported
// and no open arc may be reached with a satisfiable configuration. Queries go to Z3 alone.
#ifndef CLEW_CHECK_INDUCTIVE_H
#define CLEW_CHECK_INDUCTIVE_H
#include "graph/graph.h"
#include "state/formula.h"

struct refuter;
struct inductive;
struct inductive *inductive_new(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct graph *graph,
                                struct unfold *unfold);
void inductive_free(struct inductive *ind);
// For unfinished graphs: open arcs are counted in *open and not followed, instead of refused. Such a graph is no proof,
// also when it is accepted.
void inductive_allow_open(struct inductive *ind, uint64_t *open);
// An error is not refused: it ends a path. For claims about paths (walk.h).
void inductive_allow_errors(struct inductive *ind);
// By location: becomes 1 for a loop head that is visited at a node without a formula and without a subsumer.
void inductive_watch(struct inductive *ind, uint32_t *passed);
// Checks the node, which has a formula, and everything below it; each node is checked once. False:
// *message (static) says why.
bool inductive_check(struct inductive *ind, struct node node, const char **message);
// Does the state, whose path condition is assumed in the refuter, lie in the node's formula, at its location and in its
// context?
bool inductive_entered(struct inductive *ind, struct refuter *refuter, struct state *s, struct node node,
                       const char **message);

#endif
