// Results of shards put together: those in several folders become those in one.
//
// A run that is in several of them, because a shard ran twice, counts once: the first one is kept. Numbers of runs
// change, so outputs get the names that go with the new ones, as links where that is possible. Merging again adds what
// is new.
#ifndef CLEW_CAMPAIGN_BENCH_CLUSTER_MERGE_H
#define CLEW_CAMPAIGN_BENCH_CLUSTER_MERGE_H
#include "campaign/bench/database.h"

struct bench_merged {
  uint32_t folders;
  uint64_t total; // runs of the campaign
  uint64_t done; // that have a result now
  uint64_t added, twice; // results of the shards
};

// The folder that a shard works in, below that of the campaign: FOLDER/shards/0003-of-0020; in the arena.
const char *bench_shard_folder(const char *folder, struct bench_shard shard, struct arena *arena);
// Merges the folders into `folder`; none: those of all shards below it. What was merged before an error is kept.
bool bench_merge(const struct bench_definition *definition, const char *folder, const struct vec_word *folders,
                 struct bench_merged *out, struct error *error);

#endif
