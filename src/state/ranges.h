// Ranges of variables of the unfolded program (unfold.h): an abstract domain.
//
// A map of ranges is a persistent map from variables (ids of their terms) to abstract values (solve/word/domain.h: an
// unsigned and a signed interval and known bits, which together say more than each), interned. It stands for all
// states in which every variable of the map has a value of its range. Only Booleans (width 1) and bit-vectors of at
// most 64 bits have ranges; one of which nothing is known is not in the map, so that equal maps are equal handles, and
// the empty map is all states. There is no map for no state: what has none returns false.
//
// Widening goes from threshold to threshold: constants that the program compares with. The steps over them become
// longer with every widening of a variable at a place, so that there are few.
#ifndef CLEW_STATE_RANGES_H
#define CLEW_STATE_RANGES_H
#include "base/memory/persistent.h"
#include "solve/word/domain.h"
#include "state/unfold.h"

struct ranges;
struct ranges *ranges_new(struct unfold *u, struct persistents *pool); // both are borrowed
void ranges_free(struct ranges *r);
struct unfold *ranges_unfold(const struct ranges *r);

// The width of a term that has ranges, or 0.
uint32_t range_width(const struct terms *tm, struct term t);
// The variable's range; everything if it is not in the map.
struct dom ranges_get(const struct ranges *r, struct persistent map, struct term var);
struct persistent ranges_put(struct ranges *r, struct persistent map, struct term var, const struct dom *range);
struct persistent ranges_remove(struct ranges *r, struct persistent map, struct term var);

struct persistent ranges_initial(struct ranges *r); // at the entry of main
bool ranges_less(struct ranges *r, struct persistent a, struct persistent b); // does every state of a belong to b?
struct persistent ranges_join(struct ranges *r, struct persistent a, struct persistent b);
bool ranges_meet(struct ranges *r, struct persistent a, struct persistent b, struct persistent *out);
// Of the union of `old` and the new ranges, `joined`; `place` is a number that the caller gives to a place.
struct persistent ranges_widen(struct ranges *r, struct persistent old, struct persistent joined, uint32_t place);

// What a range says about a term, as conjuncts that none of the others implies; appended.
void range_formula(struct terms *tm, struct term t, const struct dom *range, bool is_unsigned, struct vec_term *out);
void ranges_formula(struct ranges *r, struct persistent map, struct vec_term *out);
void ranges_print(struct ranges *r, struct persistent map, struct text *out);

#endif
