// One engine on an automaton, within a budget, to a claim, and to an outcome that was checked. Whoever searches runs
// engines by this: the verifier (verifier.h), undefined-behaviour exits, vacuity, goals of tests, pruning.
//
// An engine without a budget is run as a person asks for it: a pre-run by another engine, where it wants one, then the
// automaton in the form that it wants, then the engine itself, to the end. What the pre-run learned (the facts of the
// search) is there for the engine, unless the automaton changes its form. Before the engine itself, facts may be found
// that it uses.
#ifndef CLEW_RUN_RUN_H
#define CLEW_RUN_RUN_H
#include "engine/engine.h"
#include "run/search.h"

// What may be found before the engine runs, as bits: the words of option --facts.
enum { BEFOREHAND_INTERVAL = 1 };

struct run_plan {
  const struct engine *engine;
  const void *options; // a block of its table; NULL: its defaults
  void *statistics; // the same; NULL: they are not read
  struct slice budget; // of one slice of the engine alone; all 0: to the end
  struct solver_config solver;
  struct run_listener listener;
  bool no_pre_run;
  uint32_t facts; // to find beforehand
  // Brings the automaton of the search into large-block encoding, or unites tests only, and opens the search again.
  // NULL: it stays as it is.
  void (*merge)(void *context, bool tests);
  void *context;
  // Before each slice of the engine itself: gives the slice its budget. False: the engine ends here, with the claim
  // that it has. NULL: one slice.
  bool (*turn)(void *context, const void *running, struct slice *slice);
  void *turn_context;
  // Of the engine itself, when it has ended; of a pre-run that decides the effort only; may be NULL.
  struct engine_view *view;
  bool unchecked; // run_checked: TRUE is not relied upon, its certificate is not checked
};

// True: the claim stands, and is not checked. False: the budget is used up, or `error` says why the engine could not be
// opened.
bool run_engine(struct search *search, const struct run_plan *plan, struct claim *claim, struct error *error);
// Only the pre-run that the engine wants. True: the claim stands. False: `claim` is as before.
bool run_pre_run(const struct search *search, const struct run_plan *plan, struct claim *claim, struct error *error);
const struct engine *run_pre_run_engine(void); // that makes pre-runs

struct run_outcome {
  bool done; // the engine ended within its budget
  enum verdict verdict; // TRUE only if its certificate was checked, unless it was not to be
  enum reason reason; // of UNKNOWN
};

// run_engine, and the check of what it proves.
struct run_outcome run_checked(struct search *search, const struct run_plan *plan);

// An engine with blocks of options and statistics, which it owns where none are given. For those that advance several
// engines by turns.
struct open_engine {
  const struct engine *engine;
  const void *options;
  void *statistics;
  void *own_options, *own_statistics; // NULL: they are borrowed
  void *running; // NULL: it is not open, or could not be
};

void open_engine_init(struct open_engine *o, const struct engine *engine, const void *options, void *statistics);
bool open_engine_start(struct open_engine *o, const struct run_setting *setting, struct claim *claim,
                       struct error *error);
void open_engine_release(struct open_engine *o);

#endif
