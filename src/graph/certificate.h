// What a claim of TRUE rests on: a finished graph, or an annotation of cut points.
//
// Forward engines leave a graph (graph.h). Engines that prove by induction leave an annotation: formulas at cut points
// of the unfolded program (state/unfold.h), over its variables. A cut point is a location in a context, and its formula
// a conjunction about globals, memory, the heap's bump pointer and the variables of the frames on the context's call
// string, without universally quantified variables.
//
// A segment is a path from the entry of main, or from a cut point, along steps of the unfolded program to the next cut
// point. At the entry nothing is known but the bump pointer. Each step has inputs of its own, and variables of a frame
// are arbitrary when it is opened. Call strings are bounded: a step into a function that is on the call string more
// than `recursion` times besides is beyond the bound, and what follows it is not looked at.
//
// Something bad, which must not happen for TRUE, is an error, something unsupported, an object that is too large
// (unfold_too_large), a step without terms (its `known` is false), or one beyond the bound on recursion.
//
// With φ(c) the formula at c, an annotation holds if every cycle of the unfolded program within the bound that can be
// reached along edges from its entry, whatever their guards, has a cut point, and
// - base: every path of at most k(c) segments from the entry to c, at all of whose cut points before the last the
//   formulas hold, ends in φ(c);
// - step: every path of k(c) segments from a cut point to c, at all of whose cut points before the last the formulas
//   hold, ends in φ(c);
// - safety: nothing bad happens in a segment that begins at the entry or at a cut point, as far as that may happen:
//   the segment at c comes after k(c) - 1 others from a cut point, or after fewer from the entry, at all of whose cut
//   points, c included, the formulas hold.
// With k = 1 everywhere this is an inductive annotation that excludes the errors. Since safety knows the segments
// before, an annotation without any formula is k-induction on the errors themselves.
//
// A complete unwinding needs no induction. It claims a bound on the segments of every path from the entry, and holds if
// - after so many segments from the entry no path reaches another cut point;
// - every path from the entry to a cut point c, at all of whose cut points before the last the formulas hold, ends in
//   φ(c), however many segments it has;
// - nothing bad happens on a path from the entry at all of whose cut points the formulas hold.
// That is bounded model checking with unwinding assertions; k means nothing then.
#ifndef CLEW_GRAPH_CERTIFICATE_H
#define CLEW_GRAPH_CERTIFICATE_H
#include "cfa/pass/summarise.h"
#include "graph/graph.h"

struct cut_point {
  struct context context;
  struct location location;
  uint32_t k; // at least 1
  struct vec_term conjuncts; // over the unfolded program's variables
};
VEC_TYPE(vec_cut_point, struct cut_point)

struct annotation {
  struct vec_cut_point points; // each context and location once, at plain locations
  uint32_t recursion; // how often a function may be on the call string besides the first time
  uint32_t unwinding; // a complete unwinding: no path from the entry has more segments; 0: it is a proof by induction
};

// Certificates may be about another automaton than the program's: the one in which calls of recursive functions, or of
// all, are replaced by summaries (cfa/pass/summarise.h). What holds there holds in the program.
struct summarised {
  enum summarise which;
  struct vec_summary summaries;
  struct cfa *cfa; // owned
  struct program *program; // of it, owned; NULL: the certificate's unfold is somebody else's
};

enum certificate_kind { CERTIFICATE_NONE, CERTIFICATE_GRAPH, CERTIFICATE_ANNOTATION };

struct certificate {
  enum certificate_kind kind;
  struct graph graph;
  struct annotation annotation;
  struct unfold *unfold; // whose contexts they name, the program's
  struct summarised *summarised; // whose graph or annotation it is, owned; NULL: the program's own
  // By location, filled by the check of the certificate: 1 for a loop head that is visited elsewhere than where the
  // certificate has formulas for it. Empty: it was not checked.
  struct vec_u32 passed;
};

void certificate_init(struct certificate *c);
void certificate_release(struct certificate *c);
void summarised_free(struct summarised *s); // may be NULL
// The cut point's conjuncts; made if it is not there yet, with k = 1.
struct cut_point *annotation_at(struct annotation *a, struct context context, struct location location);

#endif
