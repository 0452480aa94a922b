// What the files of this room share.
#ifndef CLEW_CFA_INTERNAL_H
#define CLEW_CFA_INTERNAL_H
#include "cfa/cfa.h"

// Makes variable `v`, whose term is set, known by name and by term.
void cfa_index_var(struct cfa *cfa, uint32_t v);
// cfa_add_var with the term's name given; it must not be taken.
uint32_t cfa_add_var_as(struct cfa *cfa, uint32_t function, enum cfa_var_kind kind, const char *name, const char *ctype,
                        struct sort sort, const char *unique);
// Releases what an edge owns.
void cfa_edge_release(struct cfa_edge *edge);

// Edges marked dead (from == CFA_NONE) and everything that cannot be reached
// from main go: edges, locations, functions and their variables. What remains
// is renumbered densely, in the old order. (sweep.c)
void cfa_sweep(struct cfa *cfa);

// What cfa_compress does, and, if `merge`, also: parallel edges that do the
// same become one, edges to a stop go. Expects and leaves it swept. (compress.c)
void cfa_reduce(struct cfa *cfa, bool merge);
// The disjunction of guards, simplified as formulas over their conjuncts. (merge.c)
struct term cfa_guard_union(struct terms *tm, uint32_t n, const struct term *guards);
// Of what an edge does, guard and place apart.
uint64_t cfa_edge_hash(const struct cfa_edge *edge);
// Do two edges of one location do the same but for their guards?
bool cfa_edges_equal(const struct cfa_edge *a, const struct cfa_edge *b);

// --- the text format: what print.c and read.c agree on -------------------------------

bool cfa_is_symbol_char(char c);   // of SMT-LIB's simple symbols
// "->", ".." and "?": a name that is one of them is written |between bars|.
bool cfa_is_mark(const char *word, size_t length);
// What `name` means inside a function: a global or a variable of the function by its unique name, or else the function's
// variable whose unique name is "function::name". CFA_NONE: nothing.
uint32_t cfa_resolve(const struct cfa *cfa, uint32_t function, const char *name);
// L0, L1, …: the labels of locations that have no name of their own.
bool cfa_is_plain_label(const char *label);

extern const char *const cfa_var_kind_names[];       // by enum cfa_var_kind
extern const char *const cfa_input_kind_names[];     // by enum cfa_input_kind
extern const char *const cfa_location_kind_names[];  // by enum cfa_location_kind

#endif
