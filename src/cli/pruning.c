// See pruning.h.
#include "cli/pruning.h"
#include "base/memory/alloc.h"
#include "cli/command.h"
#include "cli/open.h"
#include "run/schedule.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define QUERY_SECONDS 1.0        // for one question whether a location is exhaustive
#define ENGINE_MEMORY 0.8        // of the run's memory

bool pruning_open(struct pruning *p, const struct request_form *form, int argc, char **argv, int *status) {
  memset(p, 0, sizeof *p);
  if (!command_open(&p->request, &p->job, form, argc, argv, status)) return false;
  struct job *job = &p->job;
  mpz_inits(p->before, p->after, NULL);
  claim_init(&p->claim);
  p->report = (struct graph_report){.version = CLEW_VERSION,
                                    .n_files = job->request->options.files.size,
                                    .files = job->request->options.files.data,
                                    .length = job->request->options.length};
  return true;
}

// --- phases --------------------------------------------------------------------------------

// Ends the limits at hand and starts others in the same place, where everybody looks.
static void start_phase(struct job *job, double seconds, size_t mebibytes) {
  double started = job->limits.started;
  limits_finish(&job->limits);
  limits_start(&job->limits, seconds, mebibytes);
  job->limits.started = started;
}

// An error is an end like any other here: the engine is to go on behind it.
static bool go_on(void *context, const struct claim *claim) {
  (void)context;
  (void)claim;
  return false;
}

// False: a message was printed.
static bool run_engine(struct pruning *p, int *status) {
  struct job *job = &p->job;
  struct error error = {0};
  double before = clock_now();
  struct run_listener listener = {.context = job,
                                  .progress = job->progress_wanted ? job_progress : NULL,
                                  .confirm = go_on};
  struct schedule schedule = {
      .engine = job->request->options.strategy.engine,
      .options = job->request->options.engine_options,
      .statistics = job->statistics,
      .setting = search_setting(&p->search, request_solver(job->request), listener),
  };
  bool good = schedule_run(&schedule, &p->claim, &error);
  job->stats.time_engine = clock_now() - before;
  job_erase_progress(job);
  if (!good) job_complain(job, error.message);
  *status = error.status;
  error_release(&error);
  p->report.reason = limits_stopped(&job->limits) ? limits_reason(&job->limits) : p->claim.reason;
  if (p->report.reason == REASON_UNCONFIRMED) p->report.reason = REASON_NONE; // that was go_on
  p->unfold = program_unfold(p->search.program);
  return good;
}

static bool look_at_graph(struct pruning *p, int *status) {
  struct job *job = &p->job;
  struct solver_config config = request_solver(job->request);
  config.trace_file = config.record_file = NULL;
  if (!config.query_seconds || config.query_seconds > QUERY_SECONDS) config.query_seconds = QUERY_SECONDS;
  claim_init(&p->replay_claim);
  struct run_setting setting = search_setting(&p->search, config, (struct run_listener){0});
  run_init(&p->replay, &setting, NULL, &p->replay_claim);
  unsigned char *exhaustive = flow_exhaustive(job->program.cfa, p->replay.solver);
  const char *message;
  bool good = flow_init(&p->flow, job->program.cfa, p->unfold, &p->claim.certificate.graph, exhaustive, &message);
  mem_free(exhaustive);
  p->report.cfa = job->program.cfa;
  p->report.flow = &p->flow;
  if (good && !p->flow.n_open) p->report.reason = REASON_NONE;
  if (good) return true;
  job_complain(job, message);
  *status = EXIT_INTERNAL;
  return false;
}

bool pruning_run(struct pruning *p, double share, int *status) {
  struct job *job = &p->job;
  struct error error = {0};
  if (!job_load(job, &error)) {
    job_finish(job);
    job_complain(job, error.status ? error.message : reason_sentence(limits_reason(&job->limits)));
    *status = error.status ? error.status : EXIT_UNKNOWN;
    error_release(&error);
    return false;
  }
  search_open(&p->search, job);
  double deadline = job->limits.deadline;
  size_t mebibytes = job->limits.memory >> 20;
  start_phase(job, deadline ? limits_remaining(&job->limits) * share + 1e-3 : 0,
              (size_t)((double)mebibytes * ENGINE_MEMORY));
  bool good = run_engine(p, status);
  double rest = deadline - clock_now();
  start_phase(job, deadline ? (rest > 1e-3 ? rest : 1e-3) : 0, mebibytes);
  if (good && look_at_graph(p, status)) return true;
  job_finish(job);
  return false;
}

bool pruning_count(struct pruning *p, bool keep) {
  struct limits *limits = &p->job.limits;
  p->black = count_black_new(p->job.program.cfa, p->unfold, limits, p->report.length);
  if (p->black) p->red = count_red_new(p->black, &p->flow, limits, keep);
  if (!p->red) return false;
  count_black_total(p->black, p->before);
  count_red_total(p->red, p->after);
  p->report.before = p->before;
  p->report.after = p->after;
  return p->report.counted = true;
}

int pruning_write(struct pruning *p, const char *file, const struct text *text) {
  struct error error = {0};
  if (output_write(file ? file : "-", text, &error)) return 0;
  job_complain(&p->job, error.message);
  int status = error.status;
  error_release(&error);
  return status;
}

static void add_statistic(void *context, const struct stats_entry *entry, double value) {
  if (entry->is_timer) text_printf(context, "  %-18s %.3f s\n", entry->name, value);
  else text_printf(context, "  %-18s %.0f\n", entry->name, value);
}

void pruning_statistics(struct pruning *p, struct text *out) {
  if (!p->job.request->options.stats) return;
  text_add(out, "Statistics:\n");
  job_statistics(&p->job, add_statistic, out);
}

int pruning_close(struct pruning *p, int status) {
#ifndef CLEW_DEBUG
  // Giving back a large graph piece by piece would take longer than the process lives.
  job_end(&p->job);
  _exit(status);
#endif
  count_red_free(p->red);
  count_black_free(p->black);
  flow_release(&p->flow);
  claim_release(&p->claim);
  if (p->replay.solver) {
    run_release(&p->replay);
    claim_release(&p->replay_claim);
  }
  search_close(&p->search);
  mpz_clears(p->before, p->after, NULL);
  command_close(&p->request, &p->job);
  return status;
}
