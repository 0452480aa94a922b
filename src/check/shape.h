// Is a graph well formed? A graph may come from a file: each number in it is checked before it is used as an index.
// NULL: it is; otherwise the reason (static).
#ifndef CLEW_CHECK_SHAPE_H
#define CLEW_CHECK_SHAPE_H
#include "graph/graph.h"

// The formula exists, or is FORMULA_NONE, and its variables are globals, the bump pointer, and variables of the frames
// that a state in this context has. With `every`, a conjunct may hold for all values of a
// variable (term/quantified.h).
const char *shape_formula(const struct cfa *cfa, struct unfold *unfold, const struct graph *graph,
                          struct context context, struct formula formula, bool every);
// The same of one conjunct, which may come from anywhere.
const char *shape_conjunct(const struct cfa *cfa, struct unfold *unfold, struct context context, struct term t,
                           bool every);
const char *shape_arcs(const struct graph *graph, const struct graph_node *n); // they exist

#endif
