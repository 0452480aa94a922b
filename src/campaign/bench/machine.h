// The machine that a campaign runs on, and what it measures how.
#ifndef CLEW_CAMPAIGN_BENCH_MACHINE_H
#define CLEW_CAMPAIGN_BENCH_MACHINE_H
#include <stdint.h>

struct bench_machine {
  char host[128], processor[256], kernel[256];
  uint32_t cores; // of the machine
  uint64_t memory; // bytes
};
void bench_machine_read(struct bench_machine *machine);
const char *bench_measured(void); // as a sentence for the results

#endif
