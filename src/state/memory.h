// An array value that costs like a map.
//
// A base array term under a radix trie of pages of concrete-or-term cells.
// Nodes are reference counted and shared between states; a node with one owner is changed in
// place, so a loop that fills a million cells allocates a million cells and
// no terms. Whole pages of one repeated value are shared, so that filling a range is cheap.
// memory_term() freezes the overlay into the base (STORES) for a
// symbolic access; afterwards only cells written since cost anything.
#ifndef CLEW_STATE_MEMORY_H
#define CLEW_STATE_MEMORY_H
#include "state/value.h"

struct memory *memory_new(struct terms *tm, struct term base);      // any array term whose index has at most 64 bits
struct memory *memory_ref(struct memory *m);
void memory_unref(struct memory *m);
// Reads and writes at a concrete index. *absent (may be NULL) tells whether the cell came from the base.
struct value memory_read(struct terms *tm, struct memory *m, uint64_t index, bool *absent);
// Consumes m's reference.
struct memory *memory_write(struct terms *tm, struct memory *m, uint64_t index, struct value value);
// n cells from `index` become `value` / the n cells of src from `from` (copied as memmove would).
struct memory *memory_fill(struct terms *tm, struct memory *m, uint64_t index, uint64_t n, struct value value);
struct memory *memory_copy(struct terms *tm, struct memory *m, uint64_t index, struct memory *src, uint64_t from,
                           uint64_t n);
struct term memory_term(struct terms *tm, struct memory *m);
// Does the cell come from the base in both, and is that the same?
bool memory_is_untouched(const struct memory *old, const struct memory *new, uint64_t index);
// Cells written since the last freeze of `new` that differ from those of `old` (NULL: all of them), in order. False if
// `each` was false.
bool memory_changes(struct terms *tm, struct memory *old, struct memory *new,
                    bool (*each)(void *context, uint64_t index, struct value value), void *context);
size_t memory_cells(const struct memory *m); // that were written; for tests

#endif
