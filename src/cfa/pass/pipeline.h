// The passes over an automaton, in the one order that everybody uses.
#ifndef CLEW_CFA_PASS_PIPELINE_H
#define CLEW_CFA_PASS_PIPELINE_H
#include "cfa/assertions.h"

// From the automaton as the front end made it: compress, decide checks that the text decides (`assertions` may be
// NULL), find loops, slice, find loops again.
void cfa_pipeline(struct cfa *cfa, struct vec_assertion *assertions, bool slice);
// After errors were disabled: slice, or compress, then find loops.
void cfa_pipeline_again(struct cfa *cfa, bool slice);
// Large-block encoding, or only tests in one edge. What only chose between the branches is of no use then: slice.
void cfa_merge_branches(struct cfa *cfa, bool only_tests, bool slice);

#endif
