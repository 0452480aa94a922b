// CEGAR: an error path, run again without abstraction, and what the precision lacks if it is infeasible.
//
//   refine.c     the decision: feasible, refuted by values, refuted by predicates
//   explicit.c   explicit-value interpolation: which contradiction of the path to use, which values are needed where
//   candidates.c predicates from the facts that refute the path
//   support.c    which variables and cells the value of an expression depends on
#ifndef CLEW_ENGINE_CPA_REFINE_H
#define CLEW_ENGINE_CPA_REFINE_H
#include "engine/cpa/cpa.h"

// A path of the reached set, from the root on: edges, and the node that each leads to.
struct reached_path {
  struct vec_edge edges;
  struct vec_node nodes; // nodes[i] is where edges[i] leads
};
void reached_path_release(struct reached_path *path);

enum refinement {
  REFINED, // *pivot is the first node of the path that lacks something of the precision, which may have grown
  REFINED_ERROR, // the path is feasible: the error was claimed (run_error), or run_incomplete says why not
  REFINED_NOTHING, // infeasible, but the analyses cannot tell: run_incomplete was told
  REFINED_STOPPED, // a limit was reached
};
// The path ends at an error (or at something that makes TRUE impossible: `bad`, its reason, and `what` it is).
enum refinement refine(struct cpa *cpa, const struct reached_path *path, enum reason bad, const char *what,
                       struct node *pivot);

// Is more to be tracked, since many states were reached with less, or everything for a while, or no longer? True: the
// exploration is to begin again.
bool refine_restarts(struct cpa *cpa);
// Nothing is left to explore. Is that only so because everything was tracked for a while, which did not decide it?
bool refine_resumes(struct cpa *cpa);

// What refinement keeps from one path to the next; made when it is first needed.
struct refiner {
  struct persistents *pool; // of the evaluator
  struct evaluator *evaluator; // explicit
  uint64_t visit;
  uint32_t finite; // refinements that wanted variables of few values, and only those
  uint32_t fruitless; // paths that candidates of the facts did not refute, lately
  uint32_t counting; // refinements by predicates that were to save tracking a counter
  uint32_t level; // how many classes of variables are tracked everywhere (refine_restarts)
  uint32_t states; // how many there were when that changed
  struct map_u32 others; // location → facts of others that were taken there: proven ones << 16, candidates
  struct tracking *aside; // the precision, while everything is tracked
  uint64_t until; // the effort at which that ends
  uint64_t next_plain; // refinements after which that is next; 0: it has not been yet
  enum reason incomplete; // of the run, when that began
  const char *detail;
};
struct refiner *refiner_of(struct cpa *cpa);
void refiner_free(struct refiner *r); // NULL is fine

// The first node that lacks something: the one that a pivot is looked for with.
struct lacking {
  struct cpa *cpa;
  const struct reached_path *path;
  uint32_t first; // index of a node; UINT32_MAX: none yet
  bool grown; // something is new in the precision
  uint32_t cost; // the largest of a variable that is new
};
// Node i of the path needs it at its place.
void lacking_variable(struct lacking *l, uint32_t i, uint32_t var);
void lacking_cell(struct lacking *l, uint32_t i, uint32_t region, uint64_t index);
void lacking_predicate(struct lacking *l, uint32_t i, struct term plain);

// Does the path contradict explicit values? Then what is needed is added to the precision, place by place (Beyer, Löwe,
// Explicit-State Software Model Checking Based on CEGAR and Interpolation). `last`: a condition that must hold at its
// end, too, or none.
enum explicit_answer {
  EXPLICIT_NOT, // values do not refute it
  EXPLICIT_COSTLY, // they do, at a cost of `most` or more: nothing is added
  EXPLICIT_REFUTED,
};
enum explicit_answer refine_explicit(struct cpa *cpa, const struct reached_path *path, struct term last, uint64_t most,
                                     struct lacking *lacking);

// Do candidates of the facts refute the path, so that something is lacking? (candidates.c) `runs`: those of sampled
// runs, too, which take time the first time.
bool refine_by_candidates(struct cpa *cpa, const struct reached_path *path, bool runs, struct lacking *lacking);

// --- support.c -----------------------------------------------------------------------------------------------------
// A variable, or a cell of an array.
struct need {
  uint32_t number; // of the evaluator
  bool is_cell;
  uint64_t index;
};
VEC_TYPE(vec_need, struct need)
struct needs {
  struct vec_need all; // in the order in which they were found
  struct map_u32 index; // hash → position + 1; then linear by `next`
  struct vec_u32 next;
};
bool needs_add(struct needs *n, struct need need); // true: it is new
void needs_release(struct needs *n);

// The value of a term over the variables of a store: a constant, or TERM_UNKNOWN.
struct support;
struct support *support_new(struct cpa *cpa, struct evaluator *evaluator, struct persistents *pool,
                            struct persistent store);
void support_free(struct support *s);
struct term support_value(struct support *s, struct term t);
// What of the store is enough to give the term the value that it has; of alternatives the cheapest. False: it has none.
bool support_of(struct support *s, struct term t, struct needs *out);
// The same for the cell of an array term.
bool support_of_cell(struct support *s, struct term array, uint64_t index, struct needs *out);
// Is the variable or cell known in the store?
bool support_knows(struct support *s, struct need need);

#endif
