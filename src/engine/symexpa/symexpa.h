// Jonáš, Strejček, Griggio, Combining Symbolic Execution with Predicate Abstraction and CEGAR (docs/papers.md): what
// the files of engine `symexpa` share.
//
//   symexpa.c   the search: algorithm 2 as a loop over a frontier of open edges, and the end of algorithm 3
//   heads.c     abstraction points: visits of loop heads, entries of loops
//   cases.c     abstract states of an entry: beyond the paper, each is explored once, whatever path led to it
//   paths.c     algorithm 2: abstract states are told apart on one path only (--abstraction paths), to the letter with
//               --paper: every abstraction point is an entry with one case
//   decided.c   loops that run by concrete values: not abstracted, within reason
//   refine.c    algorithm 3: is an error path feasible, and if not, what the precision lacks
//
// Where a path reaches a loop's head in a context, and the loop is to be abstracted there, begins an *entry*. The
// variables that the loop may change are havocked, and the abstract state is assumed; all else, the path condition
// included, stays. A later occurrence of the head, before the path leaves the loop, differs from the entry in these
// variables only, so that its abstract state says all. Abstract states are *cases*: conjunctions of predicates and
// negated predicates that hold. A predicate may speak of every cell of an array (term/quantified.h): it holds or is of
// no use, and is never negated. The graph of cases is the certificate.
//
// A *trail* is a path as it was found: branches, visits of heads, cases. It serves to run the path again without
// abstraction.
#ifndef CLEW_ENGINE_SYMEXPA_SYMEXPA_H
#define CLEW_ENGINE_SYMEXPA_SYMEXPA_H
#include "base/table/option.h"
#include "base/table/stats.h"
#include "engine/symexpa/watch.h"
#include "explore/frontier.h"
#include "explore/path.h"
#include "explore/unwind.h"
#include "facts/precision.h"

struct symexpa_options {
#include "base/table/option_fields.h"
#include "engine/symexpa/options.def"
#include "base/table/option_end.h"
};
enum { BLOCKS_LARGE, BLOCKS_SMALL }; // symexpa_options.blocks
enum { ABSTRACTION_STATES, ABSTRACTION_PATHS }; // symexpa_options.abstraction

struct symexpa_statistics {
#define COUNTER(name, text) uint64_t name;
#include "engine/symexpa/statistics.def"
#undef COUNTER
};

#define NOTHING UINT32_MAX

// What is known about a loop head; by location.
struct head_record {
  bool split; // predicates that are open make cases of their own
  bool asked_objects, asked; // the facts were asked for candidates: about all blocks of the heap, for others
  struct facts_seen seen; // of what came later
  uint32_t shared; // predicates that are such
  uint32_t failures; // refinements that found nothing new
  uint32_t refinements;
  struct map_u32 slow; // predicates that could not be decided quickly
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
  struct turns turns; // of the loops that are not abstracted
};

struct entry {
  struct context context;
  struct location location;
  struct node node; // LOOP
  struct place place; // as it was reached
  struct state *exact;
  struct value heap;
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

// A path at the end of a slice.
struct suspended {
  struct place place;
  bool at_head; // the head where it stands was visited already
};
VEC_TYPE(vec_suspended, struct suspended)

struct symexpa {
  struct run run;
  struct cfa *cfa; // the run's
  struct terms *tm;
  struct symexpa_options options;
  struct symexpa_statistics *statistics;
  const struct symexpa_watch *watch; // for tests; may be NULL
  bool paths; // abstract states are told apart on one path only
  bool certifying; // algorithm 2 is done: the same precision is explored by states, for the certificate
  bool printed; // algorithm 2 to the letter (--paper); implies `paths`
  struct precision *precision; // of the run's facts
  struct frontier *frontier;
  struct head_record *heads; // by location
  bool *is_head; // by location
  struct vec_trail trails;
  struct vec_entry entries;
  struct vec_place places; // by branch node and CASE node
  struct vec_suspended suspended; // paths that wait in the frontier for the next slice; its entry has the number as arc
  struct vec_edge edges; // scratch
  struct unwind unwind; // how far loops were unrolled, for people
  bool begin_again; // from the entry of main: at first, and after a refinement
  struct vec_doubt doubts;
  double slow_seconds; // of questions without an answer, about predicates that had none before
  uint64_t refinements, quiet; // for the view: of this run; slices that needed none
};

// symexpa.c
// May the loop change what the formula says?
bool symexpa_is_changed(struct symexpa *x, struct location head, struct term formula);
void symexpa_doubt(struct symexpa *x, const struct place *p, enum reason why, const char *what,
                   struct location location);
// A query was not answered.
void symexpa_solver_doubt(struct symexpa *x, const struct place *p, struct location location);
uint32_t symexpa_trail(struct symexpa *x, struct trail t);
struct place *symexpa_place(struct symexpa *x, struct node node);
// Puts a state that has passed its head into the frontier.
void symexpa_push(struct symexpa *x, struct state *s, struct node node); // its place is the node's

// heads.c
// The state reached a loop's head. DONE: the path is done with, the state was used up. PASSED: go on from the head.
// LEFT: the loop was run through.
enum visit { VISIT_DONE, VISIT_PASSED, VISIT_LEFT };
enum visit heads_visit(struct symexpa *x, struct state **s, struct place *p);
void heads_leave(struct symexpa *x, struct state *s, struct place *p); // which loops is the path still in?
void heads_again(struct symexpa *x, uint32_t entry); // explores it again with the precision of now
uint32_t heads_threshold(struct symexpa *x, struct location location);
// An interpolant is not to be dropped; true: it was.
bool heads_recall(struct symexpa *x, struct location location, struct term plain);
void heads_forget(struct symexpa *x); // all entries
void heads_release(struct symexpa *x);
// Is the frame of the given context on the stack, and in the loop of the head?
bool heads_is_inside(const struct symexpa *x, struct state *s, struct context context, struct location head);

// cases.c
// The state, at the head of the entry's loop after so many steps of its path, is to lie in the entry's cases. The state
// stays the caller's. Returns the case that it lies in, or NOTHING if it may be in several.
uint32_t cases_arrive(struct symexpa *x, uint32_t entry, struct state *s, uint32_t trail, uint64_t steps);
uint32_t cases_arc(const struct entry *e, uint32_t at); // of the LOOP node, when it has its cases
// A predicate is open that could be told apart.
bool cases_may_split(struct symexpa *x, const struct entry *e, const struct abstract_case *c);
bool is_quantified(const struct symexpa *x, struct term predicate);
// The case is new: it is to be explored from the state, so many edges after the beginning of the path.
void case_push(struct symexpa *x, const struct abstract_case *c, struct state *s, uint64_t steps, uint32_t entry,
               uint32_t at);

// paths.c: lines 7 to 10 of algorithm 2. The state becomes the abstracted one, if there is one; owns it.
void paths_abstract(struct symexpa *x, uint32_t entry, struct state *s, uint32_t trail, uint64_t steps);
// The last abstraction point of the path that the new one is told apart from, with TRAIL_CASE, or NOTHING. `entry` is
// of the new one.
uint32_t paths_point_before(const struct symexpa *x, uint32_t trail, uint32_t entry);

// decided.c: goes through decided iterations of the loop at whose head the state is, until the next one is not, or
// there were enough (false), or the loop is left.
bool decided_run(struct symexpa *x, struct state **s);

// refine.c
// An error, or something unsupported (REASON_UNSUPPORTED, REASON_ALLOCATION, …), was reached. True: it was not, without
// abstraction, and what the path has is explored again.
bool refine_reached(struct symexpa *x, struct state *s, const struct place *p, bool is_error, enum reason why);

#endif
