// See pruned.h.
#include "cli/pruned.h"
#include "cli/command.h"
#include "cli/open.h"
#include <unistd.h>

bool pruning_command_open(struct pruning_command *c, const struct request_form *form, int argc, char **argv,
                          int *status) {
  *c = (struct pruning_command){0};
  if (!command_open(&c->request, &c->job, form, argc, argv, status)) return false;
  pruning_init(&c->pruning, &c->job);
  c->report = (struct graph_report){.version = CLEW_VERSION,
                                    .n_files = c->request.options.files.size,
                                    .files = c->request.options.files.data,
                                    .graph = &c->pruning.graph};
  return true;
}

int pruning_command_close(struct pruning_command *c, int status) {
#ifndef CLEW_DEBUG
  // Giving back a large graph piece by piece would take longer than the process lives.
  job_end(&c->job);
  _exit(status);
#endif
  pruning_release(&c->pruning);
  command_close(&c->request, &c->job);
  return status;
}

int pruning_command_complain(const struct pruning_command *c, struct error *error) {
  int status = error->status;
  if (status) job_complain(&c->job, error->message);
  error_release(error);
  return status;
}

int pruning_command_write(const struct pruning_command *c, const char *file, const struct text *text) {
  struct error error = {0};
  output_write(file ? file : "-", text, &error);
  return pruning_command_complain(c, &error);
}

static void add_statistic(void *context, const struct stats_entry *entry, double value) {
  if (entry->is_timer) text_printf(context, "  %-18s %.3f s\n", entry->name, value);
  else text_printf(context, "  %-18s %.0f\n", entry->name, value);
}

void pruning_command_statistics(const struct pruning_command *c, struct text *out) {
  if (!c->request.options.stats) return;
  text_add(out, "Statistics:\n");
  job_statistics(&c->job, add_statistic, out);
}
