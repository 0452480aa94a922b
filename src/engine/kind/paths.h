// k-induction on control-flow paths: Chalupa, Strejček, Backward Symbolic Execution with Loop Folding (docs/papers.md),
// algorithm 2 as it is written there.
//
// k = 1, 2, …. Base case: no feasible initial path of length k ends in an error. Induction step: no feasible safe path
// of length k, from whatever point, can be prolonged by a step into an error. Paths are those of the expansion
// (explore/expansion.h), their length is counted in its steps. Whatever else makes TRUE impossible is an error here,
// too, but one that ends in run_incomplete where an initial path reaches it.
//
// The feasible paths of length k are kept as symbolic states and prolonged by one step for k + 1: nothing is executed
// twice.
#ifndef CLEW_ENGINE_KIND_PATHS_H
#define CLEW_ENGINE_KIND_PATHS_H
#include "explore/kernel.h"

struct kind_paths;

// `recursion`: of expansion_new. Within a slice of the run.
struct kind_paths *kind_paths_new(struct run *r, uint32_t recursion);
// Goes on as long as run_goes_on. True: it is done: the induction step was proved, or what is left cannot be said. Then
// the annotation of the claim, whose kind the caller sets, is what TRUE rests on if the run claims it.
bool kind_paths_advance(struct kind_paths *p);
void kind_paths_free(struct kind_paths *p);
uint32_t kind_paths_k(const struct kind_paths *p); // the one at hand; in the end the one that was enough

#endif
