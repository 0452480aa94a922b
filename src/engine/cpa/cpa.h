// Lemberger, Symbolic Execution in CPAchecker (docs/papers.md): what the files of engines `cpa` and `value` share.
//
//   analysis.h, analysis/   the definition of an analysis, and the analyses
//   composite.c             composition: transfer with strengthening, closing, order, join (section 2.3)
//   reached.c               the reached set by place, its index, coverage
//   waitlist.c              what is still to be explored, in the order of the search
//   algorithm.c             the one loop that runs them all: successors, merge, stop
//   alarm.c                 what becomes of an error that the analyses do not exclude
//   refine.c, explicit.c, candidates.c
//                           CEGAR: is an error path feasible, and if not, what the precision lacks
//   precision.c             what is tracked where
//   certify.c               the finished set as a graph with formulas
//   dump.c                  --dump-reached
//   cpa.c                   the engines
//
// The reached set is on the red-black graph: a reached state is a node, its successors are its arcs, a covered state is
// subsumed. States are closed (composite.h) where paths meet: at places with several edges in, and at loop heads.
// There they are merged and compared. In between a node's configuration is exact: what execution
// makes of the last closed one. When nothing is left to explore the closed states' formulas become those of their
// nodes, and src/check checks the graph.
#ifndef CLEW_ENGINE_CPA_CPA_H
#define CLEW_ENGINE_CPA_CPA_H
#include "base/table/option.h"
#include "base/table/stats.h"
#include "engine/cpa/analysis.h"
#include "explore/path.h"

struct cpa_options {
#include "base/table/option_fields.h"
#include "engine/cpa/options.def"
#include "base/table/option_end.h"
};
enum { UNIQUE_TEXT, UNIQUE_SOLVER }; // cpa_options.unique
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
  struct node covers; // the last one that it covers, or NODE_NONE
  struct node covered_before; // the one that its subsumer covered before it, or NODE_NONE
  uint32_t depth; // edges since the last closed state: 0 for a closed one
  uint16_t joins; // states that were merged into it
  bool closed;
  bool listed; // in the index of closed states: it may cover others
  bool removed; // it is below a node that was explored again
  bool waiting;
  bool alarmed; // what follows makes TRUE impossible, and that was dealt with
  uint32_t heads; // states at loop heads on the path to it
  uint32_t precision; // version of the place's precision when it was closed (precision.h)
};
VEC_TYPE(vec_reached_state, struct reached_state)

// What is asked of locations all the time.
struct location_traits {
  bool closing; // states are closed there
  bool allocates; // objects
};

struct reached; // reached.h
struct waitlist; // waitlist.h
struct refiner; // refine.h

struct cpa {
  struct run run;
  const struct cpa_options *options;
  struct cpa_statistics *statistics;
  struct persistents *pool; // of all analyses
  uint32_t n; // analyses composed
  const struct analysis *analyses[ANALYSES_MAX];
  void *selves[ANALYSES_MAX];
  bool joins[ANALYSES_MAX]; // states of the analysis are merged by joining them
  bool any_joins;
  struct tracking *tracking; // NULL: without CEGAR, everything is tracked
  struct refiner *refiner; // of refine.c: NULL at first; refiner_free
  struct vec_reached_state states;
  struct reached *reached;
  struct waitlist *waitlist;
  struct location_traits *traits; // by location
  bool *leaves_loop; // by edge
  struct map_u32 apart; // places where states are not merged any more: place_key → 1
  struct map_ptr too_large; // by place_key: the step that stands for unfold_too_large
  uint64_t spurious; // alarms, without CEGAR
  // For the view: states at loop heads that are not covered; the most of them on one path; slices that were more than
  // refining and unrolling.
  uint64_t heads_new, heads_deepest, advanced;
  bool begun;
  double seconds, solver_seconds; // of the exploration, for statistics
};

static inline uint64_t place_key(struct place p) { return (uint64_t)p.context.id << 32 | p.location.id; }
static inline struct place cpa_place(const struct cpa *cpa, struct node node) {
  const struct graph_node *v = graph_node(cpa->run.graph, node);
  return (struct place){v->location, v->context};
}

// CEGAR, which the printed algorithm is without: then nothing is refined, and there is no precision (tracking).
static inline bool cpa_refines(const struct cpa *cpa) { return !cpa->options->no_cegar && !cpa->options->paper; }

// Section 2.1 as printed: the solver is asked which variables a condition leaves one value.
static inline bool cpa_asks_unique(const struct cpa *cpa) {
  return cpa->options->paper || cpa->options->unique == UNIQUE_SOLVER;
}

// algorithm.c: explores until the run stops or nothing is left to explore.
void cpa_explore(struct cpa *cpa);
bool cpa_is_exhausted(const struct cpa *cpa);
// The node and all below it go; the edge into it is to be taken again. What it covered is open again.
void cpa_explore_again(struct cpa *cpa, struct node node);
// alarm.c: at the node TRUE becomes impossible (REASON_NONE: it is an error), unless no run of the program gets there.
void cpa_alarm(struct cpa *cpa, struct node node, enum reason bad, const char *what);
// certify.c: TRUE is claimed.
void cpa_certify(struct cpa *cpa);
// dump.c: --dump-reached.
void cpa_dump(struct cpa *cpa, struct text *out);

// The state of an analysis by name, for strengthening; false: it is not composed.
bool cpa_find(const struct cpa *cpa, const char *name, uint32_t *index);

#endif
