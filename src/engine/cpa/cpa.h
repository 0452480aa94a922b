// Lemberger, Symbolic Execution in CPAchecker (docs/papers.md): what the files of engines `cpa` and `value` share.
//
//   analysis.h, analysis/   the definition of an analysis, and the analyses
//   composite.c             composition: transfer with strengthening, closing, order, join (section 2.3)
//   reached.c               the reached set by place, its index, coverage
//   algorithm.c             the one loop that runs them all: waitlist, successors, merge, stop
//   refine.c, explicit.c    CEGAR: is an error path feasible, and if not, what the precision lacks
//   precision.c             what is tracked where
//   certify.c               the finished set as a graph with formulas
//   dump.c                  --dump-reached
//   cpa.c                   the engines
//
// The reached set is on the red-black graph: a reached state is a node, its successors are its arcs, a covered state is
// subsumed. States are closed (composite.h) where paths meet: at places with several edges in, at loop heads, and where
// a function is entered. There they are merged and compared. In between a node's configuration is exact: what execution
// makes of the last closed one. When nothing is left to explore the closed states' formulas become those of their
// nodes, and src/proof checks the graph.
#ifndef CLEW_ENGINE_CPA_CPA_H
#define CLEW_ENGINE_CPA_CPA_H
#include "base/option.h"
#include "base/stats.h"
#include "engine/cpa/analysis.h"
#include "explore/path.h"

struct cpa_options {
#include "base/option_fields.h"
#include "engine/cpa/options.def"
#include "base/option_end.h"
};
enum { THEORY_BITVECTOR, THEORY_INTEGER }; // cpa_options.theory

struct cpa_statistics {
#define COUNTER(name, text) uint64_t name;
#define TIMER(name, text) double name;
#include "engine/cpa/statistics.def"
#undef COUNTER
#undef TIMER
};

// A reached state; by node's id, parallel to the graph's nodes.
struct reached_state {
  struct composite state;
  struct composite open; // before closing, where it was closed: for refinement
  bool closed;
  bool removed; // it is below a node that was explored again
  bool waiting;
  uint32_t precision; // version of the place's precision when it was closed (precision.h)
};
VEC_TYPE(vec_reached_state, struct reached_state)

struct reached; // reached.h
struct refiner; // refine.h

struct cpa {
  struct run run;
  const struct cpa_options *options;
  struct cpa_statistics *statistics;
  struct persistents *pool; // of all analyses
  uint32_t n; // analyses composed
  const struct analysis *analyses[ANALYSES_MAX];
  void *selves[ANALYSES_MAX];
  struct tracking *tracking; // NULL: without CEGAR, everything is tracked
  struct refiner *refiner; // of refine.c: NULL at first; refiner_free
  struct vec_reached_state states;
  struct reached *reached;
};

// The state of an analysis by name, for strengthening; false: it is not composed.
bool cpa_find(const struct cpa *cpa, const char *name, uint32_t *index);

#endif
