// Interpolants for infeasible paths, over the program's variables.
//
// A path is a list of steps (step.h). At chosen cut points between steps a sequence interpolant has formulas I1 … Im
// over program variables such that
//     the steps before the first cut lead into I1, the steps between cut k and k+1 lead from Ik into Ik+1,
//     and from Im the rest of the path cannot be run.
// They come from a chain of providers (providers.def); the first whose result passes the check (by a solver, for each
// part of the path) is taken, conjunct by conjunct simplified. A result is never used unchecked.
#ifndef CLEW_SOLVE_INTERPOLATE_INTERPOLATE_H
#define CLEW_SOLVE_INTERPOLATE_INTERPOLATE_H
#include "solve/interpolate/step.h"
#include "solve/solve.h"

enum provider {
#define PROVIDER(id, name, summary) PROVIDER_##id,
#include "solve/interpolate/providers.def"
#undef PROVIDER
  PROVIDER_COUNT
};

struct interpolator_config {
  uint32_t providers;         // a bit for each allowed provider; 0: all
  double seconds;             // for one problem; 0: only the run's own limit
  const char *backend;        // of the solver that finds and checks
};

struct interpolator;

struct interpolator *interpolator_new(struct terms *tm, struct limits *limits, struct stats *stats,
                                      const struct interpolator_config *config);
void interpolator_free(struct interpolator *ip);

// Cuts are numbers of steps, ascending, each in 1 … n_steps - 1: cut c lies before step c (counted from 0).
// UNSAT: out[k] (n_cuts of them) is a validated sequence and *by its provider. SAT: the path is feasible. UNKNOWN: no
// provider succeeded, or time ran out (interpolator_reason).
enum answer interpolate_path(struct interpolator *ip, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                             const uint32_t *cuts, struct term *out, enum provider *by);

// The same for a path that visits places again and again: cut k lies at places[k], a number that the caller chooses
// (for a loop head in its context). First a formula is looked for that does at all cuts of a place, because every part
// of the path keeps it: that is what a proof of a loop needs.
enum answer interpolate_visits(struct interpolator *ip, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                               const uint32_t *cuts, const uint32_t *places, struct term *out, enum provider *by);

// Conjuncts without the variables that follow from those with them: equivalent to "for some values of vars" if true is
// returned, else weaker. No variable is in them that was not in the given ones.
bool interpolate_eliminate(struct interpolator *ip, struct vec_term *conjuncts, uint32_t n, const struct term *vars);
// The same at little cost: the solver is not asked, and false means that the conjuncts are of no use.
bool interpolate_project(struct interpolator *ip, struct vec_term *conjuncts, uint32_t n, const struct term *vars);
// Splits every element into its conjuncts, drops true ones and duplicates; one false conjunct stands alone.
void terms_tidy(struct terms *tm, struct vec_term *conjuncts);

enum reason interpolator_reason(const struct interpolator *ip);
// What each provider did so far: problems it was asked, problems it solved, seconds.
struct provider_record {
  uint64_t asked, solved;
  double seconds;
};
const struct provider_record *interpolator_records(const struct interpolator *ip); // PROVIDER_COUNT of them; for tests
const char *provider_name(enum provider p);

#endif
