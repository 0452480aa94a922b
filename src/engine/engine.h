// Engines: strategies that claim TRUE or FALSE, each in a folder of its own, known to the rest only by this table.
//
// An engine is opened with its options, advanced by slices of effort and closed. Between two slices it can be looked at
// (its statistics, the facts it found) and left alone for others.
#ifndef CLEW_ENGINE_ENGINE_H
#define CLEW_ENGINE_ENGINE_H
#include "base/table/option.h"
#include "base/table/stats.h"
#include "explore/view.h"

struct engine {
  const char *name, *summary;
  const struct option_table *options; // its own; NULL: none
  const struct stats_table *statistics; // its own; NULL: none
  bool large_blocks; // wants the automaton in large-block encoding, unless told otherwise
  bool (*large_blocks_with)(const void *options); // and only with these options; NULL: with all
  bool unites_tests; // wants tests that follow each other in one edge (cfa_unite_tests), unless told otherwise
  // With these options it runs its paper's algorithm and nothing else: no pre-run, no large blocks, no united tests.
  // NULL: it has no such mode.
  bool (*as_printed)(const void *options);
  bool endless; // finds errors only, and looks for them until it is stopped
  bool internal; // for other commands than verify: not listed
  // Runs others and has no search of its own: open, advance, view and close are NULL. Who runs engines asks first.
  bool schedules;
  // What it serves besides `verify`: "prune" the command, "pre-run" a short search of what is near; NULL:
  // nothing. One engine for each.
  const char *role;
  // For `tests`: it tells of inputs that take edges for the first time (run_listener.sample), and is to search in this
  // order ("": as it does by default); NULL: it does not.
  const char *samples;
  bool pursues; // for `tests`: it is good at single goals, which are its errors
  // The engine that makes a pre-run, on the automaton as it is, unless the options say otherwise; NULL: none.
  const char *pre_run;
  // How long the pre-run is: 0: short; otherwise this share of the time that is left, with queries as for the engine
  // itself.
  double pre_run_share;
  // `options` and `statistics` are blocks of the tables' sizes, borrowed. Options were checked one by one; NULL with a
  // message in `error` where they do not fit together or a file is wrong.
  void *(*open)(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                struct error *error);
  // True: it is done, the claim stands. False: the slice is used up.
  bool (*advance)(void *engine, const struct slice *slice);
  // Between two slices, or when it is done. NULL: the kernel's view (run_view) is all there is.
  void (*view)(const void *engine, struct engine_view *view);
  // Frees it. The claim stays: UNKNOWN with a reason, if it was not done.
  void (*close)(void *engine);
};

const struct engine *engine_find(const char *name); // NULL: there is none
const struct engine *engine_for(const char *role); // NULL: this build has none
const struct engine *engine_default(void); // for who does not choose
const struct engine *const *engine_all(uint32_t *count); // also internal ones

#endif
