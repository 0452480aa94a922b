// Instances of universally quantified formulas (quantified.h): what they say about the cells that other formulas read.
//
// An instance follows from its formula, whatever cells it is about: which ones are made is a matter of precision only.
#ifndef CLEW_TERM_INSTANCES_H
#define CLEW_TERM_INSTANCES_H
#include "term/term.h"

// Of each of the n formulas in `every` that has a universally quantified variable, instances for what the m formulas in
// `about` read, appended; the others are passed over. `of` (may be NULL) gets the index of the formula for each.
void instances_append(struct terms *tm, uint32_t n, const struct term *every, uint32_t m, const struct term *about,
                      struct vec_term *out, struct vec_u32 *of);

// --- cases -----------------------------------------------------------------------------------------------------------
// Queries with products are decided by identities of polynomials, for which it must be known which cells are meant:
// cases are distinguished, and instances reduced to their equations, before they are asked.

// Are the conjuncts unsatisfiable? False also where that is not known.
typedef bool (*instances_refute)(void *context, const struct vec_term *conjuncts);

// A formula about an arbitrary `variable`, in cases: if, with the conjuncts of `path`, each of them is unsatisfiable,
// so is the formula. Reads of cells that were written are choices by whether an index is that of the variable's cell;
// where it is, the variable is replaced by what it must be then.
void instances_cases(struct terms *tm, const struct vec_term *path, struct term formula, struct term variable,
                     instances_refute refute, void *context, struct vec_term *cases);
// Instances that the conjuncts of `path` reduce to the one disjunct that reads a cell become that; those that they make
// true, and of the others all but a few, are left out. `of` as for instances_append. Returns a disjunct of one that is
// left, or that the variable (may be none) is what it is compared with there. None: all were reduced.
struct term instances_reduce(struct terms *tm, const struct vec_term *path, struct term variable,
                             instances_refute refute, void *context, struct vec_term *instances, struct vec_u32 *of);
// Whether `split` holds is distinguished: a formula, which is one of the cases, becomes two.
void instances_distinguish(struct terms *tm, struct term formula, struct term split, struct term variable,
                           struct vec_term *cases);

#endif
