// Polynomials modulo 2^width: the normal form of +, - and × on bit-vectors.
//
// Bit-vectors of a width are the ring Z/2^width, in which sums, negations, complements, products and shifts by
// constants are exact. The low bits of any of these are the same operation on low bits, so that truncations are looked
// through; extensions are not, as the bits they add are no function of the low bits in the ring. What is no ring
// operation is an atom: a term whose value is any number.
//
// A polynomial is a sum of monomials in descending order (by degree, then lexicographically), with coefficients that
// are not 0. Two terms with the same polynomial have the same value, whatever their atoms are. The converse fails: 2^31
// · x · (x + 1) is 0 in 32 bits for every x.
#ifndef CLEW_TERM_POLYNOMIAL_H
#define CLEW_TERM_POLYNOMIAL_H
#include "term/term.h"

enum { POLYNOMIAL_DEGREE = 12, POLYNOMIAL_MONOMIALS = 400, POLYNOMIAL_WIDTH = 64 };

struct monomial {
  uint64_t coefficient;
  uint32_t degree;
  uint32_t atoms[POLYNOMIAL_DEGREE]; // ids of terms, ascending, as often as the degree says; the rest is 0
};
VEC_TYPE(vec_monomial, struct monomial)

struct polynomial {
  uint32_t width; // at most POLYNOMIAL_WIDTH
  struct vec_monomial monomials;
};
VEC_TYPE(vec_polynomial, struct polynomial)

// Where a function gives false, the result would have a degree, a number of monomials or a cost beyond the bounds.

// The low `bits` bits of t, which has at least as many, as a polynomial modulo 2^width (bits <= width): the
// polynomial's value is that of t modulo 2^bits.
bool polynomial_of(struct terms *tm, struct term t, uint32_t bits, uint32_t width, struct polynomial *out);
// For an equation between bit-vectors, a polynomial modulo 2^width that is 0 where the equation holds: the difference
// of its sides, times a power of two if they have fewer bits.
bool polynomial_of_equation(struct terms *tm, struct term equation, uint32_t width, struct polynomial *out);
// p += factor · m · q (of m its coefficient does not count). p and q are not the same.
bool polynomial_add_product(struct polynomial *p, uint64_t factor, const struct monomial *m,
                            const struct polynomial *q);
// p += q · r
bool polynomial_add_product_of(struct polynomial *p, const struct polynomial *q, const struct polynomial *r);
// The term that says it: products of atoms in the order of the monomials, with their coefficients, added up.
struct term polynomial_term(struct terms *tm, const struct polynomial *p);
struct polynomial polynomial_copy(const struct polynomial *p);
void polynomial_release(struct polynomial *p);

int monomial_compare(const struct monomial *a, const struct monomial *b); // the order; coefficients do not count
bool monomial_multiply(const struct monomial *a, const struct monomial *b, struct monomial *out);
bool monomial_divide(const struct monomial *a, const struct monomial *b,
                     struct monomial *out); // false: b is no divisor

static inline uint64_t polynomial_mask(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }
static inline bool polynomial_is_zero(const struct polynomial *p) { return !p->monomials.size; }

#endif
