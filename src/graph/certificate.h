// What a claim of TRUE rests on: a finished graph, or an annotation of cut points.
//
// A graph (graph.h) is what forward engines leave. An annotation is what engines leave that prove by induction:
// formulas at cut points of the unfolded program (state/unfold.h), over its variables.
//
// An annotation holds if it has a cut point on every cycle of the unfolded program that can be reached from its entry
// (contexts must be finitely many: no recursion), and if for every one, with C the set of all cut points and φ(c) the
// conjunction at c,
// - base: every path of at most k(c) segments from the entry of main to c ends in φ(c), where a segment is a path from
//   a cut point (or the entry) to the next cut point;
// - step: every path of k(c) segments between cut points that ends in c, at all of whose cut points before the last
//   the formulas hold, ends in φ(c);
// and no path from the entry, or from a cut point where its formula holds, reaches an error before the next cut point.
// With k = 1 this is an inductive annotation.
#ifndef CLEW_GRAPH_CERTIFICATE_H
#define CLEW_GRAPH_CERTIFICATE_H
#include "graph/graph.h"

struct cut_point {
  struct context context;
  struct location location;
  uint32_t k;                // at least 1
  struct vec_term conjuncts; // over the unfolded program's variables
};
VEC_TYPE(vec_cut_point, struct cut_point)

struct annotation {
  struct vec_cut_point points; // each context and location once
};

enum certificate_kind { CERTIFICATE_NONE, CERTIFICATE_GRAPH, CERTIFICATE_ANNOTATION };

struct certificate {
  enum certificate_kind kind;
  struct graph graph;
  struct annotation annotation;
  struct unfold *unfold; // whose contexts they name, the program's
  // By location, filled by the check of the certificate: 1 for a loop head that is visited elsewhere than where the
  // certificate has formulas for it. Empty: it was not checked.
  struct vec_u32 passed;
};

void certificate_init(struct certificate *c);
void certificate_release(struct certificate *c);
// The cut point's conjuncts; made if it is not there yet, with k = 1.
struct cut_point *annotation_at(struct annotation *a, struct context context, struct location location);

#endif
