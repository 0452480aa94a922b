// What a closed state keeps at a place: the variables of frames that are there, that can still matter (live.h), and
// that the precision tracks. Analyses with stores (state/evaluate.h) share it.
#ifndef CLEW_ENGINE_CPA_ANALYSIS_SCOPE_H
#define CLEW_ENGINE_CPA_ANALYSIS_SCOPE_H
#include "engine/cpa/cpa.h"

// A variable that has a number.
struct scoped {
  struct term term;
  struct context context; // of a global: the root's
  uint32_t var; // CFA_NONE: the bump pointer
  bool is_array, is_local;
};

// Single cells of a region that is not tracked.
struct kept_cells {
  uint32_t number;
  struct vec_u64 indices; // ascending
};
VEC_TYPE(vec_kept_cells, struct kept_cells)

struct kept {
  struct persistent keys; // the numbers
  struct vec_u32 numbers; // ascending
  struct vec_kept_cells cells; // ascending by number; these are not among the numbers
  // What it was made of.
  uint64_t version;
  uint32_t seen;
};

struct scope;
struct scope *scope_new(struct cpa *cpa, struct evaluator *evaluator);
void scope_free(struct scope *s);
const struct scoped *scope_variable(struct scope *s, uint32_t number); // borrowed until a variable gets a number
const struct vec_u32 *scope_arrays(struct scope *s); // the numbers of arrays
// Borrowed until it is asked for again. Precision NULL: everything is tracked.
const struct kept *scope_kept(struct scope *s, struct place place, const struct place_precision *precision);
// Is it a variable of a frame that is there?
bool scope_has(struct scope *s, struct place place, uint32_t number);

// What stores of both analyses mean and look like. Arrays: cells, and the base if it is not the variable itself.
void scope_formula(struct scope *s, struct persistent store, struct vec_term *conjuncts);
void scope_print(struct scope *s, struct persistent store, struct text *out);

#endif
