// The private folders that runs begin in, below one of this process, which is removed however that ends.
#ifndef CLEW_CAMPAIGN_BENCH_WORKSPACE_H
#define CLEW_CAMPAIGN_BENCH_WORKSPACE_H
#include "base/process/guard.h"

struct bench_workspace {
  struct temp temp;
  struct limits limits; // none: the guard wants to know them
  struct guard guard;
};

bool bench_workspace_open(struct bench_workspace *workspace, struct error *error);
void bench_workspace_close(struct bench_workspace *workspace);
// A new folder in it, to be removed with temp_remove.
bool bench_workspace_folder(const struct bench_workspace *workspace, struct temp *out, struct error *error);

#endif
