// Drawn paths (campaign/pruning/draws.h) as a table, as JSON, and the feasible ones as tests in C.
#ifndef CLEW_REPORT_PATHS_DRAWN_PATHS_H
#define CLEW_REPORT_PATHS_DRAWN_PATHS_H
#include "base/file/folder.h"
#include "campaign/pruning/draws.h"
#include "report/paths/pruned_graph.h"

void draws_text(const struct pruned_graph *g, const struct draws d[DRAWN_FROM], struct text *out);
void draws_json(const struct graph_report *r, uint64_t seed, const struct draws d[DRAWN_FROM], struct text *out);
// The folder of --tests, before any work is done. False: `error`.
bool draws_open_tests(const struct job *job, struct folder *folder, struct error *error);
// A test for each different feasible path of the pruned graph. False: `error`.
bool draws_write_tests(const struct job *job, struct folder *folder, struct draws *d, struct error *error);

#endif
