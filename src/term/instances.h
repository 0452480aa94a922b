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

#endif
