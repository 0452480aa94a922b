// Numbers of paths of a given length, exactly, in the black part and in a red-black graph (flow.h says which paths
// there are).
//
// Black part: a function's paths do not depend on who called it. For each location l and each number k of edges there
// are
//   returns(l, k)  paths of exactly k edges that end with the return of l's function,
//   stays(l, k)    paths of length k that do not return (k edges, or fewer and then the program ends),
// a call being a product of the callee's returns and what follows. What a location in a context counts follows along
// the call string:
//   paths(c, l, k) = stays(l, k) + Σ_j returns(l, j) · paths(parent of c, where c returns to, k - j)       (root: the
//   last factor is 1)
// So neither calls nor recursion multiply the work: it is locations · length², not contexts.
//
// Red part: by dynamic programming over pairs of a node and the number of edges left that are met on a way from the
// root, a layer for each number. Only layers that are needed later are kept: all of them if paths are to be drawn.
#ifndef CLEW_GRAPH_COUNT_H
#define CLEW_GRAPH_COUNT_H
#include "graph/flow.h"
#include <gmp.h>

struct count_black;
// NULL: the run is to stop.
struct count_black *count_black_new(const struct cfa *cfa, struct unfold *u, struct limits *limits, uint32_t length);
void count_black_free(struct count_black *b);
uint32_t count_length(const struct count_black *b);
// Paths of length `left` (at most the length above) from a place of the black part.
void count_black_at(struct count_black *b, struct context context, struct location location, uint32_t left, mpz_t out);
// Paths of the whole program.
void count_black_total(struct count_black *b, mpz_t out);

struct count_red;
// NULL: the run is to stop. The flow is borrowed.
enum count_what {
  COUNT_TOTAL, // of all paths
  COUNT_KEPT, // the same, and count_red_at will be asked
  COUNT_EXACT, // of those that are feasible for sure: red paths through no node that is marked GRAPH_INEXACT
};
struct count_red *count_red_new(struct count_black *b, const struct flow *flow, struct limits *limits,
                                enum count_what what);
void count_red_free(struct count_red *r);
const struct flow *count_red_flow(const struct count_red *r);
void count_red_total(const struct count_red *r, mpz_t out);
// Paths of length `left` from a place, red or black, that can be reached from the root with length - left edges.
void count_red_at(struct count_red *r, struct place at, uint32_t left, mpz_t out);

#endif
