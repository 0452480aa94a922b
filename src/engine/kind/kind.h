// k-induction on iterations of loops.
//
// A segment is a path between cut points (explore/expansion.h). Base case: no target is met in the first k segments
// from the entry. Induction step at a cut point: after k - 1 segments from any cut point with arbitrary values no
// target is met in the segment that begins there. Each cut point has its own k. Both are windows (explore/window.h)
// that grow with k.
//
// Conjuncts are formulas at cut points. What was proved is assumed at all visits of the induction step. A candidate is
// proved together with others: it holds at the visits of the base, and at the end of k segments of the induction step
// before which all hold (Houdini).
//
// Sheeran, Singh, Stålmarck, Checking Safety Properties Using Induction and a SAT-Solver; Beyer, Dangl, Wendler,
// Boosting k-Induction with Continuously-Refined Invariants (docs/papers.md).
#ifndef CLEW_ENGINE_KIND_KIND_H
#define CLEW_ENGINE_KIND_KIND_H
#include "engine/kind/paths.h"
#include "explore/window.h"

struct kind_options {
#include "base/table/option_fields.h"
#include "engine/kind/options.def"
#include "base/table/option_end.h"
};
enum { STEP_LOOPS, STEP_PATHS, STEP_NONE }; // of options.def

struct kind_statistics {
#define COUNTER(name, text) uint64_t name;
#include "engine/kind/statistics.def"
#undef COUNTER
};

#define BEST_EFFORT_SECONDS 0.4 // for a query about candidates
#define UNANSWERED_EFFORT 16384 // of a query, as for one that is answered

// A formula at a cut point.
struct conjunct {
  uint32_t cut;
  struct term formula; // over instance variables
  uint32_t k; // it is proved by k-induction, together with those of at most this k; 0: it is not proved
  bool refuted;
  bool live; // of the candidates that may still turn out to be inductive together at the present k
  uint32_t held; // it holds at the visits of the base up to this level
  bool needed; // by the certificate
  struct vec_u32 instances; // by visit of the step: the formula there, as a term's id; 0: not made
};
VEC_TYPE(vec_conjunct, struct conjunct)

enum kind_phase {
  PHASE_EXTEND, // the step's window gets another segment
  PHASE_SAFETY, // are targets excluded?
  PHASE_STRENGTHEN, // which candidates are inductive?
  PHASE_PROVED, // targets are excluded everywhere, as far as the base is checked
};

struct kind {
  struct run run;
  struct kind_options options;
  struct kind_statistics *statistics;
  struct kind_paths *paths; // with --step paths
  struct expansion *x; // NULL: not made yet
  bool begun;
  bool exhausted;
  // The base.
  struct window base;
  struct solver *base_solver;
  double base_seconds; // for a query
  uint32_t safe; // no target is met in segments that begin at a lower level
  uint32_t certain; // the same without what was not answered: for the view
  bool closed; // no path goes on
  // Queries about visits: asked at this level; not answered, of late; so many are not asked.
  uint32_t asked_level, unknown, skip;
  // The step.
  struct window step;
  struct solver *step_solver;
  double step_seconds;
  enum kind_phase phase;
  uint32_t k;
  uint32_t *proved; // by cut: the k with which targets are excluded there; 0: not yet
  struct vec_u32 *at; // by cut: its conjuncts
  struct term *bad; // by cut: states from which a target is near; none: not known
  struct vec_conjunct conjuncts;
  struct map_u32 known; // cut and formula: it was offered
  uint32_t cursor; // of the phase: the cut point, or the visit, whose turn it is
  bool unanswered, possible; // a query about targets was not answered at this k; a target can be met
  uint32_t patience; // of Houdini: so many more queries may remain unanswered
  bool strengthened; // candidates were tried at this k
  bool gained; // and some were proved
  bool minimal; // the conjuncts that are needed are known
  struct vec_term
      *cells; // by point of x: the whole annotation, where that has to speak of all cells of arrays, or NULL
  uint32_t asked; // how often candidates were asked for
  uint64_t shared; // facts of others that were there then
  struct facts_seen *seen; // by cut: of these
  bool houdini; // Houdini is under way
  bool changed; // and dropped a candidate in this pass
  // Effort of the two.
  uint64_t base_effort, step_effort;
};

// --- base.c
void base_init(struct kind *k);
void base_release(struct kind *k);
void base_advance(struct kind *k); // one query about targets
// The conjuncts that are live and false at a visit of the base, up to the level, are refuted. False: the run is to
// stop.
bool base_refute(struct kind *k, uint32_t level);

// --- step.c
void step_init(struct kind *k);
void step_release(struct kind *k);
void step_advance(struct kind *k);
// Can the formulas hold together, at visits or after them?
struct step_question {
  uint32_t level, cut; // of the visits
  uint32_t assumed; // what is proved holds at the visits of lower levels than this one
  bool live; // so do the candidates that are live; best effort
  uint32_t n;
  const struct term *formulas;
  uint32_t alone; // only this conjunct + 1 is assumed; 0: all
};
// After UNSAT, `core` (may be NULL) gets the conjuncts that were needed, as indices.
enum answer step_ask(struct kind *k, const struct step_question *q, struct vec_u32 *core, struct model **model);
void step_be_patient(struct kind *k, double seconds); // for a query
struct term step_instance(struct kind *k, uint32_t conjunct, uint32_t visit);

// --- houdini.c
// Of the candidates those that are inductive together at the present k become proved. False: it is not done yet.
bool kind_strengthen(struct kind *k);

// --- candidates.c
// More each time that it is asked; so many times while k is 1.
#define CANDIDATES_EARLY 3
void kind_candidates(struct kind *k);

// --- certificate.c
void kind_certificate(struct kind *k);

#endif
