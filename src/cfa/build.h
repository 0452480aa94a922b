// How automata are built and copied: variables by name and term, and what edges own.
#ifndef CLEW_CFA_BUILD_H
#define CLEW_CFA_BUILD_H
#include "cfa/cfa.h"

// Makes variable `v`, whose term is set, known by name and by term.
void cfa_index_var(struct cfa *cfa, uint32_t v);
// cfa_add_var with the term's name given; it must not be taken.
uint32_t cfa_add_var_as(struct cfa *cfa, uint32_t function, enum cfa_var_kind kind, const char *name, const char *ctype,
                        struct sort sort, const char *unique);
// The strings of the elements become the automaton's own (copy.c).
void cfa_own_inputs(struct cfa *cfa, struct vec_input *inputs);
void cfa_own_allocs(struct cfa *cfa, struct vec_alloc *allocs);
// Releases what an edge owns.
void cfa_edge_release(struct cfa_edge *edge);

#endif
