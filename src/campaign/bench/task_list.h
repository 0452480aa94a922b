// The tasks of a campaign: definitions of tasks (.yml), lists of them (.set), tables (.tsv), folders, patterns,
// programs.
#ifndef CLEW_CAMPAIGN_BENCH_TASK_LIST_H
#define CLEW_CAMPAIGN_BENCH_TASK_LIST_H
#include "campaign/bench/definition.h"

// The tasks under the key `tasks`, each once, in the order of the file.
bool bench_read_tasks(struct bench_definition *definition, const struct yaml *root, struct error *error);

#endif
