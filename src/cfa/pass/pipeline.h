// The passes over an automaton, in the one order that everybody uses.
#ifndef CLEW_CFA_PASS_PIPELINE_H
#define CLEW_CFA_PASS_PIPELINE_H
#include "cfa/assertions.h"

// How far the automaton is reduced. RAW: edges are those of basic blocks, as the front end made them, but for what
// cannot be reached: for counts that are compared with counts by hand.
enum cfa_form { CFA_FORM_RAW, CFA_FORM_COMPRESSED, CFA_FORM_SLICED };

// From the automaton as the front end made it: compress, decide checks that the text decides (`assertions` may be
// NULL), find loops, slice, find loops again.
void cfa_pipeline(struct cfa *cfa, struct vec_assertion *assertions, enum cfa_form form);
// After errors were disabled: slice, or compress, then find loops.
void cfa_pipeline_again(struct cfa *cfa, enum cfa_form form);
// Large-block encoding, or only tests in one edge. What only chose between the branches is of no use then: slice.
void cfa_merge_branches(struct cfa *cfa, bool only_tests, bool slice);

#endif
