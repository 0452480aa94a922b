// What the files of this room share.
#ifndef CLEW_CFA_INTERNAL_H
#define CLEW_CFA_INTERNAL_H
#include "cfa/cfa.h"

// Makes variable `v`, whose term is set, known by name and by term.
void cfa_index_var(struct cfa *cfa, uint32_t v);
// Releases what an edge owns.
void cfa_edge_release(struct cfa_edge *edge);

// Edges marked dead (from == CFA_NONE) and everything that cannot be reached
// from main go: edges, locations, functions and their variables. What remains
// is renumbered densely, in the old order. (sweep.c)
void cfa_sweep(struct cfa *cfa);

#endif
