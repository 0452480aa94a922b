// See pruning.h.
#include "cli/pruning.h"
#include "base/alloc.h"
#include "cli/command.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define QUERY_SECONDS 1.0        // for one question whether a location is exhaustive
#define ENGINE_MEMORY 0.8        // of the run's memory
#define LENGTH_MOST 1000000

bool pruning_number(struct pruning *p, const char *option, double value, uint32_t most, uint32_t *out) {
  struct error error = {0};
  bool good = options_whole(option, value, most, out, &error);
  if (!good) session_complain(&p->session, error.message);
  error_release(&error);
  return good;
}

bool pruning_open(struct pruning *p, const char *command, int argc, char **argv, int *status) {
  memset(p, 0, sizeof *p);
  if (!session_open(&p->session, command, false, argc, argv, status)) return false;
  struct session *session = &p->session;
  // Slicing keeps errors, not paths.
  session->options.no_slice = true;
  session->progress_wanted = isatty(STDERR_FILENO) && !session->options.quiet;
  mpz_inits(p->before, p->after, NULL);
  claim_init(&p->claim);
  p->report = (struct graph_report){.version = CLEW_VERSION,
                                    .n_files = session->options.files.size,
                                    .files = session->options.files.data};
  *status = EXIT_USAGE;
  if (pruning_number(p, "--length", session->options.length, LENGTH_MOST, &p->report.length)) return true;
  *status = pruning_close(p, *status);
  return false;
}

// --- phases --------------------------------------------------------------------------------

// Ends the limits at hand and starts others in the same place, where everybody looks.
static void start_phase(struct session *session, double seconds, size_t mebibytes) {
  double started = session->limits.started;
  limits_finish(&session->limits);
  limits_start(&session->limits, seconds, mebibytes);
  session->limits.started = started;
}

static struct solver_config solver_options(const struct options *options) {
  uint32_t without = 0;
  solver_stages_parse(options->solver_stages, &without, &(const char *){0},
                      &(size_t){0}); // checked with the other options
  return (struct solver_config){.backend = options->solver,
                                .caches = true,
                                .without = without,
                                .query_seconds = options->query_timeout,
                                .trace_file = options->trace_queries,
                                .record_file = options->record_queries};
}

// An error is an end like any other here: the engine is to go on behind it.
static bool go_on(void *context, const struct claim *claim) {
  (void)context;
  (void)claim;
  return false;
}

static void run_engine(struct pruning *p) {
  struct session *session = &p->session;
  struct engine_context context = {
      .cfa = session->cfa,
      .program = p->program,
      .limits = &session->limits,
      .stats = &session->stats,
      .solver = solver_options(&session->options),
      .search = SEARCH_BFS,
      .seed = (uint64_t)session->options.seed,
      .progress = session->progress_wanted ? session_progress : NULL,
      .progress_context = session,
      .confirm = go_on,
  };
  double before = clock_now();
  engine_prune.run(&context, &p->claim);
  session->stats.time_engine = clock_now() - before;
  session_erase_progress(session);
  p->report.reason = limits_stopped(&session->limits) ? limits_reason(&session->limits) : p->claim.reason;
  if (p->report.reason == REASON_UNCONFIRMED) p->report.reason = REASON_NONE; // that was go_on
  if (!p->claim.unfold) p->claim.unfold = program_unfold(p->program);
}

static bool look_at_graph(struct pruning *p, int *status) {
  struct session *session = &p->session;
  struct solver_config config = solver_options(&session->options);
  config.trace_file = config.record_file = NULL;
  if (!config.query_seconds || config.query_seconds > QUERY_SECONDS) config.query_seconds = QUERY_SECONDS;
  p->solver = solver_new(session->tm, &session->limits, &session->stats, &config);
  unsigned char *exhaustive = flow_exhaustive(session->cfa, p->solver);
  const char *message;
  bool good = flow_init(&p->flow, session->cfa, p->claim.unfold, &p->claim.graph, exhaustive, &message);
  mem_free(exhaustive);
  p->report.cfa = session->cfa;
  p->report.flow = &p->flow;
  if (good && !p->flow.n_open) p->report.reason = REASON_NONE;
  if (good) return true;
  session_complain(session, message);
  *status = EXIT_INTERNAL;
  return false;
}

bool pruning_run(struct pruning *p, double share, int *status) {
  struct session *session = &p->session;
  struct error error = {0};
  if (!session_load(session, &error)) {
    session_settle(session);
    session_complain(session, error.status ? error.message : reason_sentence(limits_reason(&session->limits)));
    *status = error.status ? error.status : EXIT_UNKNOWN;
    error_release(&error);
    return false;
  }
  p->program = program_new(session->cfa, &session->limits, &session->stats);
  double deadline = session->limits.deadline;
  size_t mebibytes = session->limits.memory >> 20;
  start_phase(session, deadline ? limits_remaining(&session->limits) * share + 1e-3 : 0,
              (size_t)((double)mebibytes * ENGINE_MEMORY));
  run_engine(p);
  double rest = deadline - clock_now();
  start_phase(session, deadline ? (rest > 1e-3 ? rest : 1e-3) : 0, mebibytes);
  if (look_at_graph(p, status)) return true;
  session_settle(session);
  return false;
}

bool pruning_count(struct pruning *p, bool keep) {
  struct limits *limits = &p->session.limits;
  p->black = count_black_new(p->session.cfa, p->claim.unfold, limits, p->report.length);
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
  session_complain(&p->session, error.message);
  int status = error.status;
  error_release(&error);
  return status;
}

static void add_statistic(void *context, const char *name, const char *text, double value, int is_timer) {
  (void)text;
  if (is_timer) text_printf(context, "  %-18s %.3f s\n", name, value);
  else text_printf(context, "  %-18s %.0f\n", name, value);
}

void pruning_statistics(struct pruning *p, struct text *out) {
  if (!p->session.options.stats) return;
  text_add(out, "Statistics:\n");
  stats_each(&p->session.stats, add_statistic, out);
}

int pruning_close(struct pruning *p, int status) {
#ifndef CLEW_DEBUG
  // Giving back a large graph piece by piece would take longer than the process lives.
  fflush(NULL);
  _exit(status);
#endif
  count_red_free(p->red);
  count_black_free(p->black);
  flow_release(&p->flow);
  claim_release(&p->claim);
  if (p->solver) solver_free(p->solver);
  if (p->program) program_free(p->program);
  mpz_clears(p->before, p->after, NULL);
  session_release(&p->session);
  return status;
}
