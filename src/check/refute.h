// Refutation of cut branches, for the check of trees.
//
// The conditions of the path are a stack. A cut branch is refuted by showing that some of
// them contradict its condition: first those that share variables with it, directly or through
// others, and only if that is not enough all of them. Which ones are tried cannot make a wrong
// refutation: every formula handed to the solver is one of the path, and if some of them contradict each other, all do.
// Where products are in it, an identity of polynomials may refute it, which is looked for before and checked here
// (check/ring.h). What is hard is made smaller by another solver, which says which few formulas contradict each other;
// that they do is for the check's own solver to say. A set that was refuted before, formula for formula, is not asked
// again: different paths of a tree mostly differ in conditions that a cut does not depend on.
#ifndef CLEW_CHECK_REFUTE_H
#define CLEW_CHECK_REFUTE_H
#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "solve/solve.h"

struct refuted;

struct refuter {
  struct terms *tm;
  struct limits *limits;
  struct stats *stats;
  struct solver *solver; // without caches, owned
  double seconds; // for one query; 0: no limit
  struct solver *quick; // as `solver`, with a short limit for each query
  struct solver *finder; // finds conflicts that `solver` then decides; not trusted, NULL until it is needed
  struct solver *guide; // best effort, for the search for identities; NULL until it is needed
  struct map_u32 concerned; // conjunct → has it products
  struct vec_term path; // conjuncts
  struct vec_u32 scopes; // sizes of path
  struct map_ptr known; // hash → chain of refuted sets
  struct arena arena;
  // scratch
  struct vec_term chosen;
  struct map_u32 wanted; // variables
  struct vec_u32 taken; // by path index: is it in chosen
};

// `seconds`: for one query; 0: no limit but the run's.
void refuter_init(struct refuter *r, struct terms *tm, struct limits *limits, struct stats *stats, double seconds);
void refuter_release(struct refuter *r);
void refuter_push(struct refuter *r);
void refuter_pop(struct refuter *r);
void refuter_assume(struct refuter *r, struct term condition);
enum answer refuter_check(struct refuter *r, struct term condition);

#endif
