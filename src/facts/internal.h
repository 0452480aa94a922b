// What the files of facts.h share.
//
//   facts.c        the table by location; sources that are lists: interpolants, files
//   reached.c      reached states, and what they refute
//   exchange.c     facts as text, for other processes
//   candidates.c   lists of candidates, atoms and constants of the program
//   guards.c       source: conditions of the program around a loop head
//   phases.c       source: what a loop keeps, by its assignments
//   totals.c       source: what is left to add to a variable, within the range of its type
//   runs.c         source: runs of the program, and what variables were at loop heads
//   within.c       source: where a pointer is in its object, and what a loop has to do with the object's size
//   relations.c, relations_equations.c   relations that hold in all of these samples
//   hull.c         linear equations modulo 2^w that hold for given rows of numbers
//   many.c         more than the sources give, for Houdini
//   cells.c        source: conditions about one cell of an array, said of every cell in a range
//   objects.c      source: what all blocks of the heap have in common
//   precision.c, precision_file.c   thresholds and predicates of loop heads, and their file
//
// A source is asked by facts_candidates for a location, with all sources that are asked together (conditions of guards
// and of phases have one share and one order), and appends at most `most` candidates to what the sources before it
// have given.
#ifndef CLEW_FACTS_INTERNAL_H
#define CLEW_FACTS_INTERNAL_H
#include "base/memory/map.h"
#include "facts/facts.h"
#include "facts/precision.h"

// Candidates in the order in which they were offered: no constants, no duplicates, no negations of each other.
struct candidates {
  struct terms *tm;
  struct vec_term list;
  struct map_u32 seen;
};
void candidates_release(struct candidates *c);
void candidates_add(struct candidates *c, struct term t);

// Conditions of the program, by nearness to what matters.
enum rank { RANK_ASSERTION, RANK_LOOP, RANK_VARIANT, RANK_INSIDE, RANK_AFTER, RANK_BEFORE, RANK_CHECK, RANK_COUNT };

struct guards {
  struct candidates ranks[RANK_COUNT];
  struct candidates phases; // these are worth RANK_VARIANT
};

// What is sampled: a variable, or a term over variables.
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

// A visit of a head by an engine. Values are kept as the state had them and evaluated when they are first asked for, so
// that a run in which nobody asks makes no term that it would not make otherwise.
struct visit {
  struct vec_u64 bits; // by variable: the value, where it was concrete
  struct vec_term terms; // by variable: its value over inputs, otherwise
  struct model *model; // of the path condition; one reference
  struct model *values; // of the variables; NULL: not evaluated yet
};
VEC_TYPE(vec_visit, struct visit)

struct reached {
  struct vec_u32 vars; // Booleans and bit-vectors of the head's function, and globals
  struct vec_visit visits;
  struct map_u32 seen; // hashes of visits
  struct vec_ptr sampled; // by row of the samples: a model of its values, or NULL
  struct map_u32 index_of_var;
  struct map_u32 checked; // formula → what is known: reached.c
};

// What is known about a location.
struct record {
  struct vec_term proven;
  struct vec_term offered[SOURCE_COUNT]; // by engines and files
  struct map_u32 offered_set; // formula → sources, as bits
  struct guards *guards; // found when first asked for
  struct reached *reached;
};

// What was found in this process, in order, for exchange.c.
enum news_kind { NEWS_PROVEN, NEWS_OFFERED, NEWS_REACHED };
struct news {
  enum news_kind kind;
  struct location location;
  uint32_t what; // a formula's id, or the number of a visit
};
VEC_TYPE(vec_news, struct news)

struct facts {
  struct cfa *cfa;
  struct terms *tm;
  struct program *program;
  struct limits *limits;
  uint64_t seed;
  struct precision precision;
  bool loaded; // from a file
  struct record **records; // by location; NULL: nothing is known
  struct facts_counts counts;
  uint32_t visits; // kept, of all heads
  struct vec_news news;
  bool importing; // what is added now is no news
  // Sampled runs.
  bool ran;
  uint64_t steps; // of all runs
  struct vec_samples samples;
  struct map_u32 samples_of; // head → index
  struct vec_term constants; // bit-vector constants in guards and updates
  struct map_u32 constant_set;
};

struct record *facts_record(struct facts *f, struct location location); // made when it is not there
void facts_news(struct facts *f, enum news_kind kind, struct location location, uint32_t what);

#define SOURCE(name, word, limit, text)                                                                                \
  void source_##word(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out);
#include "facts/sources.def"
#undef SOURCE

// Is it a comparison, an equation of what is no Boolean, or a Boolean variable? (candidates.c)
bool facts_is_atom(struct terms *tm, struct term t);
// Appends the atoms of a formula, in the order in which they are written.
void facts_atoms(struct terms *tm, struct term formula, struct vec_term *out);
// Appends the atoms in conditions of numbers in a term: of `ite`.
void facts_conditions(struct terms *tm, struct term about, struct vec_term *out);
// Fills f->constants.
void facts_scan_constants(struct facts *f);

// Conditions around the head, found once. (guards.c)
struct guards *facts_guards(struct facts *f, struct location head);
// Those of guards and phases, whichever of the two are in `sources`, by rank, at most `most`, as far as `out` has them
// not.
void guards_append(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out);
void guards_free(struct guards *g);
// Congruences of variables in phases of the loop, bounds of sums that it makes from the conditions before it
// (phases.c).
void phases_find(struct facts *f, struct location head, const struct candidates *before, struct candidates *out);

// The term leaves the remainder that the value leaves. Powers of two are about bits; other moduli are meant for
// numbers that do not wrap, and for signed numbers the remainder is C's. (relations.c)
struct term facts_congruence(struct terms *tm, struct term x, bool is_unsigned, uint64_t modulus, uint64_t value);

// Makes the runs (runs.c).
void facts_sample(struct facts *f);
// Appends relations of the samples, the best first, at most `most`: of the variables, or those in which measures of
// objects have a part (relations.c).
void facts_relate(struct facts *f, const struct samples *s, bool measures, uint32_t most, struct vec_term *out);
// Appends what the loop compares with sizes of objects, and these: columns of its samples (within.c).
void facts_measures(const struct cfa *cfa, struct location head, struct vec_column *out);
void samples_release(struct samples *s);
void reached_free(struct reached *r);
struct reached *facts_reached(struct facts *f, struct location head); // made when it is not there (reached.c)
struct model *facts_visit_values(struct facts *f, struct reached *r, uint32_t visit); // of the variables that are known
// A visit in another process; `hash` tells it apart, the values become the facts'. False: it is known, or there are
// enough.
bool facts_add_visit(struct facts *f, struct location head, uint64_t hash, struct model *values);

// Equations Σ c[i]·x[i] = 0 modulo 2^width that hold for all rows x of `columns` numbers: appends `columns`
// coefficients for each, and its leading column to `leading`. That one has coefficient 1 and is in no other equation;
// the others are early columns where that can be: put what is simple first. Coefficients are the smallest that will do,
// as numbers modulo 2^width. (hull.c)
void hull_equations(uint32_t width, uint32_t columns, uint32_t rows, const uint64_t *values, struct vec_u64 *equations,
                    struct vec_u32 *leading);

static inline uint64_t width_mask(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }
static inline int64_t as_signed(uint64_t value, uint32_t width) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

#endif
