// Clauses for the part of a graph of gates that queries are about.
//
// A circuit is one view of the graph in one solver: it numbers the gates it has met with that solver's variables and
// adds, for each, the clauses of the directions in which it is needed (Plaisted and Greenbaum): if the gate may be
// required to be true, those by which it then makes its inputs so, and the other ones if it may be required to be
// false.
#ifndef CLEW_SOLVE_NATIVE_CIRCUIT_H
#define CLEW_SOLVE_NATIVE_CIRCUIT_H
#include "solve/native/gates.h"

struct circuit {
  const struct gates *gates;
  void *solver;
  int (*variable)(void *solver);                                // a new variable
  void (*clause)(void *solver, uint32_t n, const int *literals);
  struct vec_u32 variables;   // by gate: its variable · 4 + the directions that have their clauses; 0: not met
  struct vec_u32 met;         // gates with a variable, in order
  struct vec_lit stack, long_clause;
};

enum { DIRECTION_TRUE = 1, DIRECTION_FALSE = 2 };

void circuit_init(struct circuit *c, const struct gates *gates, void *solver, int (*variable)(void *),
                  void (*clause)(void *, uint32_t, const int *));
void circuit_clear(struct circuit *c, void *solver);   // for a new solver
void circuit_release(struct circuit *c);
// The solver's literal for a gate that will only be asserted or assumed to be true; its clauses are there afterwards.
int circuit_require(struct circuit *c, lit l);
// The solver's literal if the gate was met, else 0.
static inline int circuit_find(const struct circuit *c, lit l) {
  uint32_t gate = (uint32_t)(l < 0 ? -l : l), known = gate < c->variables.size ? c->variables.data[gate] >> 2 : 0;
  return l < 0 ? -(int)known : (int)known;
}

#endif
