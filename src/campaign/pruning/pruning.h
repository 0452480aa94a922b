// Pruning: an engine rules out infeasible paths of a program; the paths of a length are counted in the program's own
// graph and in the pruned one.
//
// A pruning has two phases with limits of their own, so that there is time and memory left to report what the engine
// found when it was stopped. An interrupt in the first phase ends only the engine.
#ifndef CLEW_CAMPAIGN_PRUNING_H
#define CLEW_CAMPAIGN_PRUNING_H
#include "explore/path.h"
#include "graph/count.h"
#include "run/search.h"

// The pruned graph and what is known of its paths.
struct pruned_graph {
  struct cfa *cfa;
  const struct flow *flow;
  enum reason reason; // why the graph is not finished; REASON_NONE: it is
  const char *preserves; // what the check of the graph says: "confirmed", or why not; NULL: it was not checked
  uint32_t length;
  bool counted; // false: there was no time for the numbers
  mpz_srcptr before, after; // paths of that length in the program and in the graph
  mpz_srcptr feasible, infeasible; // of those in the graph, as far as it is known; NULL: there was no time for it
};

struct pruning {
  struct job *job;
  struct search search;
  struct unfold *unfold; // the program's
  struct run replay; // for paths without abstraction
  struct claim replay_claim;
  struct claim claim;
  struct flow flow;
  struct count_black *black;
  struct count_red *red;
  mpz_t before, after, feasible, infeasible;
  struct pruned_graph graph;
};

void pruning_init(struct pruning *p, struct job *job); // the length is the request's
void pruning_release(struct pruning *p);
// Reads the program and runs the engine with `share` of the time that is left. False: `error`, with the exit status,
// and the job is finished.
bool pruning_run(struct pruning *p, double share, struct error *error);
// Counts. False: the limits were reached, graph.counted is false.
bool pruning_count(struct pruning *p, enum count_what what);
// How many of the paths left are feasible, as far as there is time: by the graph, or one by one where they are few.
void pruning_decide(struct pruning *p);
// The certificate that every feasible path is kept, for `clew check`; appended.
void pruning_certificate(struct pruning *p, struct text *out);
// Is every feasible path of the program one of the graph? src/check decides, with the time that is left;
// graph.preserves has the answer. False: the graph is finished, and wrong.
bool pruning_check(struct pruning *p);

#endif
