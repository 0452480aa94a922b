// Symbolic execution with learning: what the files of engines `eager`, `lazy` and `prune` share.
//
// Chu, Jaffar, Murali, Lazy Symbolic Execution for Enhanced Learning, figure 4: depth-first symbolic execution in which
// a node whose subtree is free of errors gets an interpolant, a condition on its state that is enough for that. The
// tree is the red part of a red-black graph, and to annotate a node is to abstract it: every interpolant is proved when
// it is stored.
//
//   tracer.c       the search: SymExec as a loop over a stack of frames, speculation, restarts
//   exact.c        subsumption that brings back no infeasible path, for `prune`
//   unroll.c       loops that are executed as they are before they are abstracted, for `prune`
//   close.c        what a node has learnt when its subtree is done (lines 19 and 22)
//   conditional.c  beyond the paper: an infeasible edge may become feasible where what it leads to is harmless
//   heads.c        loops: abstraction at their heads
//   proof.c        what of the graph is the proof
//   refine.c       errors below an abstraction: real, or a reason to abstract less
//   speculation.c  which infeasible edges to speculate about, and what that may cost
//
// Loops are treated as TRACER treats them (Aissat, Voisin, Wolff, section 3). Below the first occurrence of a loop's
// head the loop's body and what comes after the loop are explored as they are, as if the next occurrences of the head
// were harmless; what that asks of the head are its first predicates. Then the head is abstracted: the variables that
// the loop changes get arbitrary values, of which the predicates are known. A later occurrence that lies in the
// abstraction is subsumed. Predicates are soft, given up when a later occurrence contradicts them, or hard, a
// safeguard: then the later occurrence is not subsumed and the loop is unrolled once more. What an interpolant of a
// spurious error says is soft the first time, hard the second.
//
// What a node learnt below an open head may rest on that head's abstraction. `rests` has a bit for each open head that
// it does rest on; when a head is explored again from a new abstraction such nodes are dropped, the others stay.
#ifndef CLEW_ENGINE_TRACER_TRACER_H
#define CLEW_ENGINE_TRACER_TRACER_H
#include "engine/tracer/weakest_precondition.h"
#include "base/table/option.h"
#include "base/table/stats.h"
#include "explore/path.h"
#include "facts/precision.h"

struct tracer_options {
#include "base/table/option_fields.h"
#include "engine/tracer/options.def"
#include "base/table/option_end.h"
};

enum { SPECULATION_AUTO, SPECULATION_PAPER }; // tracer_options.speculation
enum { LOOPS_ABSTRACT, LOOPS_UNROLL }; // tracer_options.loops
struct prune_options {
#include "base/table/option_fields.h"
#include "engine/tracer/prune_options.def"
#include "base/table/option_end.h"
};

struct tracer_statistics {
#define COUNTER(name, text) uint64_t name;
#include "engine/tracer/statistics.def"
#undef COUNTER
};

#define NO_HEAD UINT32_MAX

struct predicate {
  struct term term;
  bool hard;
};
VEC_TYPE(vec_predicate, struct predicate)

// A location in a context.
struct point {
  struct context context;
  struct location location;
  struct vec_node known; // annotated nodes that may subsume others
  struct vec_u32 hints; // for each, the conjunct that failed last
  uint32_t visited, visits; // in speculation number …, and how often
  struct vec_predicate pool; // of a loop head: what interpolants of spurious errors said
  bool refined; // of a loop head: by interpolants of a spurious error
  bool asked; // of a loop head: the facts were asked for candidates
  uint32_t failures; // of a loop head: how often an abstraction failed
  uint32_t cycles_failed; // of these, abstractions to the values at hand
  bool unbounded; // of a loop head: it was unwound to the bound without end (unroll.c)
  struct vec_u32 heads; // of a loop head: the open ones here, outermost first; indices into the learner's heads
};
VEC_TYPE(vec_point, struct point)

// An occurrence of a loop head on the path at hand.
struct head {
  struct node node;
  uint32_t point;
  struct state *exact; // as it was reached; NULL: not abstracted
  bool explored; // a later occurrence was met before it was abstracted
  struct vec_ptr waiting; // states of such occurrences
  struct vec_predicate kept; // its abstraction
  struct vec_term dropped; // soft predicates that a later occurrence contradicted
  struct vec_term extra; // conditions on what the loop does not change, found to be needed
  uint32_t extras; // how often
  bool never; // not to be abstracted
  bool cyclic; // abstracted to the values it had
  uint64_t values; // a hash of the constants that the variables have which the loop changes; 0: there are none
  uint64_t forks; // of the run when it was entered
  uint32_t log; // size of the log when it was entered
  uint64_t begun; // ordinary states when it was entered, or explored again
  uint32_t frame; // its frame
  bool again; // it is to be explored again as it was reached, without what was learnt below it
  uint64_t allowance; // paths after which its unwinding is given up
};
VEC_TYPE(vec_head, struct head)

struct work { // by node
  struct state *state; // while it is open
  uint32_t point, level;
  uint32_t head; // index into heads while it is open, or NO_HEAD
  bool learnable; // its state can be compared with formulas
  bool conditional; // made by conditional.c: it has a formula, but never had a state
  uint64_t rests; // open heads that what it learnt rests on
  struct configuration *configuration; // or NULL (exact.c)
};
VEC_TYPE(vec_work, struct work)

struct choice { // an out-edge to follow
  uint32_t arc;
  struct edge edge;
  struct term condition;
  struct model *model; // one reference, or NULL
  struct state *state; // the next state if it is there already
  bool speculative;
};
VEC_TYPE(vec_choice, struct choice)

struct frame_record {
  struct node node;
  uint32_t level;
  struct vec_choice choices;
  uint32_t next;
  uint64_t begun; // ordinary states when it was entered
  uint64_t worth; // ordinary states below its feasible edges; 0: not known yet
  bool speculating; // the choice at hand is a speculation
};
VEC_TYPE(vec_frame, struct frame_record)

struct attempts { // speculations about an edge, in all contexts
  uint32_t failed, succeeded;
};
MAP_TYPE(map_attempts, struct attempts)

enum outcome { OUTCOME_CLOSED, OUTCOME_ENTERED, OUTCOME_FAILED, OUTCOME_RESTART, OUTCOME_FOUND };

struct learner {
  struct run run;
  struct cfa *cfa; // the run's
  struct terms *tm;
  struct tracer_statistics *statistics;
  struct wp *wp;
  uint32_t sources; // of candidates
  bool lazy; // speculate
  struct tracer_options options; // with what --paper stands for
  bool preserve; // what is infeasible must stay so: for pruning
  // For pruning without --paper; NULL: subsumption as printed, and loops are abstracted at once.
  struct exact *exact;
  uint32_t unwind; // iterations of a loop before it is found to go on
  uint32_t peel; // iterations of such a loop before it is abstracted
  uint64_t exact_paths, paths_used; // before nodes are merged that need not have the same feasible paths; so far
  bool begun;
  struct map_u32 point_of; // context, location → point
  struct vec_point points;
  struct vec_work works; // by node
  struct vec_frame frames;
  struct vec_head heads;
  struct vec_node log; // closed nodes, in order
  uint64_t forks; // branches that concrete values did not decide
  uint32_t speculation; // number of the one at hand, counted at level 0
  struct map_attempts attempts; // by edge
  uint64_t ordinary; // states of level 0
  uint64_t limit; // the speculation of level 0 at hand may go on up to so many states
  bool exhausted; // its limit is reached
  struct map_u32 matters; // variables that interpolants of spurious errors speak of
  uint32_t restart; // after OUTCOME_RESTART: the head
  uint64_t done; // for the view: of the tree, at most so much was done at the end of a slice (mass_progress)
};

// tracer.c
uint32_t learn_point(struct learner *l, struct context context, struct location location);
bool learn_state_entails(struct learner *l, struct state *s, struct term t);
void learn_register(struct learner *l, struct node node); // as a subsumer

// speculation.c
void speculation_choose(struct learner *l, struct node node, struct vec_choice *choices); // appends infeasible edges
bool speculation_is_worth_it(struct learner *l, const struct frame_record *f, uint32_t choice); // when its turn comes
void speculation_begin(struct learner *l, struct frame_record *f); // at level 0
void speculation_end(struct learner *l, struct frame_record *f, bool success);

// conditional.c. False: no such condition was found, the arc is cut.
bool conditional_make(struct learner *l, struct node node, uint32_t arc);

// close.c. False: nothing was learnt.
void learn_join_cases(struct terms *tm, struct vec_term *conjuncts); // of several arcs
bool learn_conditions(struct learner *l, struct node node, struct vec_term *out);
bool learn_close(struct learner *l, struct node node);

// exact.c
struct exact *exact_new(struct cfa *cfa);
void exact_free(struct exact *e); // may be NULL
bool exact_subsumed(struct learner *l, struct node node); // by a node from which the same paths are feasible
void exact_closed(struct learner *l, struct node node); // it may subsume others from now on
void exact_forget(struct work *w);
void exact_drop(struct work *w); // it may not subsume others any more

// unroll.c
bool unroll_is_spent(const struct learner *l); // the budget of exact paths
void unroll_spend(struct learner *l); // a path is done
// At a loop head. ENTERED: it is unwound once more, the head is pushed; RESTART: it is to be abstracted; CLOSED: it is
// none of unwinding's.
enum outcome unroll_arrive(struct learner *l, struct node node);
bool unroll_is_peeled(struct learner *l, const struct point *pt); // the next iteration may be abstracted
bool unroll_is_on(const struct learner *l); // is the path at hand in a loop that is being unwound?

// heads.c
enum outcome heads_arrive(struct learner *l, struct node node); // ENTERED: go on
void heads_push(struct learner *l, struct node node);
void heads_pop(struct learner *l, struct node node); // closed or dropped
bool heads_abstract(struct learner *l, uint32_t head); // makes the abstraction and the state to go on with
enum outcome heads_close(struct learner *l, uint32_t head);
void heads_explored(struct learner *l, uint32_t head); // the first iteration is done: what to keep
// A condition's conjuncts become predicates.
bool heads_learn(struct learner *l, struct point *pt, struct term t, bool again);
void heads_choose(struct learner *l, uint32_t head); // what to keep
void heads_offer(struct learner *l); // the predicates of loop heads become candidates for other engines
enum outcome heads_give_up(struct learner *l, uint32_t head); // it is to be explored again without abstraction
void heads_drop_adopted(struct learner *l); // the run ends: open heads whose formula was not proved yet are reset
bool heads_any_abstract(const struct learner *l);

// proof.c: drops the formulas that the proof does not need.
void learn_finish(struct learner *l);

// refine.c: an error (or something unsupported) reached below an abstraction.
enum outcome refine_error(struct learner *l, struct node node, bool is_error);

#endif
