// The one generator of random numbers of the unit tests: xorshift64*, the same numbers for the same seed everywhere.
#ifndef CLEW_UNIT_RANDOM_H
#define CLEW_UNIT_RANDOM_H
#include <stdint.h>

struct rng {
  uint64_t state; // never 0
};

// Different seeds, also neighbours, give sequences that have nothing to do with each other.
static inline struct rng rng_new(uint64_t seed) {
  uint64_t state = seed * 0x9e3779b97f4a7c15u + 88172645463325252u;
  return (struct rng){state ? state : 1};
}

static inline uint64_t rng_next(struct rng *r) {
  r->state ^= r->state << 13;
  r->state ^= r->state >> 7;
  r->state ^= r->state << 17;
  return r->state * 0x2545f4914f6cdd1du;
}

// From 0 to n - 1. The low bits are the weak ones.
static inline uint64_t rng_below(struct rng *r, uint64_t n) { return (rng_next(r) >> 7) % n; }

#endif
