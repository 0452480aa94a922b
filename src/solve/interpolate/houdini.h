// Houdini: of candidates for invariants at some places, those that are inductive together.
//
// There are places, each with candidates (formulas over program variables), and steps between them. A candidate
// survives if it holds after every step into its place, whenever the step is taken from a state in which all surviving
// candidates of the place before it hold. The largest such sets are unique. They are found by asking for a run of a
// step that breaks a candidate after it, and removing what its model breaks, until there is none. A step from outside
// (HOUDINI_OUTSIDE) assumes no candidates: what is known of the states that it begins in is among its guards.
//
// C. Flanagan, K. R. M. Leino: Houdini, an annotation assistant for ESC/Java (FME 2001).
#ifndef CLEW_SOLVE_INTERPOLATE_HOUDINI_H
#define CLEW_SOLVE_INTERPOLATE_HOUDINI_H
#include "solve/solve.h"
#include "term/model.h"

#define HOUDINI_OUTSIDE UINT32_MAX

struct houdini_step {
  uint32_t from, to;              // places
  const struct vec_term *guards;  // what must hold before the step, as conjuncts
  struct substitution *end;       // a formula over the variables after the step → the same over those before it
};

// Is the conjunction satisfiable? After SAT *model is a new reference to a model of it. UNKNOWN, too, if it is time to
// give up.
typedef enum answer houdini_ask(void *context, const struct vec_term *conjuncts, struct model **model);

struct houdini {
  struct terms *tm;
  struct vec_term *const *candidates; // by place; those that do not survive are removed, the others stay in their order
  uint32_t n_steps;
  const struct houdini_step *steps;
  houdini_ask *ask;
  void *context; // of `ask`
  uint32_t questions, max_questions; // about all candidates of a place at once: asked so far, and at most
  bool one_by_one; // where such a question is not answered, asks about each candidate by itself and
                   // removes what is not proved; otherwise that is the end
};

// True: what is left is inductive. False: questions were not answered, or too many; what is left may not be.
bool houdini_run(struct houdini *h);
// Removes the candidates that do not hold in the model, at the end of a step (NULL: as they are). False: all do.
bool houdini_refute(struct vec_term *candidates, struct model *model, struct substitution *end);

#endif
