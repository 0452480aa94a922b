// Invariants at cut points by induction: candidates of the facts that survive their own induction together (Houdini,
// solve/interpolate/houdini.h) on the segments between cut points, in which paths are merged.
//
// What survives holds whenever its cut point is reached, and with k = 1 it is inductive together: an annotation of the
// cut points with it passes the check. It is offered to the facts as proven where it holds in all contexts of its
// location.
//
// The effort grows as long as targets are not excluded: first the candidates of the sources and what excludes targets,
// then many more (explore/suggest.h). Where targets are excluded, it says which invariants suffice for that.
#ifndef CLEW_EXPLORE_STRENGTHEN_H
#define CLEW_EXPLORE_STRENGTHEN_H
#include "explore/expansion.h"

struct strengthening {
  uint32_t points; // of the expansion
  struct vec_term *at; // by point: conjuncts over instance variables, without universally quantified variables;
                       // those that are needed first
  uint64_t candidates, refuted, kept; // tried; of these refuted by reached states; proved
  // No target is met in a segment from the entry, or from a cut point where the invariants hold: they are a proof.
  bool excludes;
  // If so, by point: conjuncts of these that are a proof by themselves, few if possible. Otherwise empty.
  struct vec_term *needed;
};

// `sources`: of facts.h. Takes at most so many seconds; candidates that are not decided then are left out.
void strengthen(struct expansion *x, uint32_t sources, double seconds, struct strengthening *out);
// The same with the candidates of the facts only: for facts that came later.
void strengthen_facts(struct expansion *x, uint32_t sources, double seconds, struct strengthening *out);
void strengthening_release(struct strengthening *s);

#endif
