// `clew paths`: paths of a length drawn uniformly from the pruned graph and from the program's own, which of them are
// feasible, and tests for those that are.
#include "cli/command.h"
#include "cli/pruned.h"
#include "report/paths/drawn_paths.h"
#include <inttypes.h>
#include <string.h>

#define ENGINE_SHARE 0.5     // of the time, for pruning; the rest is for the paths

static int write_tests(struct pruning_command *c, struct folder *folder, struct draws *d) {
  struct error error = {0};
  draws_write_tests(&c->job, folder, d, &error);
  return pruning_command_complain(c, &error);
}

static int report(struct pruning_command *c, struct folder *folder, struct draws d[DRAWN_FROM]) {
  const struct options *options = &c->request.options;
  int status = options->tests ? write_tests(c, folder, &d[DRAWN_PRUNED]) : 0;
  struct text out = {0};
  if (options->json) {
    draws_json(&c->report, (uint64_t)options->seed, d, &out);
    int written = pruning_command_write(c, options->json, &out);
    status = status ? status : written;
    text_clear(&out);
  }
  if (!options->json || strcmp(options->json, "-") != 0) {
    if (!options->quiet) {
      graph_report_summary(&c->report, "", &out);
      text_addc(&out, '\n');
    }
    draws_text(&c->pruning.graph, d, &out);
    uint32_t different = d[DRAWN_PRUNED].different;
    if (options->tests && !status)
      text_printf(&out, "%" PRIu32 " test%s written to %s, one for each different feasible path.\n", different,
                  different == 1 ? "" : "s", options->tests);
    pruning_command_statistics(c, &out);
    int printed = pruning_command_write(c, NULL, &out);
    status = status ? status : printed;
  }
  text_release(&out);
  return status;
}

static int draw(struct pruning_command *c, struct folder *folder) {
  struct draws d[DRAWN_FROM] = {0};
  bool counted = pruning_count(&c->pruning, COUNT_KEPT);
  if (counted) draws_make(&c->pruning, d);
  enum reason why = limits_reason(&c->job.limits);
  job_finish(&c->job);
  int status = counted ? report(c, folder, d) : EXIT_UNKNOWN;
  if (!draws_are_kept(&c->pruning, &d[DRAWN_PROGRAM])) {
    job_complain(&c->job, "a feasible path is missing in the pruned graph: this is a bug, please report it");
    status = EXIT_INTERNAL;
  }
  if (why != REASON_NONE) job_complain(&c->job, reason_sentence(why));
  if (!status && why != REASON_NONE) status = EXIT_UNKNOWN;
  for (int from = 0; from < DRAWN_FROM; from++) draws_release(&d[from]);
  return status;
}

int command_paths(int argc, char **argv) {
  struct pruning_command c;
  struct folder folder = {0};
  struct error error = {0};
  int status;
  if (!pruning_command_open(&c, &request_forms[REQUEST_paths], argc, argv, &status)) return status;
  bool good = !c.request.options.tests || draws_open_tests(&c.job, &folder, &error);
  good = good && pruning_run(&c.pruning, ENGINE_SHARE, &error);
  status = good ? draw(&c, &folder) : pruning_command_complain(&c, &error);
  folder_release(&folder);
  return pruning_command_close(&c, status);
}
