// One engine on an automaton, within a budget, to a checked claim: what searches beside the verdict use (undefined-
// behaviour exits, vacuity, goals of tests). The engine that is asked for the verdict has a verifier (verifier.h).
#ifndef CLEW_RUN_RUN_H
#define CLEW_RUN_RUN_H
#include "engine/engine.h"
#include "run/search.h"

struct run_plan {
  const struct engine *engine; // with its default options
  struct slice budget; // of one slice; all 0: to the end, after the pre-run that the engine wants
  struct solver_config solver;
  void *context; // of `confirm`, which is asked of every error that is found: does it count?
  bool (*confirm)(void *context, const struct claim *claim);
  bool unchecked; // TRUE is not relied upon: its certificate is not checked
};

struct run_outcome {
  bool done; // the engine ended within its budget
  enum verdict verdict; // TRUE only if its certificate was checked, unless it was not to be
  enum reason reason; // of UNKNOWN
};

struct run_outcome run_engine(const struct search *search, const struct run_plan *plan);

#endif
