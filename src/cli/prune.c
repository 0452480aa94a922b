// `clew prune`: the program's graph without the infeasible paths that could be ruled out, and how many paths of a
// length that leaves (Aissat, Voisin, Wolff: Infeasible Paths Elimination by Symbolic Execution Techniques).
#include "cli/command.h"
#include "cli/pruning.h"
#include <string.h>

#define ENGINE_SHARE 0.9     // of the time, for pruning; the rest is for counting and printing

enum format { FORMAT_TEXT, FORMAT_DOT, FORMAT_JSON }; // as --format numbers them

static int print_graph(struct pruning *p, enum format format) {
  static void (*const print[])(const struct graph_report *, struct text *) = {graph_report_text, graph_report_dot,
                                                                              graph_report_json};
  const char *file = p->job.request->options.output;
  struct text out = {0};
  bool apart = file && strcmp(file, "-") != 0;
  if (apart && format != FORMAT_JSON)
    text_add(&out, format == FORMAT_DOT ? "// " OUTPUT_MARK "\n" : "# " OUTPUT_MARK "\n");
  if (!p->job.request->options.quiet || file || format != FORMAT_TEXT) print[format](&p->report, &out);
  int status = 0;
  if (apart) {
    status = pruning_write(p, file, &out);
    text_clear(&out);
  }
  // In the other formats the numbers are part of the file.
  if (apart || format == FORMAT_TEXT) {
    if (out.size) text_addc(&out, '\n');
    graph_report_summary(&p->report, "", &out);
    pruning_statistics(p, &out);
  }
  int printed = out.size ? pruning_write(p, NULL, &out) : 0;
  text_release(&out);
  return status ? status : printed;
}

int command_prune(int argc, char **argv) {
  struct pruning p;
  int status;
  if (!pruning_open(&p, &request_forms[REQUEST_prune], argc, argv, &status)) return status;
  if (!pruning_run(&p, ENGINE_SHARE, &status)) return pruning_close(&p, status);
  bool counted = pruning_count(&p, false);
  enum reason why = limits_reason(&p.job.limits);
  job_finish(&p.job);
  status = print_graph(&p, (enum format)p.job.request->options.format);
  if (!counted) {
    job_complain(&p.job, reason_sentence(why));
    status = status ? status : EXIT_UNKNOWN;
  }
  return pruning_close(&p, status);
}
