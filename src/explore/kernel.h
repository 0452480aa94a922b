// The kernel that engines stand on: one run of an engine over a program.
//
// An engine asks the run for what every search needs (which edges can be taken, what a loop may change, whether an
// error is real, how much it has worked) and decides only where to go, what to abstract and what to learn.
//
// A run has two solvers. The exact one answers what soundness depends on: a query that it does not answer makes TRUE
// impossible (run_incomplete). The best-effort one has little time for each query: what it does not answer costs
// precision, nothing else.
//
// Effort is counted in steps of execution, the same on every machine: a branch and a query count as the steps that take
// about as long. An engine is advanced by a slice of effort: it looks at run_goes_on in its loop and returns when that
// is false, as it is when the slice is used up, the limits are reached or an error was confirmed. It goes on from there
// when it is advanced again.
#ifndef CLEW_EXPLORE_KERNEL_H
#define CLEW_EXPLORE_KERNEL_H
#include "base/process/limits.h"
#include "graph/claim.h"
#include "facts/facts.h"
#include "graph/operations.h"
#include "solve/solve.h"

// What a slice may cost; 0: no bound.
struct slice {
  uint64_t effort;
  double solver_seconds; // of the back ends
  double cpu_seconds;
};

// Callbacks of the one who runs the engine; each may be NULL.
struct run_listener {
  void *context;
  // Now and then (at most every 50 ms), for a progress line; may be NULL.
  void (*progress)(void *context, const struct stats *stats, uint32_t depth);
  // With each error found: does a run confirm it? False: the search goes on without it. NULL: every error counts.
  bool (*confirm)(void *context, const struct claim *claim);
  // With inputs whose run takes an edge that no run before took, of an engine that looks for such inputs: for tests.
  // May be NULL.
  void (*sample)(void *context, const struct vec_input_value *inputs);
  // The search is over, nothing but the certificate is missing: statistics tell the two apart. May be NULL.
  void (*searched)(void *context);
  // With each query that may take long: where it is asked; none: it is answered. May be NULL.
  void (*asks)(void *context, struct location at);
};

// The program as native code, for engines that run it: native/served/served.h.
struct served_program;
struct run_native {
  void *context;
  // The caller's, with the program's constant strings. NULL: `message` says why, or the run is to stop. The function
  // itself is NULL where there is no program.
  struct served_program *(*open)(void *context, struct vec_string *words, struct text *message);
};

// What a run is made of; all is borrowed and outlives it.
struct run_setting {
  struct cfa *cfa;
  struct program *program;
  struct limits *limits;
  struct stats *stats;
  struct solver_config solver;
  uint64_t seed;
  struct facts *facts;
  struct run_listener listener;
  struct run_native native;
  // Locations reached, by id: for coverage and "assertions never reached". One byte a location; may be NULL.
  unsigned char *reached;
};

// What an engine wants of its run; 0: the default.
struct run_wishes {
  double best_effort_seconds; // for one query of the best-effort solver
  double interpolate_seconds; // for the interpolation of one path
};

// Where the work goes, for people (explore/view.h).
struct run_work {
  uint64_t *effort; // by location: spent there, or in the loop that it heads
  uint64_t paths, paths_before; // done in the slices before; of the statistics, when the slice began
  struct location slow; // where the query was asked that took longest
  double slow_seconds;
  uint64_t shown; // the effort when the clock was last looked at for a progress line
};

struct run {
  struct run_setting setting;
  struct cfa *cfa;
  struct terms *tm;
  struct program *program;
  struct unfold *unfold; // the program's
  struct limits *limits;
  struct stats *stats;
  struct facts *facts;
  struct solver *solver; // exact
  struct solver *best_effort;
  struct interpolator *interpolator; // made when first asked for: run_interpolator
  struct prover prover; // for the graph's operations
  struct claim *claim;
  struct graph *graph; // the claim's
  // The verdict so far.
  bool found; // an error, confirmed
  enum reason incomplete; // why TRUE cannot be claimed any more; REASON_NONE: it can
  const char *detail;
  uint64_t errors; // met
  // Effort.
  uint64_t branching; // of branches: they cost more the longer the path condition is
  uint64_t spent; // in the slices before, but for branches
  bool in_slice;
  uint64_t steps_before, queries_before; // of the statistics, which are shared, when the slice began
  struct slice slice;
  uint64_t effort_before;
  double solver_before, cpu_before, next_progress;
  struct run_wishes wishes;
  struct vec_ptr loops; // by location: the loop with this head (run_loop)
  struct run_work work;
};

void run_init(struct run *r, const struct run_setting *setting, const struct run_wishes *wishes, struct claim *claim);
void run_release(struct run *r);
struct interpolator *run_interpolator(struct run *r);

// --- time and effort ------------------------------------------------------------------------------------------------
// The statistics of several runs may be in one place. What is counted there between the beginning and the end of its
// slice is the run's own work, all else is not.
void run_begin_slice(struct run *r, const struct slice *slice);
void run_end_slice(struct run *r); // run_conclude does it
bool run_slice_is_used(const struct run *r);
bool run_goes_on(const struct run *r);
uint64_t run_effort(const struct run *r); // so far
void run_count_branch(struct run *r, const struct state *s);
void run_count_step(struct run *r, uint32_t conjuncts); // on terms, of a formula with so many
void run_count_cpu(struct run *r, double seconds); // of the slice, in a process of the engine's own
void run_progress(struct run *r, uint64_t depth); // also notes the depth
void run_note(struct run *r, struct location at, uint64_t effort); // so much work was done there
uint64_t run_paths(const struct run *r); // done, of the run's own
// Around a query that may take long, for people: where it is asked. What run_asks returns is for run_answered.
double run_asks(struct run *r, struct location at);
void run_answered(struct run *r, struct location at, double before);

void run_searched(struct run *r); // TRUE is found out; what follows makes the certificate

// --- branches ----------------------------------------------------------------------------------------------------
// Is the path with this condition feasible? On SAT *model is a new reference. Exact.
enum answer run_feasible(struct run *r, struct state *s, struct term condition, struct model **model);

// The state stands where an object is allocated: may it be larger than the memory model allows? Exact; unanswered: yes.
bool run_may_be_too_large(struct run *r, struct state *s);

// An edge that can be taken at a branch.
struct successor {
  struct open_edge open;
  struct model *model; // one reference: satisfies the path condition and the edge's condition
  uint32_t arc; // number of the edge among the node's arcs
  struct location to; // where the edge leads: into the callee for a call
};
VEC_TYPE(vec_successor, struct successor)

struct successors {
  struct vec_successor feasible; // in program order, but what leaves a loop first
  enum reason unknown; // not REASON_NONE: a query about an edge was not answered
  bool too_large; // an object may be larger than the memory model allows
};

// The open edges of a state at STATE_BRANCH. Those that cannot be taken are marked in the graph at the node, whose arcs
// are out-edges of the location; edges of the location that are not open are cut, too. NODE_NONE: nothing is marked.
void run_successors(struct run *r, struct state *s, struct node node, struct successors *out);
void successors_release(struct successors *successors); // models too
void successor_take(struct state *s, struct successor *successor); // gives its model up

// --- the verdict -------------------------------------------------------------------------------------------------
// TRUE cannot be claimed, because of `what` (may be empty) at the location. The first reason stays, but for an error
// that was not reproduced.
void run_incomplete(struct run *r, enum reason why, const char *what, struct location location);
// A query was not answered: the solver's reason.
enum reason run_unanswered(const struct run *r);
// For a listener that wants samples: the state, by a path without abstraction, took an edge that is new.
void run_sample(struct run *r, struct state *s);
void run_sample_inputs(struct run *r, const struct vec_input_value *inputs);
// The state gets a model that gives zero to what is not initialised, if there is one: what memory really holds cannot
// be chosen when the program runs, and zero is most likely.
void run_prefer_zeroes(struct run *r, struct state *s);
// The state is at an error, by a path without abstraction: fills the claim and has it confirmed.
void run_error(struct run *r, struct state *s);
// The same for a concrete run with these inputs that ends at the error location.
void run_error_of_inputs(struct run *r, struct location location, const struct vec_input_value *inputs);
// The engine's loop was left; `exhausted`: nothing is left to explore. Gives the claim its verdict or reason and copies
// the coverage.
enum conclusion {
  CONCLUSION_NONE, // the slice is used up: not done yet; the claim is UNKNOWN(timeout) for the time being
  CONCLUSION_DONE, // the claim stands
  CONCLUSION_TRUE, // TRUE is claimed: the certificate is to be finished
};
enum conclusion run_conclude(struct run *r, bool exhausted);

// --- loops -------------------------------------------------------------------------------------------------------
struct loop {
  struct location head;
  struct vec_u32 changes; // variables that an iteration may change: of the head's function, and globals
  bool allocates; // on the heap: the bump pointer is another in each iteration
};
const struct loop *run_loop(struct run *r, struct location head);
// The loop's variables as instances in the context.
void run_loop_variables(struct run *r, struct context context, struct location head, struct vec_term *out);
// The state stands at a loop's head: what the loop may change is havocked, then the conjuncts (over instance variables;
// those with a universally quantified variable too) are assumed. With `heap` the bump pointer is havocked, too, if the
// loop allocates. False: there is no such state (*answer UNSAT) or that was not found out; the state must not be used.
bool run_havoc_loop(struct run *r, struct state *s, struct solver *solver, bool heap, uint32_t n,
                    const struct term *conjuncts, enum answer *answer);

#endif
