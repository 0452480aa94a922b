// See workspace.h.
#include "campaign/bench/workspace.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bench_workspace_open(struct bench_workspace *workspace, struct error *error) {
  *workspace = (struct bench_workspace){0};
  if (!temp_make(&workspace->temp, error)) return false;
  guard_start(&workspace->guard, &workspace->limits, &workspace->temp);
  return true;
}

void bench_workspace_close(struct bench_workspace *workspace) {
  guard_end(&workspace->guard);
  temp_remove(&workspace->temp);
}

bool bench_workspace_folder(const struct bench_workspace *workspace, struct temp *out, struct error *error) {
  int n = snprintf(out->path, sizeof out->path, "%s/run-XXXXXX", workspace->temp.path);
  if (n > 0 && (size_t)n < sizeof out->path && mkdtemp(out->path)) return true;
  error_set(error, EXIT_INTERNAL, "cannot make a temporary folder in %s: %s", workspace->temp.path, strerror(errno));
  out->path[0] = 0;
  return false;
}
