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

// Values that an input had in runs which went on to read another one: others may not have passed an assumption.
#define MOST_PASSED 32
struct passed {
  uint64_t values[MOST_PASSED];
  uint32_t n;
};
VEC_TYPE(vec_passed, struct passed)

struct habits {
  struct map_u32 index; // of an input's term
  struct vec_passed list;
};
void habits_add(struct habits *h, struct generator *g, struct term input, uint64_t value);
const struct passed *habits_of(const struct habits *h, struct term input); // NULL: nothing is known
void habits_release(struct habits *h);

// What one run draws its inputs from.
enum temper {
  TEMPER_BITS, // 0 and 1
  TEMPER_SMALL, // 0 to `most`
  TEMPER_NUMBERS, // the program's, and their neighbours
  TEMPER_EXTREMES, // small negative ones, powers of two, the largest and the smallest
  TEMPER_ANY,
  TEMPER_PASSED, // what passed before, if anything did
  TEMPER_ONE, // one number again and again
  TEMPER_MIXED, // of each input one of the others
  TEMPER_COUNT
};
struct mood {
  enum temper temper;
  uint64_t most, one;
};
struct mood mood_draw(struct generator *g, const struct numbers *numbers);
// `passed` may be NULL.
uint64_t input_draw(struct generator *g, const struct numbers *numbers, const struct passed *passed,
                    const struct mood *mood, const struct terms *tm, struct sort sort);

#endif
