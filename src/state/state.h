// Symbolic states, and what an edge does to them: written once for all engines.
//
// A `struct program` holds the automaton compiled for execution: every edge
// becomes straight-line code over registers that runs on concrete 64-bit
// values and falls back to building terms. A state is a location, a stack of frames, the
// globals, the path condition, a model of it, the inputs read so far, the bump pointer of the heap and the stack
// pointer. States are values: state_copy is cheap (copy on write).
//
// Forward, post(s) = (pc ∧ m(guard), m∘update): `next` in section III of Jonáš, Strejček, Griggio,
// Combining Symbolic Execution with Predicate Abstraction and CEGAR.
// Backward, pre(φ) = guard ∧ φ[update], inputs renamed fresh.
//
// Addresses are concrete: the heap grows upwards and is never reused (where a loop that allocates was havocked, the
// bump pointer is a term, state_abstract; a state that has no room then for an object is left out only if a real run is
// out of memory there: cfa/pass/heap.c says when. Otherwise it is like an object that is too large); stack objects go
// when their frame returns, and their addresses are used again. What memory holds there is arbitrary then: what it was
// before anything was known of it, or else (such a cell is an arbitrary but fixed value that must not be shared with
// another object) a new input of the path of kind INPUT_UNINIT, an array. An allocation of symbolic size reserves a
// span, a larger one where the path bounds the size above that, and forks off the case that the size exceeds it
// (`too_large`).
//
// The k-th input of a path is always the same variable "in!k" for its sort, so that sibling paths share terms and
// cached answers.
#ifndef CLEW_STATE_STATE_H
#define CLEW_STATE_STATE_H
#include "cfa/cfa.h"
#include "solve/path.h"
#include "state/value.h"

struct program;
struct program *program_new(struct cfa *cfa, struct limits *limits, struct stats *stats);
void program_free(struct program *program);
// May the bump pointer be havocked at loops that allocate, without states being lost to an engine that have no room on
// the heap (cfa/pass/heap.c)?
bool program_has_room(const struct program *program);
// One byte for each location: was it ever reached? *count (may be NULL): how many were.
const unsigned char *program_reached(const struct program *program, uint32_t *count);

// The same for edges: was it ever taken?
const unsigned char *program_taken(const struct program *program, uint32_t *count);

// The program with its calls unfolded, whose contexts its states and their graphs name. Made when first asked for.
struct unfold;
struct unfold *program_unfold(struct program *program);
void program_share_unfold(struct program *program, struct unfold *unfold); // instead of one of its own; borrowed

struct state;
// Entry of main; globals not initialised yet (the first edge does).
struct state *state_initial(struct program *program);
struct state *state_copy(struct state *s);
void state_free(struct state *s);

struct location state_location(const struct state *s);
uint32_t state_depth(const struct state *s); // frames
uint64_t state_steps(const struct state *s); // edges on its path
struct path *state_path(const struct state *s); // borrowed
struct model *state_model(const struct state *s); // borrowed: a model of the path condition
void state_set_model(struct state *s, struct model *m); // takes a new reference itself
// Call sites on the stack, innermost last: edge ids appended.
void state_call_string(const struct state *s, struct vec_edge *edges);
// The value of a variable in the innermost frame (or a global) as a term.
struct term state_value(struct state *s, uint32_t var);
// The same of one that is no array, as the state holds it: no term is made.
struct value state_scalar(struct state *s, uint32_t var);

// --- forward -----------------------------------------------------------------
// Runs s forward while its next step is decided by concrete values, changing it in place; ends at the first of: a
// location that is not plain (error, stop, unsupported, or exit of main), no edge whose guard can hold, a state it was
// in before (then it diverges), more than one edge not decided concretely, or `max_steps`. This is the
// fast path: over a million loop iterations a second.
enum state_event {
  STATE_BRANCH, // several edges are open: look at state_open
  STATE_ERROR, // at a LOC_ERROR
  STATE_END, // the path ended: stop, exit of main, no guard holds concretely, or it diverges without a branch
  STATE_UNSUPPORTED, // at a LOC_UNSUPPORTED
  STATE_BUDGET, // max_steps used up, or the run is to stop
};
enum state_event state_run(struct state *s, uint64_t max_steps);
// The same, but ends with STATE_BUDGET also where, after a step or more, it reaches a location with stops[location].
enum state_event state_run_to(struct state *s, uint64_t max_steps, const bool *stops);
// After STATE_UNSUPPORTED: REASON_UNSUPPORTED (the location's text says what), REASON_ALLOCATION (the address space is
// used up) or REASON_DEPTH (too many frames).
enum reason state_why(const struct state *s);

// After STATE_BRANCH: the edges whose guards are not concretely false, in the order of the location's out-edges, each
// with its condition over inputs (true possible only where one symbolic edge is left with a check; allocation overflow
// appears as an entry with edge EDGE_NONE: taking it makes TRUE impossible, REASON_ALLOCATION). The conditions of one
// branch are exhaustive up to path-ending checks.
struct open_edge {
  struct edge edge;
  struct term condition;
};
// Borrowed until s is next changed.
const struct open_edge *state_open(struct state *s, uint32_t *n);
// Takes an edge that state_open gave, now or earlier: adds its condition to the path condition and performs the
// updates. `model` must satisfy the new path condition. (An index would not do for states that waited: what terms look
// like may depend on what other states did to memory they share, so that a later state_open may have another order.)
void state_take_edge(struct state *s, struct open_edge open, struct model *model);

// --- inputs --------------------------------------------------------------------
// The return of a function: after so many edges of the path, from a frame of this depth.
struct return_point {
  uint64_t steps;
  uint32_t depth; // 0: none
};
struct state_input {
  const struct cfa_input *input; // lives as long as the cfa
  struct term variable; // none for one that cannot matter (sliced away)
  // Of an array for stack memory that is used again: when. Its cells from the frame's start on are what the region,
  // whose variable is input->term, holds after it.
  struct return_point left;
};
// All inputs of the path; `each` is called once per input. First those that its edges read, in order (region base
// arrays included), then those for stack memory that is used again, in order.
uint32_t state_inputs_read(const struct state *s); // how many its edges read
// The inputs that the edges at the state's location read, each with the place that it has among all of the path.
void state_inputs_here(struct state *s, void (*each)(void *context, uint32_t nth, const struct state_input *input),
                       void *context);
void state_inputs(const struct state *s, void (*each)(void *context, const struct state_input *input), void *context);

struct input_value {
  const struct cfa_input *input;
  struct term value; // a constant; none: it cannot matter
  struct return_point left; // as above
};
VEC_TYPE(vec_input_value, struct input_value)
// What stands for stack memory that is used again, of a region's variable; NULL: that is no region.
const struct cfa_input *state_stack_input(struct program *program, uint32_t var);
// Appends the values that the state's model gives them.
void state_input_values(const struct state *s, struct vec_input_value *values);

// --- concrete runs -----------------------------------------------------------------
// A run with given input values: the k-th input gets values[k] (missing or none: zero), and stack memory that is used
// again what those at the end say that have a return point. Calls `step` before each edge is taken with the state
// before it (may be NULL). Ends as state_run does.
struct run_step {
  struct edge edge;
  struct state *state;
  uint32_t depth;
  uint64_t index;
};
// The address and size of the k-th object that the step's edge allocates; false if they are not known.
bool run_step_object(const struct run_step *step, uint32_t k, uint64_t *address, uint64_t *size);
// A cell of a memory region (an array variable); false if it is not a number.
bool state_cell(struct state *s, uint32_t var, uint64_t index, uint64_t *value);
// Does the cell hold what it held when `start` was the state, on the same path, and has nothing been written there
// before? False also if that is not known.
bool state_cell_is_untouched(struct state *start, struct state *s, uint32_t var, uint64_t index);
// The cells of memory regions that hold another number in `after` than in `before`, a state on the same path (NULL: all
// that hold one), as far as they were written one by one; by region and index. At most `most` are told: false if there
// are more.
typedef void state_cell_each(void *context, uint32_t var, uint64_t index, uint64_t value);
bool state_changed_cells(struct state *before, struct state *after, uint32_t most, state_cell_each *each,
                         void *context);
enum state_event state_replay(struct program *program, uint32_t n, const struct input_value *values, uint64_t max_steps,
                              bool (*step)(void *context, const struct run_step *step), void *context,
                              struct state **last);
// The same where values are given when they are asked for: those of the edges at the state's location, perhaps of edges
// that are not taken, perhaps twice. What is of another sort, or none, is zero.
struct input_giver {
  void *context;
  struct term (*value)(void *context, struct state *s, const struct cfa_input *input);
};
enum state_event state_replay_given(struct program *program, const struct input_giver *giver, uint64_t max_steps,
                                    bool (*step)(void *context, const struct run_step *step), void *context,
                                    struct state **last);
// The inputs that the step's edge reads, in the order in which a claim has them; `matters`: its value is looked at.
void run_step_inputs(const struct run_step *step,
                     void (*each)(void *context, const struct cfa_input *input, bool matters), void *context);
// The state is one of such a run: what its edges read from here on is arbitrary. Its inputs so far stay those of the
// run; they are no part of its path condition.
void state_open_inputs(struct state *s);

#endif
