// Configurations of a campaign: clew with an engine and options, or any other program; and the command of a run.
//
// In a command {file} is the task's file ({files}: all of them, as words of their own), {property} its property file,
// {bits} 32 or 64, {timeout} the limit of time in seconds, {memory} that of memory in mebibytes, {cores} how many it
// has, {folder} the private folder that the run begins in.
#ifndef CLEW_CAMPAIGN_BENCH_COMMAND_H
#define CLEW_CAMPAIGN_BENCH_COMMAND_H
#include "campaign/bench/definition.h"

bool bench_read_configurations(struct bench_definition *definition, const struct yaml *root, const char *program,
                               struct error *error);
// The words of a run, owned by the caller; the texts are in the arena. NULL ends them. The file that {property} names
// is made in the folder, where the task has none.
bool bench_command(const struct bench_definition *definition, const struct bench_configuration *configuration,
                   const struct bench_task *task, const char *folder, struct arena *arena, struct vec_word *out,
                   struct error *error);
// Where clew writes its JSON result; in the arena.
const char *bench_result_file(const char *folder, struct arena *arena);

#endif
