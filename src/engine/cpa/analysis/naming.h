// Closing a store of symbolic values: identifiers are named by the variables that have them as values now.
//
// If x has the value s + 5, then s is x - 5: s gets that name, and x becomes its own value. The variable with the
// lowest number whose value determines an identifier names it, so that relations between variables have one form
// whichever identifiers they came from: this is the renaming of section 2.1, for values and constraints at once. Then
// variables come cells of arrays. A value that determines its identifier but cannot be everything, as zext(s), gives a
// fact about the variable besides.
//
// Only what is kept at the place (scope.h) names; but without a precision, an identifier in a value that is kept may be
// named by a variable that is not, rather than the value be lost.
#ifndef CLEW_ENGINE_CPA_ANALYSIS_NAMING_H
#define CLEW_ENGINE_CPA_ANALYSIS_NAMING_H
#include "engine/cpa/analysis/stores.h"

struct naming;
struct naming *naming_new(struct stores *stores);
void naming_free(struct naming *n);
void naming_name(struct naming *n, struct persistent store, struct place place, const struct place_precision *precision,
                 struct closing *c);
struct persistent naming_closed(struct naming *n, struct persistent store, struct place place,
                                const struct place_precision *precision, struct closing *c, bool *exact);

// The cells of an array that are not constant, by ascending index; borrowed until it is asked for again. Costs what has
// changed since it was asked for the array last.
struct open_cell {
  uint64_t index;
  struct term value;
};
VEC_TYPE(vec_open_cell, struct open_cell)
const struct vec_open_cell *naming_open_cells(struct naming *n, uint32_t number, struct persistent cells);

#endif
