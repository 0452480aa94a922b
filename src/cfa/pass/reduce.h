// Reductions of the automaton: compress.c, large_block.c, merge.c and sweep.c share the reducer.
#ifndef CLEW_CFA_PASS_REDUCE_H
#define CLEW_CFA_PASS_REDUCE_H
#include "cfa/cfa.h"

// Edges marked dead (from == LOCATION_NONE) and everything that cannot be reached
// from main go: edges, locations, functions and their variables. What remains
// is renumbered densely, in the old order. (sweep.c)
void cfa_sweep(struct cfa *cfa);

// REDUCE_LINES is what cfa_compress does. Also: REDUCE_EQUAL: parallel edges that do the same become one, edges to a
// stop go; REDUCE_BLOCKS: parallel edges become one (large_block.c), REDUCE_LOOP_BLOCKS: where
// they may be taken again and again; REDUCE_TESTS: those that do the same, and tests before them. Expects and leaves it
// swept. (compress.c)
enum reduction { REDUCE_LINES, REDUCE_EQUAL, REDUCE_BLOCKS, REDUCE_LOOP_BLOCKS, REDUCE_TESTS };
void cfa_reduce(struct cfa *cfa, enum reduction what);
// The disjunction of guards, simplified as formulas over their conjuncts. (merge.c)
struct term cfa_guard_union(struct terms *tm, uint32_t n, const struct term *guards);
// The conjuncts of a guard by term id, ascending, appended to an empty set; and is one among them? (merge.c)
void cfa_guard_literals(struct terms *tm, struct term guard, struct vec_u32 *set);
bool cfa_has_literal(const struct vec_u32 *set, uint32_t literal);
// Of what an edge does, guard and place apart.
uint64_t cfa_edge_hash(const struct cfa_edge *edge);
// Do two edges of one location do the same but for their guards?
bool cfa_edges_equal(const struct cfa_edge *a, const struct cfa_edge *b);

// --- reduction: what compress.c and large_block.c share ----------------------------------

// An edge whose terms together have more nodes is not extended.
enum { EDGE_TERMS = 4000 };

struct reducer {
  struct cfa *cfa;
  bool merge; // parallel edges that do the same, edges to stops
  bool tests; // parallel edges are only united where they do the same
  bool *exclusive; // location → the guards of its edges are pairwise disjoint; NULL: branches stay
  uint32_t *in, *out; // location → living edges
  uint32_t *size; // edge → bound on the nodes of its terms
  uint32_t *position; // edge → its index in the out-edges of its location
  bool *queued, *is_entry; // locations
  struct vec_location work;
  // Where variable v stands in the updates of edge `indexed`, valid if stamp[v] == epoch.
  struct edge indexed;
  uint32_t epoch;
  uint32_t *stamp, *index;
};

void reducer_queue(struct reducer *r, struct location location);
// Removes an edge, then whatever can no longer be reached.
void reducer_kill_edge(struct reducer *r, struct edge edge);
// Has B one edge in, and can that be composed with all its edges out? Then B's `in` lists that edge only.
bool reducer_can_absorb(struct reducer *r, struct location id);
// Only living edges stay in the list.
void cfa_drop_dead(const struct cfa *cfa, struct vec_edge *edges);
// Nodes of its terms, at most EDGE_TERMS + 1.
uint32_t cfa_edge_size(const struct cfa *cfa, const struct cfa_edge *edge);

// For each location: are the guards of its edges pairwise disjoint, as far as that is cheap to see?
bool *large_block_find_exclusive(const struct cfa *cfa, bool loops_only);
// Makes one edge of parallel ones where that is possible.
void large_block_merge(struct reducer *r, struct location id);
// B can be absorbed and branches, as its predecessor does: would there be parallel edges to merge?
bool large_block_gain(struct reducer *r, struct location id);

#endif
