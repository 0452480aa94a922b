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
// Adds a configuration of this clew with these options; `at` is where the file names them.
bool bench_add_clew(struct bench_definition *definition, const struct yaml *at, const char *name,
                    const struct vec_word *options, const char *program, struct error *error);
// Is it one of this clew with these options?
bool bench_has_options(const struct bench_configuration *configuration, const struct vec_word *options);
// The words of a run, owned by the caller; the texts are in the arena. NULL ends them. The file that {property} names
// is made in the folder, where the task has none.
bool bench_command(const struct bench_definition *definition, const struct bench_configuration *configuration,
                   const struct bench_task *task, const char *folder, struct arena *arena, struct vec_word *out,
                   struct error *error);
// Where clew writes its JSON result; in the arena.
const char *bench_result_file(const char *folder, struct arena *arena);

#endif
