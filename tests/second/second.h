// A second opinion on the front end: the same run natively and in the automaton, compared value by value.
//
// Every file of a program is compiled to an LLVM module, and points of observation are put into it (instrument.c):
// where a block is entered, where a function begins with its arguments, where an instruction has computed a number. A
// point has a number, and does one of two things:
// - in the native copy it calls second_trace (runtime.c), which writes number and value to a file;
// - in the copy for the front end it stores the value to a global variable of its own, "second.NUMBER".
// The store becomes an update of a variable on the automaton's edges: the edges that a run takes, in their order, say
// which points it passes, and the state after an edge has the values (compare.c). Nothing of the front end's code has a
// part in the native run, not even linking: the front end gets the files one by one.
//
// Addresses differ. A pointer is observed as null or not null; an integer that depends on addresses is found by two
// native runs, which have different ones.
#ifndef CLEW_TESTS_SECOND_H
#define CLEW_TESTS_SECOND_H
#include <stdbool.h>
#include <stdint.h>

#define SECOND_VARIABLE "second."
#define SECOND_EVENTS 100000u // a run is compared up to here
#define SECOND_INPUTS 100u    // inputs after these are 0

struct second_event {
  uint32_t point, part; // part: which 128 bits of a wider value
  uint64_t low, high;
};

struct second_trace {
  uint64_t size; // how many events
  uint64_t cut;  // there would have been more
  struct second_event events[SECOND_EVENTS];
};

enum point_kind {
  POINT_BLOCK, // a block is entered: no value
  POINT_ARGUMENT,
  POINT_VALUE,   // of an instruction
  POINT_RETURN,  // main returns
  POINT_FOREIGN, // a function is called about which the two copies may differ: the comparison ends here
};

// The k-th value that a program reads with __VERIFIER_nondet_…: often small, sometimes not.
static inline uint64_t second_random(uint64_t seed, uint64_t k) {
  uint64_t h = seed * 0x9e3779b97f4a7c15u + (k + 1) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  h ^= h >> 31;
  static const uint64_t limits[] = {0x7f,       0x80,       0xff,       0x7fff, 0x8000,     0xffff,
                                    0x7fffffff, 0x80000000, 0xffffffff, ~0ull,  ~0ull >> 1, 1ull << 63};
  switch (h & 7) {
  case 0:
  case 1:
  case 2:
  case 3: return (h >> 8) % 10;
  case 4: return (h >> 8) % 256;
  case 5: return -((h >> 8) % 10);
  case 6: return limits[(h >> 8) % (sizeof limits / sizeof *limits)];
  default: return h;
  }
}

// An input of so many bits; `given` values come first.
static inline uint64_t second_input(uint64_t seed, uint32_t k, uint32_t n_given, const uint64_t *given, uint32_t bits,
                                    bool is_float) {
  if (k >= SECOND_INPUTS && k >= n_given) return 0;
  uint64_t value = k < n_given ? given[k] : second_random(seed, k);
  if (!is_float) return bits < 64 ? value & ((1ull << bits) - 1) : value;
  union {
    float f;
    uint32_t i;
  } single = {.f = (float)(int)value / 4};
  union {
    double f;
    uint64_t i;
  } twice = {.f = (double)(int)value / 4};
  return bits == 32 ? single.i : bits == 64 ? twice.i : 0;
}

int instrument(int argc, char **argv);
int compare(int argc, char **argv);

#endif
