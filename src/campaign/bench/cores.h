// Cores that runs are bound to. Several `clew bench` on a machine, such as shards that a scheduler put there, take
// different ones.
//
// A core is taken by binding a socket to an abstract name, which the kernel gives back however the process ends.
#ifndef CLEW_CAMPAIGN_BENCH_CORES_H
#define CLEW_CAMPAIGN_BENCH_CORES_H
#include "base/memory/vec.h"
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

struct bench_cores {
  struct vec_u64 sockets; // of the cores that are taken
};

// `sets[i]` gets `each` cores, for `n` runs at a time: those of this process that no other campaign has; where these
// are too few, others are shared. each 0: nothing is bound.
void bench_cores_take(struct bench_cores *cores, cpu_set_t *sets, uint32_t n, uint32_t each);
void bench_cores_release(struct bench_cores *cores);

#endif
