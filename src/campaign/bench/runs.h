// Makes the runs of a campaign that have no result yet, several at a time, and stores each as it ends.
#ifndef CLEW_CAMPAIGN_BENCH_RUNS_H
#define CLEW_CAMPAIGN_BENCH_RUNS_H
#include "campaign/bench/database.h"
#include "campaign/bench/workspace.h"
#include <signal.h>

struct bench_state {
  uint64_t total; // runs of the campaign, or of the shard
  uint64_t before; // that had a result when this began
  uint64_t done; // by this process
  uint64_t others; // claimed by other processes when this ended
  double seconds; // since this began
  bool stopped; // by the user
};

struct bench_listener {
  void *context;
  void (*progress)(void *context, const struct bench_state *state); // now and then, and after each run
};

struct bench_part { // of the campaign
  struct bench_shard shard;
  const char *whole; // a folder whose results are not made again; NULL: none
};

// `stop` ends it: what was not done is given back. False with an error; what was measured until then is kept.
bool bench_runs(const struct bench_definition *definition, struct bench_database *db, const struct bench_part *part,
                const struct bench_workspace *workspace, const volatile sig_atomic_t *stop,
                const struct bench_listener *listener, struct bench_state *state);
// What the programs of the configurations call themselves; texts in the arena.
bool bench_versions(const struct bench_definition *definition, const struct bench_workspace *workspace,
                    struct arena *arena, struct vec_word *out, struct error *error);

#endif
