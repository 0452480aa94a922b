// What a run said: its output, kept in a file, and the statistics of clew's JSON result.
#ifndef CLEW_CAMPAIGN_BENCH_OUTPUTS_H
#define CLEW_CAMPAIGN_BENCH_OUTPUTS_H
#include "base/error.h"
#include "base/text/text.h"
#include <stdbool.h>
#include <stdint.h>

#define BENCH_OUTPUT_MOST (UINT64_C(64) << 20) // bytes: a run that says more is ended
#define BENCH_OUTPUT_KEPT (UINT64_C(1) << 20) // of longer ones the middle is left out

// Makes the folders that the file is in, below `folder`.
bool bench_output_prepare(const char *folder, const char *name, struct error *error);
// The whole output; no zeros are in it. The file is shortened.
void bench_output_take(const char *file, struct text *out);
// The statistics that are not zero, as a JSON object; nothing if the file is no result of clew.
void bench_statistics_read(const char *file, struct text *out);
// Has the file system of the folder too little space for another run?
bool bench_disk_is_full(const char *folder);

#endif
