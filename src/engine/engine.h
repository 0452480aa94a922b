// Engines: algorithms that claim TRUE or FALSE, each in a folder of its own, known to the rest only by this table.
//
// An engine is opened with its options, advanced by slices of effort and closed. Between two slices its statistics and
// the facts that it found can be read, and other engines can run.
#ifndef CLEW_ENGINE_ENGINE_H
#define CLEW_ENGINE_ENGINE_H
#include "base/table/option.h"
#include "base/table/stats.h"
#include "explore/view.h"

// What an engine wants and can do, as bits. Who runs engines for a purpose looks for a capability, never for a name.
enum engine_capability {
  ENGINE_LARGE_BLOCKS = 1, // wants the automaton in large-block encoding
  ENGINE_UNITED_TESTS = 2, // wants tests that follow each other in one edge (cfa_merge_branches)
  ENGINE_PRE_RUN = 4, // profits from a pre-run by another engine, on the automaton before large-block encoding
  ENGINE_QUICK = 8, // decides programs with few paths quickly: it makes the pre-runs of others
  ENGINE_SINGLE_GOALS = 16, // decides quickly whether a single location can be reached
  ENGINE_SAMPLES = 32, // reports inputs that take edges for the first time (run_listener.sample)
  ENGINE_ENDLESS = 64, // finds errors only, and searches until it is stopped
  ENGINE_UNFOLDS = 128, // makes a graph of the feasible paths, and no verdict: `verify` does not offer it
};

struct engine {
  const char *name, *summary;
  const struct option_table *options; // its own; NULL: none
  const struct stats_table *statistics; // its own; NULL: none
  unsigned capabilities; // of enum engine_capability
  // The capabilities with these options, a part of those above; NULL: all of them, whatever the options are. With
  // --paper an engine wants no pre-run, no large blocks and no united tests: it is its paper's algorithm alone.
  unsigned (*capabilities_with)(const void *options);
  // How long its pre-run is: 0: short; otherwise this share of the time that is left, with queries as long as its own.
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
const struct engine *const *engine_all(uint32_t *count);
// The engines with a capability, in the order of the table, from 0; NULL: there are no more.
const struct engine *engine_with(enum engine_capability capability, uint32_t number);
// Does it have the capability with these options? NULL: with any.
bool engine_can(const struct engine *engine, enum engine_capability capability, const void *options);

#endif
