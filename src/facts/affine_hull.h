// Linear equations modulo 2^w that hold for given rows of numbers (affine_hull.c).
#ifndef CLEW_FACTS_AFFINE_HULL_H
#define CLEW_FACTS_AFFINE_HULL_H
#include "base/memory/vec.h"

// Equations Σ c[i]·x[i] = 0 modulo 2^width that hold for all rows x of `columns` numbers: appends `columns`
// coefficients for each, and its leading column to `leading`. That one has coefficient 1 and is in no other equation;
// the others are early columns where possible: the caller puts simple ones first. Coefficients are the smallest that
// will do, as numbers modulo 2^width.
void hull_equations(uint32_t width, uint32_t columns, uint32_t rows, const uint64_t *values, struct vec_u64 *equations,
                    struct vec_u32 *leading);

#endif
