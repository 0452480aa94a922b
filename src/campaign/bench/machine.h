// The machine that a campaign runs on, and what it measures how.
#ifndef CLEW_CAMPAIGN_BENCH_MACHINE_H
#define CLEW_CAMPAIGN_BENCH_MACHINE_H
#include <stdint.h>

#define BENCH_MEASURED                                                                                                  \
  "cpu: user and system time of all processes of the run, by the kernel (getrusage); wall: monotonic clock, from fork " \
  "to end; memory: sampled from /proc, sum of PSS (of one process: RSS), at least the largest RSS of one process "      \
  "(getrusage); limits: kept by the supervisor between samples, with RLIMIT_CPU behind it; no control groups"

struct bench_machine {
  char host[128], processor[256], kernel[256];
  uint32_t cores; // of the machine
  uint64_t memory; // bytes
};
void bench_machine_read(struct bench_machine *machine);

#endif
