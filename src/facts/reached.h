// States that engines reached at loop heads: they refute candidates at no cost (reached.c).
#ifndef CLEW_FACTS_REACHED_H
#define CLEW_FACTS_REACHED_H
#include "base/memory/map.h"
#include "facts/facts.h"

// A visit of a head by an engine. Values are kept as the state had them and evaluated when they are first asked for, so
// that a run without such questions makes no term that it would not make otherwise.
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
  struct map_u32 checked; // formula → how many visits it holds at, or REFUTED (reached.c)
};

void reached_free(struct reached *r);
struct reached *facts_reached(struct facts *f, struct location head); // made when it is not there
struct model *facts_visit_values(struct facts *f, struct reached *r, uint32_t visit); // of the variables that are known
// A visit in another process; `hash` tells it apart, the values become the facts'. False: it is known, or there are
// enough.
bool facts_add_visit(struct facts *f, struct location head, uint64_t hash, struct model *values);

#endif
