// Overapproximation of an inductive set: section 4.3 of Chalupa, Strejček, Backward Symbolic Execution with Loop
// Folding.
//
// A candidate ξ at a loop head is to be extended by the states of ψ'. Of ψ' weaker formulas are made, ψ' ⟹ ψ'', that
// are still valid extensions of ξ: ξ ∨ ψ'' is inductive and disjoint from the error states. What a valid extension is,
// the caller says; ψ' itself is one.
#ifndef CLEW_ENGINE_BSELF_OVERAPPROXIMATE_H
#define CLEW_ENGINE_BSELF_OVERAPPROXIMATE_H
#include "base/process/limits.h"
#include "solve/solve.h"

struct overapproximation_counts {
  uint64_t calls, relations, queries, validity_checks, clauses_dropped, relaxed, extensions;
  double seconds;
};

struct overapproximation {
  struct terms *tm;
  struct limits *limits;
  struct solver *solver; // best effort: a query that is not answered costs a weaker formula, nothing else
  struct term extension; // ψ', over program variables only
  struct term last; // ψ: the extension before; none: there was none
  struct term known; // invariants: states outside them need not be in an extension; none: nothing is known
  // What relations may be about: program variables at the head that are numbers, and cells of arrays (terms). Those
  // that are worth most come first.
  uint32_t n_subjects;
  const struct term *subjects;
  uint32_t n_hints; // relations to be tried besides those that are found: candidates of other sources
  const struct term *hints;
  uint32_t n_thresholds; // formulas of the loop: at their constants relaxing is likely to end
  const struct term *thresholds;
  bool (*valid)(void *context, struct term extension); // is it a valid extension of ξ?
  void *context;
  double seconds; // for the whole call
  bool paper_only; // relations of types 1 to 4 only, one at a time: not what is tried past the paper
  bool unbounded; // no bounds on time, checks and results but those of the run
  struct overapproximation_counts *counts; // added to
};

// Appends extensions, none of which implies another: the largest sets that were found. Every one is implied by ψ', and
// the last answer about it was that it is valid; ψ' itself where nothing weaker is.
void overapproximate(const struct overapproximation *o, struct vec_term *out);

#endif
