// A value in a symbolic state: concrete bits while it can be, a term when it
// must be. Bool, bit-vectors and floats of at most 64 bits are concrete; wider
// constants are terms; arrays are `struct memory`.
#ifndef CLEW_STATE_VALUE_H
#define CLEW_STATE_VALUE_H
#include "term/term.h"

struct memory;

struct value {
  uint32_t term;            // 0: concrete (or an array in `memory`)
  union {
    uint64_t bits;          // zero-extended; a Bool is 0 or 1; a float its IEEE bits with the one NaN
    struct memory *memory;  // for arrays: one reference
  };
};

#endif
