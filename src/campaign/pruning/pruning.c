// See pruning.h.
#include "campaign/pruning/pruning.h"
#include "base/memory/alloc.h"
#include "check/certificate_file.h"
#include "check/check.h"
#include "run/run.h"

#define QUERY_SECONDS 1.0        // for one question whether a location is exhaustive
#define DECIDED_MAX 500         // paths that are looked at one by one
#define ENGINE_MEMORY 0.8        // of the run's memory

VEC_TYPE(vec_place, struct place)

void pruning_init(struct pruning *p, struct job *job) {
  *p = (struct pruning){.job = job, .graph.length = job->request->options.length};
  mpz_inits(p->before, p->after, p->feasible, p->infeasible, NULL);
  claim_init(&p->claim);
}

void pruning_release(struct pruning *p) {
  count_red_free(p->red);
  count_black_free(p->black);
  flow_release(&p->flow);
  claim_release(&p->claim);
  if (p->replay.solver) {
    run_release(&p->replay);
    claim_release(&p->replay_claim);
  }
  search_close(&p->search);
  mpz_clears(p->before, p->after, p->feasible, p->infeasible, NULL);
}

// --- phases --------------------------------------------------------------------------------

// An error is an end like any other here: the engine is to go on behind it.
static bool go_on(void *context, const struct claim *claim) {
  (void)context;
  (void)claim;
  return false;
}

static bool unfold(struct pruning *p, struct error *error) {
  struct job *job = p->job;
  double before = clock_now();
  struct run_listener listener = {.context = job,
                                  .progress = job->progress.wanted ? job_progress : NULL,
                                  .confirm = go_on};
  struct run_plan plan = {.engine = job->request->options.strategy.engine,
                          .options = job->request->options.engine_options,
                          .statistics = job->statistics,
                          .solver = request_solver(job->request),
                          .listener = listener};
  bool good = run_engine(&p->search, &plan, &p->claim, error);
  job->stats.time_engine = clock_now() - before;
  job_erase_progress(job);
  p->graph.reason = limits_stopped(&job->limits) ? limits_reason(&job->limits) : p->claim.reason;
  if (p->graph.reason == REASON_UNCONFIRMED) p->graph.reason = REASON_NONE; // that was go_on
  p->unfold = program_unfold(p->search.program);
  return good;
}

static bool look_at_graph(struct pruning *p, struct error *error) {
  struct job *job = p->job;
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
  p->graph.cfa = job->program.cfa;
  p->graph.flow = &p->flow;
  if (good && !p->flow.n_open) p->graph.reason = REASON_NONE;
  if (!good) error_set(error, EXIT_INTERNAL, "%s", message);
  return good;
}

bool pruning_run(struct pruning *p, double share, struct error *error) {
  struct job *job = p->job;
  if (!job_load(job, error)) {
    job_finish(job);
    if (!error->status) error_set(error, EXIT_UNKNOWN, "%s", reason_sentence(limits_reason(&job->limits)));
    return false;
  }
  search_open(&p->search, job);
  double deadline = job->limits.deadline;
  size_t mebibytes = job->limits.memory >> 20;
  job_start_phase(job, deadline ? limits_remaining(&job->limits) * share + 1e-3 : 0,
                  (size_t)((double)mebibytes * ENGINE_MEMORY));
  bool good = unfold(p, error);
  double rest = deadline - clock_now();
  job_start_phase(job, deadline ? (rest > 1e-3 ? rest : 1e-3) : 0, mebibytes);
  if (good && look_at_graph(p, error)) return true;
  job_finish(job);
  return false;
}

bool pruning_count(struct pruning *p, enum count_what what) {
  struct limits *limits = &p->job->limits;
  p->black = count_black_new(p->job->program.cfa, p->unfold, limits, p->graph.length);
  if (p->black) p->red = count_red_new(p->black, &p->flow, limits, what);
  if (!p->red) return false;
  count_black_total(p->black, p->before);
  count_red_total(p->red, p->after);
  p->graph.before = p->before;
  p->graph.after = p->after;
  return p->graph.counted = true;
}

// Asks about every path of the graph that passes through a node which need not be exact. Stops at the limits.
static void decide_each(struct pruning *p) {
  struct vec_place places = {0};
  struct vec_u32 next = {0};
  struct vec_edge edges = {0};
  vec_place_push(&places, p->flow.root);
  vec_u32_push(&next, 0);
  while (places.size && !limits_stopped(&p->job->limits)) {
    struct place at = places.data[places.size - 1], to;
    struct edge edge;
    uint32_t *i = &next.data[next.size - 1], out = edges.size < p->graph.length ? flow_out(&p->flow, at) : 0;
    while (*i < out && !flow_next(&p->flow, at, *i, &edge, &to)) ++*i;
    if (*i < out) {
      ++*i;
      vec_edge_push(&edges, edge);
      vec_place_push(&places, to);
      vec_u32_push(&next, 0);
      continue;
    }
    bool whole = edges.size == p->graph.length || flow_is_end(p->job->program.cfa, at.location);
    struct state *end = NULL;
    enum reason reason;
    enum answer answer = whole ? path_feasible(&p->replay, edges.size, edges.data, &end, &reason) : ANSWER_UNKNOWN;
    if (answer == ANSWER_SAT) mpz_add_ui(p->feasible, p->feasible, 1);
    if (answer == ANSWER_UNSAT) mpz_add_ui(p->infeasible, p->infeasible, 1);
    if (answer == ANSWER_SAT) state_free(end);
    places.size--;
    next.size--;
    if (edges.size) edges.size--;
  }
  vec_place_release(&places);
  vec_u32_release(&next);
  vec_edge_release(&edges);
}

void pruning_decide(struct pruning *p) {
  struct count_red *exact = count_red_new(p->black, &p->flow, &p->job->limits, COUNT_EXACT);
  if (!exact) return;
  count_red_total(exact, p->feasible);
  if (mpz_cmp(p->feasible, p->after) != 0 && mpz_cmp_ui(p->after, DECIDED_MAX) <= 0 && !p->flow.empty) {
    mpz_set_ui(p->feasible, 0);
    decide_each(p);
  }
  count_red_free(exact);
  p->graph.feasible = p->feasible;
  p->graph.infeasible = p->infeasible;
}

void pruning_certificate(struct pruning *p, struct text *out) {
  const struct job *job = p->job;
  struct certificate_header header = {.bits = request_bits(job->request),
                                      .paths = true,
                                      .entry = (char *)request_entry(job->request),
                                      .program = certificate_program(job->program.cfa)};
  p->claim.certificate.unfold = p->unfold;
  certificate_write(&header, job->program.cfa, &p->claim.certificate, out);
}

bool pruning_check(struct pruning *p) {
  struct job *job = p->job;
  uint64_t open;
  const char *message;
  double before = clock_now();
  p->claim.certificate.unfold = p->unfold;
  bool good =
      certificate_check_paths(job->program.cfa, &job->limits, &job->stats, &p->claim.certificate, &open, &message);
  job->stats.time_check = clock_now() - before;
  p->graph.preserves = good ? "confirmed" : message;
  // Of a graph that is not finished the formula of an open loop head need not be proved yet.
  return good || p->flow.n_open || limits_stopped(&job->limits);
}
