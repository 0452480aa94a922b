// The graph is data: what is in it is looked at before it is used. NULL: it fits; otherwise why not (static).
#ifndef CLEW_CHECK_SHAPE_H
#define CLEW_CHECK_SHAPE_H
#include "graph/graph.h"

// A formula exists (FORMULA_NONE: there is none, which fits), and says something of globals, the bump pointer, and
// variables of the frames that a state in this context has. With `every`, a conjunct may hold for all values of a
// variable (term/quantified.h).
const char *shape_formula(const struct cfa *cfa, struct unfold *unfold, const struct graph *graph,
                          struct context context, struct formula formula, bool every);
// The same of one conjunct, which may come from anywhere.
const char *shape_conjunct(const struct cfa *cfa, struct unfold *unfold, struct context context, struct term t,
                           bool every);
const char *shape_arcs(const struct graph *graph, const struct graph_node *n); // they exist

#endif
