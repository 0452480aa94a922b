// Inside the word-level stage: the graph of a query and its state.
//
// Nodes are numbered so that operands come before what they are operands of. Every node has a domain and the set of
// causes the domain depends on: a bit for each conjunct (or group of conjuncts, where there are more than 64) and for
// each decision of the search. Changes above level 0 are recorded on the trail. Invariant between calls: domains are
// closed, and every solution of conjuncts and decisions lies in them.
#ifndef CLEW_SOLVE_WORD_QUERY_H
#define CLEW_SOLVE_WORD_QUERY_H
#include "solve/word/domain.h"
#include "solve/word/word.h"
#include <assert.h>

struct causes {
  uint64_t conjuncts, decisions;
};

struct word_node {
  struct word_op op;
  struct term term;
  uint32_t kid[3];      // AND, OR: first index into `kids`, number
  uint8_t arity;        // 0: a leaf
  bool opaque;          // a leaf that is neither variable nor constant
};

struct word_change {
  uint32_t node;
  struct causes causes;
  struct dom dom;
};

VEC_TYPE(vec_word_node, struct word_node)
VEC_TYPE(vec_word_dom, struct dom)
VEC_TYPE(vec_word_causes, struct causes)
VEC_TYPE(vec_word_change, struct word_change)

#define WORD_LEVELS 63  // decisions that have a bit of their own; deeper ones share one

// A decision: node <= value, or node >= value, as unsigned numbers.
struct word_decision {
  uint32_t node, trail;
  uint64_t value;
  bool upper;
};

// An edge of the graph of differences: to - from <= weight.
struct word_edge {
  uint32_t from, to;
  wide weight;
  struct causes causes;
};
VEC_TYPE(vec_word_edge, struct word_edge)
struct word_distance {
  wide distance;
  uint32_t by, node;
};
VEC_TYPE(vec_word_distance, struct word_distance)

struct word {
  uint32_t most_nodes;
  struct terms *tm;
  struct vec_u64 place;          // by term: number of the query it was last met in << 32 | its node
  uint32_t query;
  // The graph.
  struct vec_word_node nodes;
  struct vec_u32 kids;           // operands of AND and OR
  struct vec_u32 parents, parents_at;
  struct vec_u32 roots;          // node of each conjunct, then of each fact
  uint32_t n_conjuncts;
  struct vec_u32 junctions, vars;
  uint32_t first_fact;           // junctions from here on occur in facts only
  bool opaque;                   // there are opaque leaves
  // The state.
  struct vec_word_dom doms;
  struct vec_word_causes causes;
  struct vec_word_change trail;
  struct vec_u64 queued;         // a bit for each node that is to be looked at
  uint32_t pending;              // bits set
  struct causes conflict;        // after a contradiction
  uint32_t level;
  int64_t steps;                 // narrowings left
  // Scratch.
  struct vec_u64 values;
  struct vec_u32 stack, tries;
  uint32_t next_junction, next_var; // those before need no decision until the search turns back
  struct vec_word_edge edges;
  struct vec_word_distance vertices;
  struct vec_u32 vertex_of;
  struct word_decision decisions[WORD_LEVELS];
  struct vec_term core, rest;
  struct word_stats stats;
};

// graph.c. Builds the graph; false: too large.
bool word_build(struct word *w, uint32_t n, const struct term *conjuncts, uint32_t n_facts, const struct term *facts);
// Asserts the conjuncts and propagates. False: contradiction, see w->conflict.
bool word_assert(struct word *w);
bool word_propagate(struct word *w);
// Meets the domain of a node; false: contradiction.
bool word_restrict(struct word *w, uint32_t node, const struct dom *by, struct causes causes);
void word_undo(struct word *w, uint32_t trail);

// order.c. False: comparisons contradict each other.
bool word_order(struct word *w);

// search.c. SAT: w->values holds a value for each node, evaluated.
enum answer word_search(struct word *w, uint32_t conflicts);

static inline struct causes causes_join(struct causes a, struct causes b) {
  return (struct causes){a.conjuncts | b.conjuncts, a.decisions | b.decisions};
}
// The bit of conjunct i of n.
static inline uint64_t word_bit(uint32_t i, uint32_t n) { return (uint64_t)1 << (n <= 64 ? i : (uint64_t)i * 64 / n); }

#endif
