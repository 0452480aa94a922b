// See pruning.h.
#include "cli/pruning.h"
#include "base/alloc.h"
#include "cli/command.h"
#include "engine/schedule.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define QUERY_SECONDS 1.0        // for one question whether a location is exhaustive
#define ENGINE_MEMORY 0.8        // of the run's memory

bool pruning_open(struct pruning *p, const char *command, int argc, char **argv, int *status) {
  memset(p, 0, sizeof *p);
  if (!session_open(&p->session, command, "prune", false, argc, argv, status)) return false;
  struct session *session = &p->session;
  // Slicing keeps errors, not paths.
  session->options.no_slice = true;
  session->progress_wanted = isatty(STDERR_FILENO) && !session->options.quiet;
  mpz_inits(p->before, p->after, NULL);
  claim_init(&p->claim);
  p->report = (struct graph_report){.version = CLEW_VERSION,
                                    .n_files = session->options.files.size,
                                    .files = session->options.files.data,
                                    .length = session->options.length};
  return true;
}

// --- phases --------------------------------------------------------------------------------

// Ends the limits at hand and starts others in the same place, where everybody looks.
static void start_phase(struct session *session, double seconds, size_t mebibytes) {
  double started = session->limits.started;
  limits_finish(&session->limits);
  limits_start(&session->limits, seconds, mebibytes);
  session->limits.started = started;
}

// An error is an end like any other here: the engine is to go on behind it.
static bool go_on(void *context, const struct claim *claim) {
  (void)context;
  (void)claim;
  return false;
}

// False: a message was printed.
static bool run_engine(struct pruning *p, int *status) {
  struct session *session = &p->session;
  struct error error = {0};
  double before = clock_now();
  p->facts = facts_new(session->cfa, p->program, &session->limits, (uint64_t)session->options.seed);
  struct schedule schedule = {
      .engine = session->options.engine_used,
      .options = session->options.engine_options,
      .statistics = session->statistics,
      .setting = {.cfa = session->cfa,
                  .program = p->program,
                  .limits = &session->limits,
                  .stats = &session->stats,
                  .solver = session_solver(session),
                  .seed = (uint64_t)session->options.seed,
                  .facts = p->facts,
                  .listener = {.context = session,
                               .progress = session->progress_wanted ? session_progress : NULL,
                               .confirm = go_on}},
  };
  bool good = schedule_run(&schedule, &p->claim, &error);
  session->stats.time_engine = clock_now() - before;
  session_erase_progress(session);
  if (!good) session_complain(session, error.message);
  *status = error.status;
  error_release(&error);
  p->report.reason = limits_stopped(&session->limits) ? limits_reason(&session->limits) : p->claim.reason;
  if (p->report.reason == REASON_UNCONFIRMED) p->report.reason = REASON_NONE; // that was go_on
  p->unfold = program_unfold(p->program);
  return good;
}

static bool look_at_graph(struct pruning *p, int *status) {
  struct session *session = &p->session;
  struct solver_config config = session_solver(session);
  config.trace_file = config.record_file = NULL;
  if (!config.query_seconds || config.query_seconds > QUERY_SECONDS) config.query_seconds = QUERY_SECONDS;
  claim_init(&p->replay_claim);
  run_init(&p->replay,
           &(struct run_setting){.cfa = session->cfa,
                                 .program = p->program,
                                 .limits = &session->limits,
                                 .stats = &session->stats,
                                 .solver = config,
                                 .facts = p->facts},
           NULL, &p->replay_claim);
  unsigned char *exhaustive = flow_exhaustive(session->cfa, p->replay.solver);
  const char *message;
  bool good = flow_init(&p->flow, session->cfa, p->unfold, &p->claim.certificate.graph, exhaustive, &message);
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
  bool good = run_engine(p, status);
  double rest = deadline - clock_now();
  start_phase(session, deadline ? (rest > 1e-3 ? rest : 1e-3) : 0, mebibytes);
  if (good && look_at_graph(p, status)) return true;
  session_settle(session);
  return false;
}

bool pruning_count(struct pruning *p, bool keep) {
  struct limits *limits = &p->session.limits;
  p->black = count_black_new(p->session.cfa, p->unfold, limits, p->report.length);
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

static void add_statistic(void *context, const struct stats_entry *entry, double value) {
  if (entry->is_timer) text_printf(context, "  %-18s %.3f s\n", entry->name, value);
  else text_printf(context, "  %-18s %.0f\n", entry->name, value);
}

void pruning_statistics(struct pruning *p, struct text *out) {
  if (!p->session.options.stats) return;
  text_add(out, "Statistics:\n");
  session_statistics(&p->session, add_statistic, out);
}

int pruning_close(struct pruning *p, int status) {
#ifndef CLEW_DEBUG
  // Giving back a large graph piece by piece would take longer than the process lives.
  session_end(&p->session);
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
  if (p->facts) facts_free(p->facts);
  if (p->program) program_free(p->program);
  mpz_clears(p->before, p->after, NULL);
  session_release(&p->session);
  return status;
}
