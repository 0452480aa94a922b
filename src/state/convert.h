// Values become terms and back; more of memory.h, for the files of this module.
#ifndef CLEW_STATE_CONVERT_H
#define CLEW_STATE_CONVERT_H
#include "state/memory.h"
#include "state/state.h"

// Bits of a value of this sort if it is concrete (Bool: 1), 0 if it always is a term or an array.
uint32_t value_bits(const struct terms *tm, struct sort s);
// The concrete value of a constant, or the term. Arrays: a new memory.
struct value value_from_term(struct terms *tm, struct term t);
struct term value_term(struct terms *tm, struct sort s, struct value v);

// Cells from `first` to `last` become absent again; consumes the reference. Right only where memory_frozen(m) <= first.
struct memory *memory_erase(struct memory *m, uint64_t first, uint64_t last);
// The same for any memory: they become those of the array `fresh`, to the end of the index space that is used.
struct memory *memory_havoc(struct terms *tm, struct memory *m, uint64_t first, uint64_t last, struct term fresh);
bool memory_range_empty(const struct memory *m, uint64_t first, uint64_t last);
// No cell at or above this index was frozen into the base.
uint64_t memory_frozen(const struct memory *m);
struct term memory_look(struct terms *tm, struct memory *m); // memory_term, but nothing is frozen
void memory_set_frozen(struct memory *m, uint64_t top);
bool memory_same(const struct memory *a, const struct memory *b); // false: may still hold the same
bool memory_is_constant(const struct memory *m); // every cell holds the same constant

#endif
