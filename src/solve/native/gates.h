// A graph of gates with structural hashing.
//
// A literal is a gate's number with its sign; gate 1 is true, so 1 and -1 are the constants. Gates are inputs,
// conjunctions of any number of literals, exclusive ors, choices and majorities; everything else is made of these.
// Gates with constant, equal or opposite inputs fold, signs move to where a gate has one form, equal gates are made
// once. A gate's inputs have smaller numbers. No clauses here: circuit.c makes them for those gates and directions that
// a query needs.
#ifndef CLEW_SOLVE_NATIVE_GATES_H
#define CLEW_SOLVE_NATIVE_GATES_H
#include "base/memory/vec.h"
#include <stdbool.h>

typedef int lit;
VEC_TYPE(vec_lit, lit)

#define LIT_TRUE 1
#define LIT_FALSE (-1)

enum gate_kind { GATE_INPUT, GATE_AND, GATE_XOR, GATE_CHOICE, GATE_MAJORITY };

struct gate {
  uint32_t kind : 3, inputs : 29; // how many
  uint32_t first; // the inputs are in the graph's `inputs` from here on; of a GATE_INPUT: its rank
};
VEC_TYPE(vec_gate, struct gate)

struct gates {
  struct vec_gate gates; // by number; 0 is not used, 1 is true
  struct vec_lit inputs;
  uint32_t *table; // open addressing: gate numbers, 0 is empty
  uint32_t capacity, used;
  struct vec_lit scratch;
};

void gates_init(struct gates *g);
void gates_release(struct gates *g);
lit gate_input(struct gates *g, uint32_t rank); // rank: which bit of its word it is
lit gate_and(struct gates *g, lit a, lit b);
lit gate_or(struct gates *g, lit a, lit b);
lit gate_xor(struct gates *g, lit a, lit b);
lit gate_choice(struct gates *g, lit c, lit a, lit b); // c ? a : b
lit gate_majority(struct gates *g, lit a, lit b, lit c);
lit gate_and_n(struct gates *g, uint32_t n, const lit *inputs);

#endif
