// Engines: strategies that claim TRUE or FALSE. src/proof checks the claim.
#ifndef CLEW_ENGINE_ENGINE_H
#define CLEW_ENGINE_ENGINE_H
#include "cfa/cfa.h"
#include "graph/graph.h"
#include "solve/solve.h"
#include "state/state.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE };

// What holds whenever a loop head is reached.
struct invariant {
  struct location location;
  struct term formula; // over the automaton's variables (precision.h says what those of other functions mean)
};
VEC_TYPE(vec_invariant, struct invariant)

struct claim {
  enum verdict verdict;
  enum reason reason; // for UNKNOWN
  const char *detail; // what exactly, e.g. the unsupported thing and its place; NULL if nothing to add; lives as long
                      // as the cfa
  struct vec_input_value inputs; // FALSE
  struct location error_location; // FALSE
  struct graph graph; // TRUE: the certificate
  struct unfold *unfold; // whose contexts the graph's nodes name, the program's; NULL for symex
  struct vec_invariant invariants; // TRUE: of loop heads, as far as they can be said; one for each head
};

// Where symexpa takes predicates from when it refines, besides interpolants.
enum {
  SOURCE_GUARDS = 1, // conditions of the program
  SOURCE_RUNS = 2, // relations that hold in runs of the program
  SOURCE_CELLS = 4, // conditions of the program about a cell of an array, said of every cell
};

// Where a path was abstracted, with `paths`.
struct abstraction_point {
  struct context context;
  struct location location;
  uint32_t number; // 1: the first one of the loop on this path
  const struct vec_edge *branches; // edges of the path that were taken at branches, last one first
  struct state *state; // as the path goes on; NULL: it is not p-simple (UNSAT), or that could not be found out
  struct unfold *unfold;
  enum answer answer;
};

// For tests: who wants to see what the engine does. Nothing may be changed.
struct symexpa_watch {
  void *context;
  void (*abstracted)(void *context, const struct abstraction_point *point);
  // The path was not feasible; its edges, up to the first that cannot be taken. The precision is the one after it.
  void (*refined)(void *context, uint32_t n, const struct edge *edges);
};

struct symexpa_config {
  uint32_t threshold; // of abstraction locations that the precision gives none
  bool restart; // after a refinement begin again, instead of going back to the highest location that changed
  bool paths; // algorithm 2 as it is: abstract states are told apart on one path only
  bool keep; // predicates are never forgotten
  uint32_t sources;
  struct precision *precision; // to start from, and what is known at the end; may be NULL
  const struct symexpa_watch *watch; // may be NULL
};

enum search { SEARCH_DFS, SEARCH_BFS, SEARCH_RANDOM, SEARCH_COVERAGE };

struct engine_context {
  struct cfa *cfa;
  struct program *program;
  struct limits *limits;
  struct stats *stats;
  struct solver_config solver;
  enum search search;
  uint64_t seed;
  // Of symex, for a short look at a program: give up after so much work, in steps, so many seconds of the solver, or so
  // many of the processor. 0: no bound.
  uint64_t effort;
  double solver_seconds, cpu_seconds;
  struct symexpa_config symexpa;
  // Called now and then (at most every 50 ms) with the stats for a progress line; may be NULL.
  void (*progress)(void *context, const struct stats *stats, uint32_t depth);
  void *progress_context;
  // Locations reached, by id: for coverage and "assertions never reached". Allocated by the caller, one byte a
  // location; may be NULL.
  unsigned char *reached;
  // A claim FALSE that its check refuses is handed back: the engine calls this with each error found and goes on when
  // it returns false. May be NULL.
  bool (*confirm)(void *context, const struct claim *claim);
  void *confirm_context;
};

struct engine {
  const char *name, *summary;
  void (*run)(struct engine_context *context, struct claim *claim);
  bool merge; // wants branches merged into one edge (cfa_large_blocks), unless told otherwise
  bool probe; // symex should have a short look first, before anything is merged, unless told otherwise
};

// What `clew prune` and `clew paths` run. It does not verify, so it is not among the engines to choose from.
extern const struct engine engine_prune;

const struct engine *engine_find(const char *name);
const struct engine *const *engine_all(uint32_t *count);
void claim_init(struct claim *claim);
void claim_release(struct claim *claim);

#endif
