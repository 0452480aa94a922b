// An engine as a person asks for it: a pre-run by another engine, where it wants one, then the automaton in the form
// that it wants, then the engine itself, to the end. What the pre-run learned of the automaton (facts of the setting)
// is there for the engine, unless the automaton changes its form. Before the engine itself, facts may be found out that
// it uses.
#ifndef CLEW_RUN_SCHEDULE_H
#define CLEW_RUN_SCHEDULE_H
#include "engine/engine.h"

// What may be found out beforehand, as bits: the words of option --facts.
enum { BEFOREHAND_INTERVAL = 1 };

struct schedule {
  const struct engine *engine;
  const void *options; // the engine's
  void *statistics; // the engine's
  bool no_pre_run; // no pre-run
  uint32_t facts; // to find out beforehand
  struct run_setting setting;
  // Brings the automaton into large-block encoding (or finds that it is); the setting gets the new program and facts.
  // NULL: it stays as it is.
  void (*large_blocks)(void *context, struct run_setting *setting);
  void (*unite_tests)(void *context, struct run_setting *setting); // the same for tests only
  void *context;
  // Before each slice of the engine itself: what the slice may cost. False: the engine ends here, the claim is what it
  // has. NULL: one slice, to the end.
  bool (*turn)(void *context, const void *running, struct slice *slice);
  void *turn_context;
  // Of the engine itself, when it has ended; of a pre-run that decides the effort only; may be NULL.
  struct engine_view *view;
};

// False: the engine could not be opened, `error` says why.
bool schedule_run(struct schedule *schedule, struct claim *claim, struct error *error);

// The pre-run only, as long as the engine wants it. True: the claim stands. False: `claim` is as before.
bool schedule_pre_run(const struct schedule *schedule, struct claim *claim, struct error *error);

const struct engine *schedule_pre_run_engine(void); // the engine that makes pre-runs

// An engine with the options that it has by default, for one slice. True: it is done, the claim stands. Its statistics
// are those of the setting only.
bool schedule_slice(const struct engine *engine, const struct run_setting *setting, const struct slice *slice,
                    struct claim *claim, struct error *error);

#endif
