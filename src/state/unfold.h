// The program with its calls unfolded: what an edge means as a guarded parallel assignment, for every call string.
//
// A context is a call string, interned: the root is main, unfold_enter gives the context of a call. Every context has
// its own instance of its function's variables ("f@c3::x"; globals and main's variables keep their terms), so that a
// formula about a state with several frames is a plain formula. Contexts are made when they are asked for: recursion is
// no problem.
//
// Together with the bump pointer, a variable of its own, a state of struct state satisfies or does not satisfy a
// formula over these variables (formula.h). The steps here mean exactly what state_take_edge does, with these
// differences that make addresses a matter of terms:
// - A stack object has the address that its call string gives it; a variable-length array takes a reserve. Where a
//   function's frame is not the same size on all paths (an array that a loop makes again and again), unfold_stack says
//   so and its steps are not `known`. When a function returns, what its frame held in memory becomes arbitrary: its
//   addresses are used again. A state whose stack pointer is not the one of unfold_stack, as one that knows the size of
//   such an array, must not be compared with formulas.
// - A heap object of at most the size that is reserved for one fits where the heap has room for it and for those of the
//   location's other edges, which is not asked if all blocks of a run have room together, or a run without room need
//   not be considered (cfa/pass/heap.c).
// - A heap object takes the memory that its size says, and its size is at most the largest reserve (the guard says so
//   if the size is not constant). Struct state takes a whole reserve where the size is symbolic, and any size where it
//   is concrete. Each way gives new objects addresses of their own, so a path may go on with one after the other; but
//   after a step that allocates an object of symbolic size the state need not satisfy what the step says about the bump
//   pointer, and before one of a huge concrete size the guard is false (then unfold_too_large holds).
//
// A step leads to where struct state stops next: when the edge ends at the exit of a function other than main,
// returning is part of the step.
#ifndef CLEW_STATE_UNFOLD_H
#define CLEW_STATE_UNFOLD_H
#include "cfa/cfa.h"
#include "solve/interpolate/step.h"

// A handle of a call string.
struct context {
  uint32_t id;
};
#define CONTEXT_ROOT ((struct context){0})
#define CONTEXT_NONE ((struct context){UINT32_MAX})
static inline bool context_none(struct context c) { return c.id == UINT32_MAX; }
static inline bool context_same(struct context a, struct context b) { return a.id == b.id; }
VEC_TYPE(vec_context, struct context)

struct unfold_step {
  struct edge edge;
  struct context context; // where it leads
  struct location location; // where it leads
  struct step step; // guard, updates, inputs (fresh arbitrary values of this step)
  // A formula over the variables after the step → the same over those before it and its inputs.
  struct substitution *back;
  bool known; // false: cannot be said in terms; the rest but context and location is none
};

struct unfold;
struct unfold *unfold_new(struct cfa *cfa);
void unfold_free(struct unfold *u);
struct cfa *unfold_cfa(const struct unfold *u);

uint32_t unfold_contexts(const struct unfold *u); // how many there are
// Interned; the edge leaves the context's function.
struct context unfold_enter(struct unfold *u, struct context context, struct edge call_edge);
struct context unfold_parent(const struct unfold *u, struct context context); // CONTEXT_NONE for the root
struct edge unfold_call(const struct unfold *u, struct context context); // its call edge; EDGE_NONE for the root
uint32_t unfold_function(const struct unfold *u, struct context context);
uint32_t unfold_depth(const struct unfold *u, struct context context); // 1 for the root, as state_depth

// The variable's instance in a context (a global: itself).
struct term unfold_var(struct unfold *u, struct context context, uint32_t var);
// The context and variable of an instance; a global's context is CONTEXT_ROOT. False: not a variable of the program.
bool unfold_var_of(const struct unfold *u, struct term t, struct context *context, uint32_t *var);
// So many bytes take a block of this size and the gap behind it.
uint64_t unfold_block_space(const struct unfold *u, const struct cfa_alloc *alloc, uint64_t size);
struct term unfold_heap(struct unfold *u); // the bump pointer, of pointer width

// What an out-edge of a location means in a context. Made once, then kept.
const struct unfold_step *unfold_step(struct unfold *u, struct context context, struct edge edge);
// When an object allocated by the location's edges is too large for the memory model (its size is not constant): false
// almost everywhere. Over the variables and the inputs of the location's edges; nothing is known about what follows.
struct term unfold_too_large(struct unfold *u, struct context context, struct location location);
// The stack pointer at a location of the context's function, or UINT64_MAX where paths differ.
uint64_t unfold_stack(struct unfold *u, struct context context, struct location location);
uint64_t unfold_entry(struct unfold *u, struct context context); // the one its function was entered with

#endif
