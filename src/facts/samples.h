// Samples: the values of variables at loop heads in runs of the program (runs.c, within.c), and the relations that hold
// in all of them (relations.c).
#ifndef CLEW_FACTS_SAMPLES_H
#define CLEW_FACTS_SAMPLES_H
#include "base/memory/map.h"
#include "facts/facts.h"

// A column of samples: a variable, or a term over variables.
struct column {
  uint32_t var; // CFA_NONE: a term
  struct term term;
  bool is_unsigned;
};
VEC_TYPE(vec_column, struct column)

// A sample is a row of values of `columns`, one 64-bit word each, zero-extended. Rows of a head are distinct. What is
// kept of a run: the first visits of a head, fewer and fewer of the later ones, and those from which the loop is left.
struct samples {
  struct location head;
  // Bit-vectors of at most 64 bits, and Booleans: first the variables that are live at the head, then what is measured
  // of objects (within.c).
  struct vec_column columns;
  uint32_t vars; // how many of the columns are variables
  bool unmeasured; // some measure was not concrete in a row: the values of measures mean nothing
  bool members; // of memory: what is measured are cells, and a row in which one of them is not concrete is left out
  struct vec_u64 values; // row after row
  uint32_t rows;
  struct vec_u32 stays; // by row: another iteration of the loop followed
  struct map_u32 seen; // hash of a row → its number
  struct vec_u64 first; // by column: its value at the first visit of a run
  bool *varies; // by column: not the same at all first visits
  uint32_t runs, all_visits; // that reached the head
  // Of the run at hand.
  uint32_t visits, kept;
};
VEC_TYPE(vec_samples, struct samples)

// Makes the runs (runs.c).
void facts_sample(struct facts *f);
// Other runs, with small inputs: `visit` is called at each visit of a loop head.
typedef void (*facts_visit)(void *context, uint32_t run, struct location head, struct state *state);
void facts_small_runs(struct facts *f, uint32_t runs, uint64_t steps, facts_visit visit, void *context);
// Appends relations of the samples, the best first, at most `most`: of the variables, or those in which measures of
// objects have a part (relations.c).
void facts_relate(struct facts *f, const struct samples *s, bool measures, uint32_t most, struct vec_term *out);
// Appends what the loop compares with sizes of objects, and these: columns of its samples (within.c).
void facts_measures(const struct cfa *cfa, struct location head, struct vec_column *out);
void samples_release(struct samples *s);

// The term leaves the remainder that the value leaves. Powers of two are about bits; other moduli are meant for
// numbers that do not wrap, and for signed numbers the remainder is C's. (relations.c)
struct term facts_congruence(struct terms *tm, struct term x, bool is_unsigned, uint64_t modulus, uint64_t value);

static inline uint64_t width_mask(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }
static inline int64_t as_signed(uint64_t value, uint32_t width) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

#endif
