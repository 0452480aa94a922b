// Equations between polynomials, made a basis; and polynomials reduced by it.
//
// Every member knows of what it is a combination: Σ cofactor · equation, so that a polynomial that is reduced to 0
// comes with its cofactors. Members of the first kind are solved: their leading monomial is a single atom with the
// coefficient 1 that no other monomial of them has, whatever the order says. All others have leading monomials by the
// order, without atoms that are solved for, and coefficients that are powers of two.
#ifndef CLEW_SOLVE_RING_BASIS_H
#define CLEW_SOLVE_RING_BASIS_H
#include "term/polynomial.h"

struct combination { // of the given equations
  struct polynomial value;
  struct polynomial *cofactors; // by equation
};

struct member {
  struct combination of;
  struct monomial lead; // with its coefficient
  bool gone;            // it became 0
};
VEC_TYPE(vec_member, struct member)

struct basis {
  uint32_t width, n; // of the polynomials; given equations
  struct vec_member solved, others;
  uint32_t steps; // of reduction, so far
};

// The polynomials, which are 0, are n. False: too large.
bool basis_init(struct basis *b, uint32_t width, uint32_t n, const struct polynomial *equations);
// Adds what follows from two members, or a multiple of one, and has a smaller leading monomial. False: nothing new, or
// too much.
bool basis_extend(struct basis *b, uint32_t pairs);
// Reduces p to 0: cofactors by equation, own, to be freed with their array. NULL: it is not 0, or that costs too much.
struct polynomial *basis_reduce(struct basis *b, const struct polynomial *p);
// What is left of p, own; uses[i] is set for the equations that it took. False: it costs too much.
bool basis_remainder(struct basis *b, const struct polynomial *p, struct polynomial *out, unsigned char *uses);
// A member that is a constant, by its cofactors; NULL: there is none.
struct polynomial *basis_contradiction(struct basis *b);
void basis_release(struct basis *b);
void cofactors_free(uint32_t n, struct polynomial *cofactors);

#endif
