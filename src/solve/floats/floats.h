// Float bit-blasting: a formula over floats as one over bit-vectors.
//
// Every float term becomes a few bit-vector terms (its classes, sign, exponent and significand), every operation a
// construction over them, exact in every format and rounding mode. A float variable becomes a bit-vector variable
// that holds its interchange bits; any NaN pattern in it means the one NaN. What comes out has only Bool and bit-vector
// terms, so rewriting, bit-blasting and either back end apply to it. The remainder is not done here: array elimination
// removes it before.
#ifndef CLEW_SOLVE_FLOATS_FLOATS_H
#define CLEW_SOLVE_FLOATS_FLOATS_H
#include "term/term.h"

struct floats;

struct floats *floats_new(struct terms *tm);
void floats_free(struct floats *f);
// t (of sort Bool or bit-vector) without floats; memoised over the life of f. None where it holds a kind that is not
// covered (arrays, integers, fp.rem).
struct term floats_apply(struct floats *f, struct term t);
// The bit-vector variable that stands for a float variable; none if no formula had it yet.
struct term floats_variable(const struct floats *f, struct term var);

#endif
