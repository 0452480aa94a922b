// What engines share among themselves: the table's entries and the frontier of
// a search.
#ifndef CLEW_EXPLORE_INTERNAL_H
#define CLEW_EXPLORE_INTERNAL_H
#include "engine/engine.h"

extern const struct engine engine_symex, engine_eager, engine_lazy, engine_symexpa;

// --- errors (errors.c) -----------------------------------------------------------------
// What a search knows about its verdict.
struct errors {
  struct engine_context *context;
  struct claim *claim;
  struct solver *solver;
  enum reason impossible;     // why TRUE cannot be claimed any more; REASON_NONE: it can
  const char *detail;
  bool found;                 // an error, confirmed
  uint64_t met;
};
// TRUE cannot be claimed, because of `what` (may be empty) at the location. The first reason stays, but for an error
// that was not confirmed.
void errors_give_up(struct errors *e, enum reason why, const char *what, struct location location);
// The state is at an error: fills the claim and has it confirmed.
void errors_report(struct errors *e, struct state *s);

// --- frontier (search.c) -----------------------------------------------------------
// What is still to be explored. An entry is an open edge of a state at a branch,
// known to be feasible, not a state of its own: entries of one branch
// share the state, so that a waiting entry costs little.
struct branch {
  uint32_t refs;
  struct state *state;    // at STATE_BRANCH
};

struct pending {
  struct branch *branch;  // one reference; its state is on its way, not at a branch, if `open` has no condition
  struct model *model;    // one reference: satisfies the path and the edge's condition
  struct open_edge open;
  struct node node;
  uint32_t child;   // its place in the tree
  struct location to;            // where the edge leads
};

struct frontier;
struct frontier *frontier_new(enum search search, struct cfa *cfa, const struct program *program, uint64_t seed);
void frontier_free(struct frontier *f);
// What follows the entry popped last, in program order. Takes over the references.
void frontier_push(struct frontier *f, uint32_t n, const struct pending *entries);
bool frontier_pop(struct frontier *f, struct pending *out);
// How much work the entry popped last was, in steps.
void frontier_spent(struct frontier *f, uint64_t effort);
uint32_t frontier_size(const struct frontier *f);

void branch_unref(struct branch *b);
// Does an edge from `from` to `to` leave the innermost loop around `from`?
bool leaves_loop(const struct cfa *cfa, struct location from, struct location to);

#endif
