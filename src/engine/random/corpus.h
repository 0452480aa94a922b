// Sequences of inputs that are worth going on from, as greybox fuzzers keep them: they took an edge for the first time,
// or oftener than any run before (by powers of two), or they reached a loop head in a state that was not seen.
#ifndef CLEW_ENGINE_RANDOM_CORPUS_H
#define CLEW_ENGINE_RANDOM_CORPUS_H
#include "engine/random/inputs.h"
#include "state/vm.h"

struct sequence {
  struct vec_u64 inputs;
  uint32_t picked; // how often
};
VEC_TYPE(vec_sequence, struct sequence)

struct corpus {
  uint32_t edges; // of the program
  struct vec_sequence list;
  uint32_t next; // the one to be replaced when the list is full
  uint32_t most;
  size_t words; // of all sequences
};

void corpus_init(struct corpus *c, uint32_t most);
void corpus_release(struct corpus *c);
void corpus_add(struct corpus *c, const uint64_t *inputs, uint32_t n);
// One that was seldom picked; NULL: there is none.
const struct sequence *corpus_pick(struct corpus *c, struct generator *g);

#endif
