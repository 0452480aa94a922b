// What the files of hints.h share.
//
//   hints.c            conditions of the program around a loop head
//   hints_cells.c      conditions about one cell of an array, said of every cell in a range
//   hints_runs.c       runs of the program, and what variables were at loop heads
//   hints_relations.c  relations that hold in all of these samples
//   hints_phases.c     what a loop keeps, by its assignments
//   hints_hull.c       linear equations modulo 2^w that hold for given rows of numbers
//
// A sample is a row of values of `vars`, one 64-bit word each, zero-extended. Rows of a head are distinct. What is kept
// of a run: the first visits of a head, fewer and fewer of the later ones, and those from which the loop is left.
#ifndef CLEW_FACTS_INTERNAL_H
#define CLEW_FACTS_INTERNAL_H
#include "base/map.h"
#include "facts/candidates.h"

struct samples {
  struct location head;
  struct vec_u32 vars; // bit-vectors of at most 64 bits, and Booleans; live at the head
  struct vec_u64 values; // row after row
  uint32_t rows;
  struct vec_u32 stays; // by row: another round of the loop followed
  struct map_u32 seen; // hash of a row → its number
  struct vec_u64 first; // by variable: its value at the first visit of a run
  bool *varies; // by variable: not the same at all first visits
  uint32_t runs, all_visits; // that came here
  // Of the run at hand.
  uint32_t visits, kept;
};
VEC_TYPE(vec_samples, struct samples)

struct hints {
  struct cfa *cfa;
  struct terms *tm;
  struct program *program;
  struct limits *limits;
  uint64_t seed;
  bool ran;
  uint64_t steps; // of all runs
  struct vec_samples samples;
  struct map_u32 samples_of; // head → index
  struct map_ptr guards; // head → conditions around it, a struct vec_term
  struct vec_term constants; // bit-vector constants in guards and updates
  struct map_u32 constant_set;
};

// Predicates in the order they were offered: no constants, no duplicates, no negations of each other.
struct hint_list {
  struct terms *tm;
  struct vec_term list;
  struct map_u32 seen;
};
void hint_list_release(struct hint_list *o);
void hint_list_add(struct hint_list *o, struct term t);

// Is it a comparison, an equation of what is no Boolean, or a Boolean variable?
bool hints_is_atom(struct terms *tm, struct term t);
// Appends the atoms in conditions of numbers in a term: of `ite`. (hints.c)
void hints_conditions(struct terms *tm, struct term about, struct vec_term *out);
// Congruences of variables in phases of the loop (hints_phases.c).
void hints_phases(struct hints *h, struct location head, struct hint_list *out);
// Bounds of sums that the loop makes, from the conditions before it.
void hints_sums(struct hints *h, struct location head, const struct hint_list *before, struct hint_list *out);
// The variable leaves the remainder that the value leaves. Powers of two are about bits; other moduli are meant for
// numbers that do not wrap, and for signed variables the remainder is C's. (hints_relations.c)
struct term hints_congruence(struct terms *tm, const struct cfa_var *var, uint64_t modulus, uint64_t value);
// May the function still read the value that its variable has at the location? (hints_runs.c)
bool hints_is_live(const struct cfa *cfa, struct location location, uint32_t var);
// Fills h->constants.
void hints_scan_constants(struct hints *h);

// Makes the runs (hints_runs.c).
void hints_sample(struct hints *h);
// Appends relations of the samples, the best first, at most `most` (hints_relations.c).
void hints_relate(struct hints *h, const struct samples *s, uint32_t most, struct vec_term *out);

// Equations Σ c[i]·x[i] = 0 modulo 2^width that hold for all rows x of `columns` numbers: appends `columns`
// coefficients for each, and its leading column to `leading`. That one has coefficient 1 and is in no other equation;
// the others are early columns where that can be: put what is simple first. Coefficients are the smallest that will do,
// as numbers modulo 2^width. (hints_hull.c)
void hull_equations(uint32_t width, uint32_t columns, uint32_t rows, const uint64_t *values, struct vec_u64 *equations,
                    struct vec_u32 *leading);

static inline uint64_t width_mask(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }
static inline int64_t as_signed(uint64_t value, uint32_t width) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

#endif
