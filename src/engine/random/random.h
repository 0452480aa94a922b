// What the files of this engine share.
//
//   random.c    the engine: runs, one after the other, and what was new in them
//   inputs.c    what inputs are drawn from
//   corpus.c    sequences of inputs that are kept
//   branch.c    symbolic search from where a concrete run stands
#ifndef CLEW_ENGINE_RANDOM_RANDOM_H
#define CLEW_ENGINE_RANDOM_RANDOM_H
#include "engine/random/corpus.h"
#include "explore/kernel.h"

struct random_statistics {
#define COUNTER(name, text) uint64_t name;
#include "engine/random/statistics.def"
#undef COUNTER
};

struct random {
  struct run run;
  struct random_statistics *statistics;
  struct vm *vm;
  struct generator generator;
  struct numbers numbers;
  struct habits habits;
  struct corpus edges, states; // by what was new
  struct vec_sequence todo; // to be run next, as a search found them
  uint32_t *counts; // by edge: one bit for each power of two that it was taken in a run
  bool *aimed; // by edge: a search has found inputs for it
  uint64_t *seen; // hashes of states at loop heads
  uint64_t progress; // counts what was new
  uint64_t searched; // effort of searches
  uint32_t cut; // runs that were cut off, lately
  uint64_t work; // of the runs, that was counted
  // The run at hand.
  bool running;
  uint64_t end; // steps
  struct mood mood;
  struct vec_u64 inputs; // given, then drawn
  uint32_t new_state; // inputs read when the last state was reached that is new
  bool has_new_state;
  bool extends; // it goes on from a state to find others
  uint32_t stale; // visits of loop heads in states that are known, one after the other
};

// The sequence is run, then a symbolic search goes on from there for a while: it claims an error that it meets, and
// what it finds for edges that no run has taken is to be run next.
void random_search(struct random *x, const struct sequence *from);

#endif
