// Recursive functions by summaries, found by Houdini.
//
// The automaton in which recursion is a loop (cfa/pass/summarise.h) is given to other engines, with all candidates for
// summaries. An error at the end of a function is a candidate that does not hold, given the others: it goes, and the
// automaton is made again. TRUE proves the summaries that are left and the program; any other error says that they are
// too weak, and nothing about the program.
//
// Houdini is that of Flanagan, Leino, Houdini, an Annotation Assistant for ESC/Java (docs/papers.md).
#ifndef CLEW_ENGINE_SUMMARY_SUMMARY_H
#define CLEW_ENGINE_SUMMARY_SUMMARY_H
#include "cfa/pass/summarise.h"
#include "engine/engine.h"

// Appends the candidates for a function: simple relations, or those that tell cases apart.
void summary_candidates(const struct cfa *cfa, uint32_t function, bool cases, struct vec_summary *out);
// Those of a function without a result that may return only where its argument is not 0: assume(condition).
void summary_assumptions(const struct cfa *cfa, uint32_t function, struct vec_summary *out);

#endif
