// Inside interpolation: what interpolate.c offers to the providers.
//
// A provider sees a problem already reduced to its core: guards are only those conjuncts that take part in the conflict, updates only
// those of variables that matter later. It fills out[0 … n_cuts-1] with candidates over program variables and says whether it
// has any; interpolate.c checks, simplifies and, if the check fails, asks the next provider.
#ifndef CLEW_SOLVE_INTERPOLATE_INTERNAL_H
#define CLEW_SOLVE_INTERPOLATE_INTERNAL_H
#include "solve/interpolate.h"

struct problem {
  uint32_t n_steps, n_cuts;
  const struct step *steps;
  const uint32_t *cuts;
  // The same path in single-assignment form: one formula for each step, over versioned variables. ssa[i] is the conjunction of the guard and of
  // the equations of step i, where an update is not substituted away.
  const struct term *ssa;
  // versions[c] maps (as parallel lists) each program variable that is live at cut c to its version there.
  const struct vec_term *live, *versions;
};

struct interpolator {
  struct terms *tm;
  struct limits *limits;
  struct stats *stats;
  struct interpolator_config config;
  struct solver *solver;
  double deadline;              // of the problem at hand; 0: none
  enum reason reason;
  struct provider_record records[PROVIDER_COUNT];
};

typedef bool provider_function(struct interpolator *ip, const struct problem *p, struct term *out);
provider_function provide_weakest, provide_strongest, provide_farkas, provide_relations, provide_spacer;

// Is it time for the provider to give up?
bool interpolator_stopped(const struct interpolator *ip);
// Does `from` ∧ steps first … last-1 lead into `to` (false: can the steps not be run)? For providers that test their own guesses.
enum answer interpolator_violates(struct interpolator *ip, const struct problem *p, struct term from, uint32_t first, uint32_t last, struct term to);

#endif
