// The frontier: nodes that are still to be explored, in the order of the search.
//
// An entry is an open edge of a state at a branch, known to be feasible, not a state of its own: entries of one branch
// share the state, so that a waiting entry costs little.
#ifndef CLEW_EXPLORE_FRONTIER_H
#define CLEW_EXPLORE_FRONTIER_H
#include "explore/kernel.h"

enum search_order { SEARCH_DFS, SEARCH_BFS, SEARCH_RANDOM, SEARCH_COVERAGE };
// The names of the orders, separated by |.
#define SEARCH_NAMES "dfs|bfs|random|coverage"

struct branch {
  uint32_t refs;
  struct state *state; // at STATE_BRANCH
};

struct pending {
  struct branch *branch; // one reference; its state is on its way, not at a branch, if `open` has no condition
  struct model *model;   // one reference: satisfies the path condition and the edge's condition
  struct open_edge open;
  struct node node; // its place in the graph
  uint32_t arc;
  struct location to; // where the edge leads
  uint32_t forks; // branches on its path at which several edges could be taken
  uint64_t mass; // its part of all paths (explore/view.h)
};

struct frontier;
struct frontier *frontier_new(struct run *run, enum search_order search);
void frontier_free(struct frontier *f);
// The successors of the state at the node; owns the state and the successors' models. At least one.
void frontier_fork(struct frontier *f, struct state *s, struct node node, struct successors *successors);
// A state on its way, to go on with later.
void frontier_suspend(struct frontier *f, struct state *s, struct node node, uint32_t arc);
bool frontier_pop(struct frontier *f, struct pending *out);
// Was its state suspended on its way, not at a branch?
bool frontier_waited(const struct pending *entry);
struct state *frontier_resume(struct pending *entry); // the entry's state (owned by the caller), its edge taken
void frontier_discard(struct pending *entry);
// How much work the entry popped last was, in steps.
void frontier_spent(struct frontier *f, uint64_t effort);
uint32_t frontier_size(const struct frontier *f);
uint64_t frontier_mass(const struct frontier *f); // of all entries
// The fewest branches with several sides on the path of an entry; UINT32_MAX: there is none. `dropped`: what the entry
// popped last led to may not have been pushed.
uint32_t frontier_forks(const struct frontier *f, bool dropped);

#endif
