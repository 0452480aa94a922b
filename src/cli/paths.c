// `clew paths`: paths of a length drawn uniformly from the pruned graph and from the program's own, which of them are
// feasible, and tests for those that are.
#include "base/memory/alloc.h"
#include "base/file/folder.h"
#include "cli/command.h"
#include "cli/pruning.h"
#include "graph/draw.h"
#include "native/replay.h"
#include "report/draws.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ENGINE_SHARE 0.5     // of the time, for pruning; the rest is for the paths

enum { PROGRAM, PRUNED };    // where paths are drawn from

// --- drawing ------------------------------------------------------------------------------

// Equal paths are found by their hash, then compared.
static void draw_all(struct pruning *p, int from, uint32_t n, struct draws *d) {
  struct dice dice;
  struct map_u32 seen = {0};  // hash → path + 1
  dice_init(&dice, hash_mix((uint64_t)p->job.request->options.seed, (uint64_t)from));
  for (uint32_t i = 0; i < n && !limits_stopped(&p->job.limits); i++) {
    struct drawn_path path = {.same_as = UINT32_MAX};
    if (!draw_path(&dice, p->job.program.cfa, p->unfold, p->black, from == PRUNED ? p->red : NULL, &path.edges)) break;
    uint64_t hash = hash_bytes(path.edges.data, path.edges.size * sizeof *path.edges.data) >> 1;
    uint32_t before = map_u32_get_or(&seen, hash, 0);
    if (before) {
      const struct vec_edge *a = &d->paths.data[before - 1].edges, *b = &path.edges;
      if (a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size * sizeof *a->data)))
        path.same_as = before - 1;
    } else {
      map_u32_put(&seen, hash, i + 1);
    }
    vec_drawn_path_push(&d->paths, path);
  }
  map_u32_release(&seen);
}

// --- feasibility ----------------------------------------------------------------------------

static void decide(struct pruning *p, struct drawn_path *path) {
  struct state *end;
  path->answer = path_feasible(&p->replay, path->edges.size, path->edges.data, &end, &path->reason);
  if (path->answer != ANSWER_SAT) return;
  state_input_values(end, &path->inputs);
  // Nothing is said that a run does not show.
  if (!path_is_taken(p->search.program, path->inputs.size, path->inputs.data, path->edges.size, path->edges.data)) {
    path->answer = ANSWER_UNKNOWN;
    path->reason = REASON_UNCONFIRMED;
  }
  state_free(end);
}

static void copy_decision(struct drawn_path *path, const struct drawn_path *from) {
  path->answer = from->answer;
  path->reason = from->reason;
  for (uint32_t i = 0; i < from->inputs.size; i++) vec_input_value_push(&path->inputs, from->inputs.data[i]);
}

// False: the run is to stop; the path does not count.
static bool look_at(struct pruning *p, struct draws *d, uint32_t i) {
  struct drawn_path *path = &d->paths.data[i];
  if (path->same_as != UINT32_MAX) copy_decision(path, &d->paths.data[path->same_as]);
  else decide(p, path);
  if (limits_stopped(&p->job.limits)) return false;
  d->checked++;
  p->job.stats.paths++;
  if (path->answer == ANSWER_SAT) d->feasible++;
  else if (path->answer == ANSWER_UNSAT) d->infeasible++;
  else d->unknown++;
  if (path->answer == ANSWER_SAT && path->same_as == UINT32_MAX) d->different++;
  return true;
}

// A run was seen to take the path: a graph that does not have it was pruned too far.
static bool keeps_feasible(const struct pruning *p, const struct draws *d) {
  for (uint32_t i = 0; i < d->checked; i++) {
    const struct drawn_path *path = &d->paths.data[i];
    if (path->answer == ANSWER_SAT && !flow_contains(&p->flow, path->edges.size, path->edges.data)) return false;
  }
  return true;
}

// In turns, so that a run that is stopped has looked at as many of the one as of the other.
static void look_at_all(struct pruning *p, struct draws d[2]) {
  uint32_t most = d[0].paths.size > d[1].paths.size ? d[0].paths.size : d[1].paths.size;
  double next = 0;
  for (uint32_t i = 0; i < most; i++) {
    for (int from = 0; from < 2; from++)
      if (i < d[from].paths.size && !look_at(p, &d[from], i)) return;
    if (!p->job.progress_wanted || clock_now() < next) continue;
    next = clock_now() + 0.05;
    job_progress(&p->job, &p->job.stats, p->report.length);
  }
}

// --- tests ------------------------------------------------------------------------------------

static bool write_test(struct pruning *p, struct folder *folder, uint32_t number, struct drawn_path *path,
                       struct error *error) {
  struct job *job = &p->job;
  struct replay_options options = job_replay(job);
  struct claim claim = {.inputs = path->inputs, .error_location = LOCATION_NONE};
  struct text text = {0}, name = {0};
  text_printf(&name, "%s/path-%04" PRIu32 ".c", folder->path, number);
  options.harness = text_cstr(&name);
  harness_write(job->program.cfa, &options, &claim, &text);
  bool good = folder_write(folder, text_cstr(&name) + strlen(folder->path) + 1, &text, error);
  if (good) path->test = mem_strdup(text_cstr(&name));
  text_release(&text);
  text_release(&name);
  return good;
}

// Before any work is done. Returns the exit status of what cannot be, or 0.
static int make_folder(struct pruning *p, struct folder *folder) {
  struct error error = {0};
  if (p->job.request->kind == INPUT_FILE_CFA)
    error_set(&error, EXIT_USAGE, "--tests: an automaton has no C program to write tests for");
  else if (p->job.request->entry.has_parameters) // what they point to is made by a copy of the program only
    error_set(&error, EXIT_USAGE, "--tests: --entry must not state parameters");
  else if (folder_open(folder, "--tests", p->job.request->options.tests, &error))
    folder_keep_out(folder, ".", "path-", &error);
  int status = error.status;
  if (status) job_complain(&p->job, error.message);
  error_release(&error);
  return status;
}

// One for each different feasible path of the pruned graph. Returns the exit status.
static int write_tests(struct pruning *p, struct folder *folder, struct draws *d) {
  struct error error = {0};
  for (uint32_t i = 0; i < d->checked && !error.status; i++) {
    struct drawn_path *path = &d->paths.data[i];
    if (path->answer == ANSWER_SAT && path->same_as == UINT32_MAX) write_test(p, folder, i + 1, path, &error);
  }
  int status = error.status;
  if (status) job_complain(&p->job, error.message);
  error_release(&error);
  return status;
}

// --- the command --------------------------------------------------------------------------------

static int report(struct pruning *p, struct folder *folder, struct draws d[2]) {
  const struct options *options = &p->job.request->options;
  int status = options->tests ? write_tests(p, folder, &d[PRUNED]) : 0;
  struct text out = {0};
  if (options->json) {
    draws_json(&p->report, (uint64_t)options->seed, d, &out);
    int written = pruning_write(p, options->json, &out);
    status = status ? status : written;
    text_clear(&out);
  }
  if (!options->json || strcmp(options->json, "-") != 0) {
    if (!options->quiet) {
      graph_report_summary(&p->report, "", &out);
      text_addc(&out, '\n');
    }
    draws_text(&p->report, d, &out);
    if (options->tests && !status)
      text_printf(&out, "%" PRIu32 " test%s written to %s, one for each different feasible path.\n",
                  d[PRUNED].different, d[PRUNED].different == 1 ? "" : "s", options->tests);
    pruning_statistics(p, &out);
    int printed = pruning_write(p, NULL, &out);
    status = status ? status : printed;
  }
  text_release(&out);
  return status;
}

int command_paths(int argc, char **argv) {
  struct pruning p;
  struct draws d[2] = {0};
  struct folder folder = {0};
  int status;
  if (!pruning_open(&p, &request_forms[REQUEST_paths], argc, argv, &status)) return status;
  status = p.job.request->options.tests ? make_folder(&p, &folder) : 0;
  if (status) return pruning_close(&p, status);
  if (!pruning_run(&p, ENGINE_SHARE, &status)) return pruning_close(&p, status);
  bool counted = pruning_count(&p, true);
  for (int from = 0; from < 2 && counted; from++) draw_all(&p, from, p.job.request->options.draw, &d[from]);
  if (counted) look_at_all(&p, d);
  enum reason why = limits_reason(&p.job.limits);
  job_finish(&p.job);
  status = counted ? report(&p, &folder, d) : EXIT_UNKNOWN;
  folder_release(&folder);
  if (!keeps_feasible(&p, &d[PROGRAM])) {
    job_complain(&p.job, "a feasible path is missing in the pruned graph: this is a bug, please report it");
    status = EXIT_INTERNAL;
  }
  if (why != REASON_NONE) job_complain(&p.job, reason_sentence(why));
  if (!status && why != REASON_NONE) status = EXIT_UNKNOWN;
  for (int from = 0; from < 2; from++) draws_release(&d[from]);
  return pruning_close(&p, status);
}
