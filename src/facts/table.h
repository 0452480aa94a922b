// The table behind facts.h: facts by location, those that other processes do not have yet, and the sources of
// candidates.
//
//   facts.c        the table by location; sources that are lists: interpolants, files
//   reached.c      reached states, and what they refute
//   exchange.c     facts as text, for other processes
//   candidates.c   lists of candidates, atoms and constants of the program
//   guards.c       source: conditions of the program around a loop head
//   phases.c       source: what a loop keeps, by its assignments
//   distances.c    of these, bounds of sums and differences
//   totals.c       source: what is left to add to a variable, within the range of its type
//   runs.c         sources: runs of the program, and what variables and members of objects were at loop heads
//   within.c       source: where a pointer is in its object, and what a loop has to do with the object's size
//   relations.c, relations_equations.c   relations that hold in all of these samples
//   affine_hull.c  linear equations modulo 2^w that hold for given rows of numbers
//   many.c         more than the sources give, for Houdini
//   cells.c        source: conditions about one cell of an array, said of every cell in a range
//   objects.c      source: what all blocks of the heap have in common
//   precision.c, precision_file.c   thresholds and predicates of loop heads, and their file
//
// A source is asked by facts_candidates for a location, with all sources that are asked together (conditions of guards
// and of phases have one share and one order), and appends at most `most` candidates to what the sources before it
// have given.
#ifndef CLEW_FACTS_TABLE_H
#define CLEW_FACTS_TABLE_H
#include "facts/precision.h"
#include "facts/samples.h"

// The facts about a location.
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
  bool importing; // facts that are added now are not sent
  // Sampled runs.
  bool ran;
  uint64_t steps; // of all runs
  struct vec_samples samples;
  struct map_u32 samples_of; // head → index
  struct vec_samples members; // the same rows with cells of memory
  struct map_u32 members_of;
  struct vec_term constants; // bit-vector constants in guards and updates
  struct map_u32 constant_set;
};

struct record *facts_record(struct facts *f, struct location location); // made when it is not there
void facts_news(struct facts *f, enum news_kind kind, struct location location, uint32_t what);

// Fills f->constants.
void facts_scan_constants(struct facts *f);

#define SOURCE(name, word, limit, text)                                                                                \
  void source_##word(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out);
#include "facts/sources.def"
#undef SOURCE

#endif
