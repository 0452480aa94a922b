// The tasks of a campaign: definitions of tasks (.yml), lists of them (.set), tables (.tsv), benchmark definitions of
// BenchExec (.xml), folders, patterns, programs.
#ifndef CLEW_CAMPAIGN_BENCH_TASK_LIST_H
#define CLEW_CAMPAIGN_BENCH_TASK_LIST_H
#include "campaign/bench/definition.h"

// The tasks under the key `tasks`, each once, in the order of the file.
bool bench_read_tasks(struct bench_definition *definition, const struct yaml *root, struct error *error);
// The same of one path.
bool bench_read_tasks_of(struct bench_definition *definition, const char *path, struct error *error);

#endif
