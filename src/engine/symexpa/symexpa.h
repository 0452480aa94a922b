// Symbolic execution with predicate abstraction and CEGAR (Jonáš, Strejček, Griggio, FMCAD 2024): what the files of
// engine `symexpa` share.
//
//   symexpa.c         the search: algorithm 2 as a loop over a frontier of open edges, and the end of algorithm 3
//   symexpa_heads.c   abstraction points: entries of loops, their cases
//   symexpa_refine.c  algorithm 3: is an error path feasible, and if not, what the precision lacks
//
// Where a path comes to a loop's head in a context, and the loop is to be abstracted there, begins an *entry*. The
// variables that the loop may change get arbitrary values, of which the abstract state is known; all else, the path
// condition included, stays. A later occurrence of the head, before the path leaves the loop, differs from the entry in
// these variables only, so that its abstract state says all. Abstract states are *cases*: conjunctions of predicates
// and negated predicates that hold. A predicate may speak of every cell of an array (term/quantified.h): it holds or is
// of no use, and is never negated. Each case of an entry is explored once, whatever path led to it (with
// symexpa_config.paths: each p-simple path by itself, as algorithm 2 has it). The graph of cases is the certificate.
//
// A *trail* is a path as it was found: branches, visits of heads, cases. It serves to run the path again without
// abstraction.
#ifndef CLEW_ENGINE_SYMEXPA_SYMEXPA_H
#define CLEW_ENGINE_SYMEXPA_SYMEXPA_H
#include "explore/internal.h"
#include "facts/candidates.h"
#include "facts/precision.h"
#include "graph/operations.h"

#define NOTHING UINT32_MAX

// What is known about a loop head; by location.
struct head_record {
  bool changes_known;
  struct vec_u32 changes; // variables
  bool allocates; // on the heap: its rounds are never alike
  bool split; // predicates that are open make cases of their own
  bool hinted; // the program's own predicates were asked for
  bool passed; // some visit was not abstracted: nothing is known about all of them
  uint32_t failures; // refinements that found nothing new
  uint32_t refinements;
  struct map_u32 slow; // predicate → how often it could not be decided quickly
  // Predicate of the program itself → entries explored in vain in which it was open all the time, plus one; 0: it is an
  // interpolant.
  struct map_u32 idle;
};

enum trail_kind { TRAIL_BRANCH, TRAIL_VISIT, TRAIL_CASE };

struct trail {
  enum trail_kind kind;
  uint32_t before; // or NOTHING
  struct edge edge; // BRANCH: that was taken
  uint32_t entry, at; // CASE: and which of its cases
  struct context context; // VISIT: of the head
  struct location location;
  uint32_t count; // VISIT: how often on this path
  uint64_t steps; // edges of the path before it
};
VEC_TYPE(vec_trail, struct trail)

struct abstract_case {
  struct node node; // CASE
  uint32_t trail;
  struct vec_u32 literals; // ascending: twice the number of the predicate, plus one where it is negated
  struct vec_term values; // with `paths`: of the predicates
  bool dead; // a weaker one has taken its place, or the entry was explored again
};
VEC_TYPE(vec_case, struct abstract_case)

// Where a path is.
struct place {
  struct node node; // in the graph: where what follows hangs
  uint32_t arc;
  uint64_t steps; // of the state at the end of that arc
  uint64_t ahead; // edges of the path that are not among the state's steps: a case begins with the entry's state
  uint32_t trail;
  uint32_t entry, at; // the innermost case above it, or NOTHING
  uint32_t active; // the innermost entry whose loop it is in, or NOTHING
};

struct entry {
  struct context context;
  struct location location;
  struct node node; // LOOP
  struct place place; // as it was reached
  struct state *exact;
  uint64_t heap;
  uint32_t depth; // frames
  struct vec_term predicates; // instances in its context
  struct vec_term plain; // for each, what it is an instance of
  uint32_t known; // so many predicates had the precision when they were taken from it
  struct vec_case cases;
  bool gone; // not abstracted any more
};
VEC_TYPE(vec_entry, struct entry)
VEC_TYPE(vec_place, struct place)

// Why TRUE cannot be claimed, unless that place is explored again.
struct doubt {
  struct place place;
  enum reason why;
  const char *what;
  struct location location;
};
VEC_TYPE(vec_doubt, struct doubt)

struct symexpa {
  struct engine_context *context;
  struct symexpa_config config;
  struct cfa *cfa;
  struct terms *tm;
  struct program *program;
  struct stats *stats;
  struct claim *claim;
  struct graph *graph;
  struct unfold *unfold;
  struct solver *solver, *hasty; // the hasty one is for what is only good to know
  struct interpolator *interpolator;
  struct hints *hints; // made when they are asked for
  struct precision own, *precision;
  struct frontier *frontier;
  struct head_record *heads; // by location
  bool *is_head; // by location
  struct vec_trail trails;
  struct vec_entry entries;
  struct vec_place places; // by branch node and CASE node
  struct vec_edge edges; // scratch
  uint64_t effort; // of branches: they cost more the longer the path condition is
  bool begin_again; // after a refinement
  struct errors errors;
  struct vec_doubt doubts;
  double next_progress;
};

// symexpa.c
void symexpa_doubt(struct symexpa *x, const struct place *p, enum reason why, const char *what,
                   struct location location);
void symexpa_solver_doubt(struct symexpa *x, const struct place *p,
                          struct location location); // a query was not answered
uint32_t symexpa_trail(struct symexpa *x, struct trail t);
struct place *symexpa_place(struct symexpa *x, struct node node);
bool symexpa_dead(const struct symexpa *x, const struct place *p);
// Puts a state that has passed its head into the frontier.
void symexpa_push(struct symexpa *x, struct state *s, struct node node); // its place is the node's

// symexpa_heads.c
// The state came to a loop's head. DONE: the path is done with, the state was used up. PASSED: go on from the head.
// LEFT: the loop was run through.
enum visit { VISIT_DONE, VISIT_PASSED, VISIT_LEFT };
enum visit heads_visit(struct symexpa *x, struct state **s, struct place *p);
void heads_leave(struct symexpa *x, const struct state *s, struct place *p); // which loops is the path still in?
void heads_again(struct symexpa *x, uint32_t entry); // explores it again with the precision of now
struct head_record *heads_record(struct symexpa *x, struct location location);
uint32_t heads_threshold(struct symexpa *x, struct location location);
bool heads_recall(struct symexpa *x, struct location location,
                  struct term plain); // an interpolant is not to be forgotten; true: it was
void heads_forget(struct symexpa *x); // all entries
void heads_release(struct symexpa *x);
uint32_t heads_arc(const struct entry *e, uint32_t at); // of the LOOP node, when it has its cases
struct term heads_formula(struct symexpa *x, const struct entry *e, const struct abstract_case *c);
bool heads_may_split(struct symexpa *x, const struct entry *e,
                     const struct abstract_case *c); // a predicate is open that could be told apart

// symexpa_refine.c
// An error, or something unsupported (REASON_UNSUPPORTED, REASON_ALLOCATION, …), was reached. True: it was not, without
// abstraction, and what the path has is explored again.
bool refine_reached(struct symexpa *x, struct state *s, const struct place *p, bool is_error, enum reason why);

#endif
