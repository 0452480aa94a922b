// See generation.h.
#include "campaign/tests/generation.h"
#include "base/memory/alloc.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define REPORT_SHARE 0.03      // of the time, for the report
#define REPORT_LEAST 0.3
#define REPORT_SECONDS 30.0    // at most: short, but not to be stopped half-way
#define SLICE_SECONDS 0.1      // of an engine's turn
#define ALONE_SHARE 0.08      // of the time that sampling has for itself
#define ALONE_LATEST 2.0
#define SEARCH_SHARE 0.04      // of the time, for one goal search of the first round
#define TRIAL_SECONDS 1.0
#define EXTRA_INPUTS 1024u     // of a trial, beyond those that were found
#define TRIM_RUNS 20           // to shorten a test
#define LONG_TRIES 4           // trials with as many inputs as can be that are of no use, before there are no more

// --- tests -----------------------------------------------------------------------------------------------

static bool is_done(const struct generation *g) {
  const struct suite *s = &g->trials.suite;
  if (g->error.status) return true;
  return s->errors_only ? s->error_covered || s->error_in_library || s->error_infeasible : !suite_count(s, GOAL_OPEN);
}

static void show(struct generation *g) {
  const struct suite *s = &g->trials.suite;
  char line[160];
  snprintf(line, sizeof line,
           "%.1f s  %" PRIu32 " of %" PRIu32 " branches  %" PRIu32 " infeasible  %" PRIu32 " tests  %" PRIu32
           " runs  %s",
           limits_elapsed(&g->job->limits), suite_count(s, GOAL_COVERED), s->goals->list.size,
           suite_count(s, GOAL_INFEASIBLE), s->tests.size, s->tried, g->origin);
  job_progress_line(g->job, line);
}

static bool covers_as_much(const struct suite *s, const struct trial *a, const unsigned char *covered,
                           enum trial_end end) {
  uint32_t n = suite_size_of_covered(s);
  if (end == TRIAL_ERROR && a->end != TRIAL_ERROR) return false;
  for (uint32_t i = 0; i < n; i++)
    if (covered[i] && !a->covered[i]) return false;
  return true;
}

// A test that would go on for as long as there are inputs gets no more of them than it needs.
static void trim(struct generation *g, const struct trial_inputs *inputs, struct trial *trial) {
  struct suite *s = &g->trials.suite;
  uint32_t n = suite_size_of_covered(s), low = 0, high = trial->n_taken, tried = high;
  unsigned char *covered = mem_alloc(n + 1);
  enum trial_end end = trial->end;
  memcpy(covered, trial->covered, n);
  for (int i = 0; i < TRIM_RUNS && low < high; i++) {
    uint32_t middle = low + (high - low) / 2;
    trial_run(g->trials.program, inputs, middle, TRIAL_SECONDS, trial);
    tried = middle;
    s->tried++;
    if (covers_as_much(s, trial, covered, end)) high = middle;
    else low = middle + 1;
  }
  if (tried != high) trial_run(g->trials.program, inputs, high, TRIAL_SECONDS, trial);
  mem_free(covered);
}

// The program asks for more: perhaps for very many, to fill an array; perhaps without end.
static void try_long(struct generation *g, const struct trial_inputs *inputs, struct trial *trial) {
  struct suite *s = &g->trials.suite;
  uint32_t n = suite_size_of_covered(s);
  unsigned char *covered = mem_alloc(n + 1);
  memcpy(covered, trial->covered, n);
  trial_run(g->trials.program, inputs, TRIAL_MOST_INPUTS, TRIAL_SECONDS, trial);
  s->tried++;
  bool more = memcmp(covered, trial->covered, n) != 0;
  if (more) g->extra = TRIAL_MOST_INPUTS;
  else g->useless++;
  mem_free(covered);
}

// Does it cover what no test covers whatever the C library gives?
static bool covers_more(const struct suite *s, const struct trial *trial) {
  uint32_t n = suite_size_of_covered(s);
  for (uint32_t i = 0; i < n && !s->errors_only; i++)
    if (trial->covered[i] && !(s->covered[i] & BY_PROGRAM)) return true;
  return false;
}

static void try(struct generation *g, const struct trial_inputs *inputs, const struct vec_input_value *known,
                const char *origin) {
  struct suite *s = &g->trials.suite;
  struct trial trial;
  uint32_t most = inputs->sequence.size + inputs->bytes.size + g->extra;
  trial_run(g->trials.program, inputs, most, TRIAL_SECONDS, &trial);
  s->tried++;
  if (trial.end == TRIAL_EXHAUSTED && g->extra < TRIAL_MOST_INPUTS && g->useless < LONG_TRIES)
    try_long(g, inputs, &trial);
  if (trial.end == TRIAL_STOPPED || trial.end == TRIAL_FAILED) return;
  uint32_t first = suite_first_of_library(&trial);
  bool in_library = first < trial.n_taken, more = covers_more(s, &trial);
  if (suite_wants(s, &trial)) {
    if (trial.end == TRIAL_EXHAUSTED) trim(g, inputs, &trial);
    if (suite_wants(s, &trial)) suite_add(s, &trial, known, origin, &g->error);
  }
  if (!in_library || !more) return;
  // What it covers before the C library gives something is covered whatever that is.
  trial_run(g->trials.program, inputs, first, TRIAL_SECONDS, &trial);
  s->tried++;
  if (trial.end == TRIAL_EXHAUSTED && trial.n_taken == first && suite_wants(s, &trial))
    suite_add(s, &trial, known, origin, &g->error);
}

static void on_sample(void *context, const struct vec_input_value *values) {
  struct generation *g = context;
  struct trial_inputs inputs = {0};
  if (is_done(g)) return;
  trial_inputs_of(g->job->program.cfa, values, &inputs);
  try(g, &inputs, values, g->origin);
  trial_inputs_release(&inputs);
  show(g);
}

// An error is an end like any other: the search goes on behind it.
static bool on_error(void *context, const struct claim *claim) {
  on_sample(context, &claim->inputs);
  return false;
}

static void on_progress(void *context, const struct stats *stats, uint32_t depth) {
  (void)stats;
  (void)depth;
  show(context);
}

// --- sampling --------------------------------------------------------------------------------------------

static void open_sampler(struct generation *g, struct sampler *x, const struct engine *engine) {
  struct job *job = g->job;
  struct error error = {0};
  open_engine_init(&x->engine, engine, NULL, NULL);
  x->weight = 1;
  const char *none;
  const struct option_entry *order = engine->options ? option_find(engine->options, "--search", &none) : NULL;
  if (order) option_set(order, x->engine.own_options, "coverage", &error); // where it has that order
  error_release(&error);
  claim_init(&x->claim);
  search_open(&x->search, job);
  struct run_listener listener = {.context = g,
                                  .progress = job->progress.wanted ? on_progress : NULL,
                                  .confirm = on_error,
                                  .sample = on_sample};
  struct run_setting setting = search_setting(&x->search, request_solver(job->request), listener);
  if (!(setting.solver.query_seconds > 0)) setting.solver.query_seconds = 2; // one query is not worth more
  x->done = !open_engine_start(&x->engine, &setting, &x->claim, &error);
  error_release(&error);
}

// All that do, or the one that --engine names.
static void open_samplers(struct generation *g) {
  const struct options *options = &g->job->request->options;
  const struct engine *only = options->engine ? options->strategy.engine : NULL, *e;
  for (uint32_t i = 0; g->n_samplers < MOST_SAMPLERS && (e = engine_with(ENGINE_SAMPLES, i)); i++)
    if (!only || e == only) open_sampler(g, &g->samplers[g->n_samplers++], e);
}

static void close_sampler(struct sampler *x) {
  if (!x->engine.engine) return;
  open_engine_release(&x->engine);
  claim_release(&x->claim);
  search_close(&x->search);
}

// False: all are done.
static bool sample_once(struct generation *g) {
  bool any = false;
  for (uint32_t i = 0; i < g->n_samplers && !is_done(g); i++) {
    struct sampler *x = &g->samplers[i];
    if (x->done || limits_stopped(&g->job->limits)) continue;
    g->origin = x->engine.engine->name;
    uint32_t before = suite_count(&g->trials.suite, GOAL_OPEN);
    x->done = x->engine.engine->advance(x->engine.running, &(struct slice){.cpu_seconds = SLICE_SECONDS * x->weight});
    bool gained = suite_count(&g->trials.suite, GOAL_OPEN) < before;
    if (gained && x->weight < 4) x->weight *= 2;
    if (!gained && x->weight > 0.25) x->weight /= 2;
    any = true;
    show(g);
  }
  return any;
}

static void search_goal_once(struct generation *g, bool waits) {
  struct trial_inputs found = {0};
  if (goal_search_poll(&g->goals, &found)) {
    g->origin = g->goals.origin;
    try(g, &found, NULL, g->origin);
  } else if (waits) {
    goal_search_wait(&g->goals, 0.05);
  }
  trial_inputs_release(&found);
  show(g);
}

static void generate(struct generation *g, double seconds) {
  struct limits *limits = &g->job->limits;
  double apart = seconds * ALONE_SHARE < ALONE_LATEST ? seconds * ALONE_SHARE : ALONE_LATEST, begin = clock_now();
  bool searches_goals = !g->job->request->options.engine;
  struct trial_inputs none = {0};
  g->origin = "zeroes";
  g->extra = EXTRA_INPUTS;
  try(g, &none, NULL, g->origin);
  goal_search_init(&g->goals, &g->trials, seconds * SEARCH_SHARE);
  open_samplers(g);
  bool samples = true;
  while (!is_done(g) && !limits_stopped(limits)) {
    if (samples) samples = sample_once(g);
    if (!searches_goals && !samples) break;
    if (searches_goals && (!samples || clock_now() - begin > apart)) search_goal_once(g, !samples);
    if (!samples && g->goals.hopeless) break;
  }
  job_erase_progress(g->job);
}

// --- the whole -------------------------------------------------------------------------------------------

// What is to be covered, by the property or without one.
static bool set_goal(struct generation *g, struct error *error) {
  const struct request *request = g->job->request;
  const struct specification *s = &request->specification;
  struct suite *suite = &g->trials.suite;
  suite->specification = s->goal ? s->goal : "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
  suite->errors_only = s->covers == COVERS_CALLS || (request->options.property && s->covers == COVERS_NOTHING);
  if (suite->errors_only && !s->goal)
    suite->specification = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";
  if (s->covers != COVERS_NOTHING || !s->unsupported) return true;
  error_set(error, EXIT_USAGE, "--property: tests cover branches, or calls of an error function");
  return false;
}

bool generation_open(struct generation *g, struct job *job, struct error *error) {
  g->job = job;
  return trials_open(&g->trials, job, error) && set_goal(g, error);
}

void generation_run(struct generation *g) {
  struct job *job = g->job;
  double rest = job->limits.deadline - clock_now();
  double reserve = rest * REPORT_SHARE > REPORT_LEAST ? rest * REPORT_SHARE : REPORT_LEAST;
  size_t mebibytes = job->limits.memory >> 20;
  job_start_phase(job, rest - reserve > 0.05 ? rest - reserve : 0.05, mebibytes * 8 / 10);
  generate(g, rest - reserve);
  g->ended = true;
  goal_search_release(&g->goals);
  g->reason = limits_reason(&job->limits);
  job_start_phase(job, REPORT_SECONDS, mebibytes);
}

bool generation_is_running(const struct generation *g) { return g->samplers[0].engine.engine && !g->ended; }

struct generation_result generation_reduce(struct generation *g, enum reason why) {
  struct suite *s = &g->trials.suite;
  uint32_t before = s->tests.size, reduced = suite_reduce(s);
  return (struct generation_result){.suite = s,
                                    .dropped = s->tried - before + reduced,
                                    .seconds = limits_elapsed(&g->job->limits),
                                    .reason = is_done(g) ? REASON_NONE : why};
}

void generation_release(struct generation *g) {
  for (uint32_t i = 0; i < g->n_samplers; i++) close_sampler(&g->samplers[i]);
  trials_close(&g->trials);
  error_release(&g->error);
}
