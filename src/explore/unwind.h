// How often a path goes round its loops, and a bound on it (--unwind).
//
// A path has a stack of the loops that it is in, outermost first; one cell a loop, with how many iterations it has
// made. Entering a loop anew begins at 0. The cells do not change once they are made, so that paths share them: a fork
// costs nothing. A call of a function that is being called already counts as an iteration of it.
//
// An iteration counts if it has a branch that depends on inputs: a loop of a hundred iterations over a table is not cut
// at five, a loop that reads its end from an input is. (Whether the inputs seen so far leave one way only is not asked:
// ways on which nothing can happen are no edges of a sliced automaton.) One that never ends and never asks is cut after
// many.
//
// Without a bound, iterations are counted at branches only, for what is said of an undecided run: what runs on concrete
// values goes at full speed. An engine that abstracts loops counts what it unrolls, not what it abstracts.
#ifndef CLEW_EXPLORE_UNWIND_H
#define CLEW_EXPLORE_UNWIND_H
#include "explore/kernel.h"

struct cell;

// What belongs to a path; a value.
struct turns {
  const struct cell *top; // the innermost loop; NULL: in none
  uint32_t decided; // branches that depend on inputs
  uint32_t idle; // arrivals at heads since then
};

struct unwind {
  struct run *run;
  uint32_t bound; // iterations of a loop at most; 0: none
  bool *stops; // with a bound, by location: heads of loops, entries of functions that may call themselves
  uint32_t *deepest; // by location: iterations of the loop, at most, on a path
  struct arena cells;
  struct location cut; // where a path was cut first; none: nowhere
};

void unwind_init(struct unwind *u, struct run *run, uint32_t bound);
void unwind_release(struct unwind *u);
// The state is at `stops`. False: the path has made its iterations.
bool unwind_arrive(struct unwind *u, struct state *s, struct turns *turns);
// The state is at a branch, for the count only.
void unwind_branch(struct unwind *u, struct state *s, struct turns *turns);
// The state is at a branch that depends on inputs.
void unwind_decide(struct turns *turns);
// Appends "the loop at a.c:12: up to 5 iterations", a line for each loop that was entered.
void unwind_view(const struct unwind *u, struct text *lines);

#endif
