// A campaign submitted to Slurm: a job array whose jobs each make one shard (`clew bench --shard`), and a job that
// depends on it and merges them (`--merge`). Slurm decides where and when; a job whose node dies is queued again, and
// goes on where its shard was.
//
// The jobs are scripts in FOLDER/slurm, so that they can be read, and submitted again by hand.
#ifndef CLEW_CAMPAIGN_BENCH_CLUSTER_SLURM_H
#define CLEW_CAMPAIGN_BENCH_CLUSTER_SLURM_H
#include "campaign/bench/definition.h"

struct bench_slurm {
  const char *program; // this clew
  const char *folder; // of the results
  const char *partition; // NULL: Slurm's default
  uint32_t shards;
  uint32_t jobs; // runs at a time in a shard
};

// `out`: what was submitted, for the user.
bool bench_slurm_submit(const struct bench_definition *definition, const struct bench_slurm *slurm, struct text *out,
                        struct error *error);

#endif
