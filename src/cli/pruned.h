// What the commands `clew prune` and `clew paths` share: how they begin, write and end.
#ifndef CLEW_CLI_PRUNED_H
#define CLEW_CLI_PRUNED_H
#include "campaign/pruning/pruning.h"
#include "report/paths/pruned_graph.h"

struct pruning_command {
  struct request request;
  struct job job;
  struct pruning pruning;
  struct graph_report report;
};

// Options are parsed and checked. False: *status is the exit status, all messages were printed and nothing is to be
// closed.
bool pruning_command_open(struct pruning_command *c, const struct request_form *form, int argc, char **argv,
                          int *status);
// Ends the process, or gives back everything in debug builds.
int pruning_command_close(struct pruning_command *c, int status);
// Prints the message of the error, if there is one, and releases it. Returns the exit status.
int pruning_command_complain(const struct pruning_command *c, struct error *error);
// Writes to FILE, or to standard output where it is NULL. Returns the exit status.
int pruning_command_write(const struct pruning_command *c, const char *file, const struct text *text);
// With --stats only.
void pruning_command_statistics(const struct pruning_command *c, struct text *out);

#endif
