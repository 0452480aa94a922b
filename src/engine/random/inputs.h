// Inputs of concrete runs: drawn by the temper of a run, or taken from the sequence that it repeats.
#ifndef CLEW_ENGINE_RANDOM_INPUTS_H
#define CLEW_ENGINE_RANDOM_INPUTS_H
#include "cfa/cfa.h"

// A small generator, the same on every machine.
struct generator {
  uint64_t state;
};
uint64_t random_roll(struct generator *g);
static inline uint64_t random_below(struct generator *g, uint64_t n) { return n ? random_roll(g) % n : 0; }
static inline bool random_one_in(struct generator *g, uint64_t n) { return random_roll(g) % n == 0; }

struct numbers { // that the program compares with or adds
  struct vec_u64 list;
};
void numbers_scan(struct numbers *numbers, const struct cfa *cfa);
void numbers_release(struct numbers *numbers);

// What one run draws its inputs from.
enum temper {
  TEMPER_BITS, // 0 and 1
  TEMPER_SMALL, // 0 to `most`
  TEMPER_NUMBERS, // the program's, and their neighbours
  TEMPER_EXTREMES, // small negative ones, powers of two, the largest and the smallest
  TEMPER_ANY,
  TEMPER_ONE, // one number again and again
  TEMPER_MIXED, // of each input one of the others
  TEMPER_COUNT
};
struct mood {
  enum temper temper;
  uint64_t most, one;
};
struct mood mood_draw(struct generator *g, const struct numbers *numbers);
uint64_t input_draw(struct generator *g, const struct numbers *numbers, const struct mood *mood, const struct terms *tm,
                    struct sort sort);

#endif
