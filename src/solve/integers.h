// Formulas about bit-vectors as formulas about mathematical integers: quicker to decide at times, and not the same.
//
// A bit-vector is taken for the signed number that its bits mean, and arithmetic does not wrap: sums, products, shifts
// to the left and conversions to fewer bits give whatever number comes out. Variables have the range of their width.
// Unsigned comparisons, divisions and extensions take a negative number plus 2^width, as it should be.
//
// What has no meaning in integers becomes an arbitrary number, the same wherever the same term stands: bit operations
// but for masks and shifts by constants, reads of arrays, conversions from floats. Conditions about
// floats and arrays stay as they are, over bit-vectors; what they say about a variable is not known of its number.
//
// So a formula that cannot be satisfied may have a translation that can (arbitrary numbers), and the other way round
// (sums that wrap): neither answer is proof of anything.
#ifndef CLEW_SOLVE_INTEGERS_H
#define CLEW_SOLVE_INTEGERS_H
#include "term/term.h"

struct integers;
struct integers *integers_new(struct terms *tm);
void integers_free(struct integers *it);
// A bit-vector as a number; a formula over integers. Memoised.
struct term integers_term(struct integers *it, struct term t);
// The formula over integers, and the ranges of its variables: a conjunction.
struct term integers_translate(struct integers *it, struct term formula);

#endif
