// `clew prune`: the program's graph without the infeasible paths that could be ruled out, and how many paths of a
// length that leaves (Aissat, Voisin, Wolff: Infeasible Paths Elimination by Symbolic Execution Techniques).
#include "cli/command.h"
#include "cli/pruned.h"
#include <string.h>

#define ENGINE_SHARE 0.7     // of the time, for pruning; the rest is for counting, checking and printing

enum format { FORMAT_TEXT, FORMAT_DOT, FORMAT_JSON }; // as --format numbers them

static int print_graph(struct pruning_command *c, enum format format) {
  static void (*const print[])(const struct graph_report *, struct text *) = {graph_report_text, graph_report_dot,
                                                                              graph_report_json};
  const char *file = c->request.options.output;
  struct text out = {0};
  bool apart = file && strcmp(file, "-") != 0;
  if (apart && format != FORMAT_JSON)
    text_add(&out, format == FORMAT_DOT ? "// " OUTPUT_MARK "\n" : "# " OUTPUT_MARK "\n");
  if (!c->request.options.quiet || file || format != FORMAT_TEXT) print[format](&c->report, &out);
  int status = 0;
  if (apart) {
    status = pruning_command_write(c, file, &out);
    text_clear(&out);
  }
  // In the other formats the numbers are part of the file.
  if (apart || format == FORMAT_TEXT) {
    if (out.size) text_addc(&out, '\n');
    graph_report_summary(&c->report, "", &out);
    pruning_command_statistics(c, &out);
  }
  int printed = out.size ? pruning_command_write(c, NULL, &out) : 0;
  text_release(&out);
  return status ? status : printed;
}

// With --certificate FILE the graph is written for `clew check`; unless --no-check is given it is checked here.
static int check(struct pruning_command *c) {
  const struct options *options = &c->request.options;
  int status = 0;
  if (options->certificate) {
    struct text text = {0};
    pruning_certificate(&c->pruning, &text);
    status = pruning_command_write(c, options->certificate, &text);
    text_release(&text);
  }
  return options->no_check || pruning_check(&c->pruning) ? status : EXIT_INTERNAL;
}

int command_prune(int argc, char **argv) {
  struct pruning_command c;
  struct error error = {0};
  int status;
  if (!pruning_command_open(&c, &request_forms[REQUEST_prune], argc, argv, &status)) return status;
  if (!pruning_run(&c.pruning, ENGINE_SHARE, &error))
    return pruning_command_close(&c, pruning_command_complain(&c, &error));
  bool counted = pruning_count(&c.pruning, COUNT_TOTAL);
  if (counted) pruning_decide(&c.pruning);
  enum reason why = limits_reason(&c.job.limits);
  int checked = check(&c);
  job_finish(&c.job);
  status = print_graph(&c, (enum format)c.request.options.format);
  status = status ? status : checked;
  if (!counted) {
    job_complain(&c.job, reason_sentence(why));
    status = status ? status : EXIT_UNKNOWN;
  }
  return pruning_command_close(&c, status);
}
