// Clauses for CaDiCaL from gates, with structural hashing.
//
// A literal is CaDiCaL's: a variable number with its sign. Variable 1 is true. Gates with constant or equal inputs fold;
// equal gates are made once. Every gate is encoded in both directions.
#ifndef CLEW_SOLVE_GATES_H
#define CLEW_SOLVE_GATES_H
#include "base/map.h"
#include "base/vec.h"
#include <ccadical.h>
#include <stdbool.h>

typedef int lit;
VEC_TYPE(vec_lit, lit)

#define LIT_TRUE 1
#define LIT_FALSE (-1)

struct gates {
  CCaDiCaL *sat;
  int last_var;
  struct map_u32 ands, xors, ites; // inputs → output variable; keys as in gates.c
  struct map_u32 ite_rest;         // a choice has three inputs: the first two are numbered here
  uint64_t clauses;
};

void gates_init(struct gates *g);
void gates_release(struct gates *g);
lit gates_fresh(struct gates *g);
lit gate_and(struct gates *g, lit a, lit b);
lit gate_or(struct gates *g, lit a, lit b);
lit gate_xor(struct gates *g, lit a, lit b);
lit gate_ite(struct gates *g, lit c, lit a, lit b);
lit gate_majority(struct gates *g, lit a, lit b, lit c);
lit gate_and_n(struct gates *g, uint32_t n, const lit *inputs);

#endif
