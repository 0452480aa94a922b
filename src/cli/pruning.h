// What `clew prune` and `clew paths` share: the program is read, an engine prunes it, the paths of both graphs are
// counted.
//
// A run has two phases with limits of their own, so that there is time and memory left to say what the engine found
// when it was stopped. Ctrl-C in the first phase ends only the pruning.
#ifndef CLEW_CLI_PRUNING_H
#define CLEW_CLI_PRUNING_H
#include "run/search.h"
#include "graph/count.h"
#include "explore/path.h"
#include "report/graph.h"

struct pruning {
  struct request request;
  struct job job;
  struct search search;
  struct unfold *unfold; // the program's
  struct run replay; // for paths without abstraction
  struct claim replay_claim;
  struct claim claim;
  struct flow flow;
  struct count_black *black;
  struct count_red *red;
  mpz_t before, after, feasible, infeasible;
  struct graph_report report;
};

// Options are parsed and checked. False: *status is the exit status, all messages were printed and nothing is to be
// closed.
bool pruning_open(struct pruning *p, const struct request_form *form, int argc, char **argv, int *status);
// Reads the program and runs the engine with `share` of the time that is left. False: *status is the exit status, all
// messages were printed.
bool pruning_run(struct pruning *p, double share, int *status);
// Counts. False: the limits were reached, report.counted is false.
bool pruning_count(struct pruning *p, enum count_what what);
// How many of the paths left are feasible, as far as there is time: by the graph, or one by one where they are few.
void pruning_decide(struct pruning *p);
// Is every feasible path of the program one of the graph? src/check looks, with the time that is left; the report says
// it. With --certificate FILE the graph is written for `clew check`. Returns the exit status.
int pruning_check(struct pruning *p);
// Writes to FILE, or to standard output where it is NULL. Returns the exit status.
int pruning_write(struct pruning *p, const char *file, const struct text *text);
// With --stats only.
void pruning_statistics(struct pruning *p, struct text *out);
// Ends the process, or gives back everything in debug builds; whatever pruning_open and pruning_run said.
int pruning_close(struct pruning *p, int status);

#endif
