// See run.h.
#include "run/run.h"
#include "base/memory/alloc.h"
#include "check/check.h"
#include "explore/bounds.h"

// What a short pre-run may cost: steps, seconds of the solver in all and for one query.
#define SHORT_EFFORT (UINT64_C(8) << 20)
#define SHORT_SOLVER_SECONDS 0.5
#define SHORT_QUERY_SECONDS 0.1

// What a pre-run with a share of the time may cost where there is no limit of time: steps, for the whole.
#define SHARED_EFFORT (UINT64_C(1) << 29)
#define SHARED_SLICES 16 // so often the clock is looked at: other processes may make the time short

// What facts found beforehand may cost: a share of the time that is left, at most so many seconds.
#define FACTS_SHARE 0.05
#define FACTS_SECONDS 1.0

// --- an open engine --------------------------------------------------------------------------------------------------

void open_engine_init(struct open_engine *o, const struct engine *engine, const void *options, void *statistics) {
  *o = (struct open_engine){.engine = engine, .options = options, .statistics = statistics};
  if (!options) {
    o->options = o->own_options = mem_zalloc(1, engine->options ? engine->options->size : 1);
    if (engine->options) option_defaults(engine->options, o->own_options);
  }
  if (!statistics) o->statistics = o->own_statistics = mem_zalloc(1, engine->statistics ? engine->statistics->size : 1);
}

bool open_engine_start(struct open_engine *o, const struct run_setting *setting, struct claim *claim,
                       struct error *error) {
  o->running = o->engine->open(setting, claim, o->options, o->statistics, error);
  return o->running;
}

void open_engine_release(struct open_engine *o) {
  if (o->running) o->engine->close(o->running);
  if (o->own_options && o->engine->options) option_release(o->engine->options, o->own_options);
  mem_free(o->own_options);
  mem_free(o->own_statistics);
}

// --- the pre-run -----------------------------------------------------------------------------------------------------

const struct engine *run_pre_run_engine(void) { return engine_with(ENGINE_QUICK, 0); }

// What the pre-run cost, for statistics.
static void note_effort(const struct run_plan *plan, const struct open_engine *o) {
  if (!plan->view || !o->engine->view) return;
  struct engine_view view = {0};
  o->engine->view(o->running, &view);
  plan->view->effort = view.effort;
  engine_view_release(&view);
}

static void at_most(double *seconds, double most) {
  if (!(*seconds > 0 && *seconds < most)) *seconds = most;
}

// Slices until it is done, or so many seconds have passed; 0: one slice.
static bool pre_run(const struct run_plan *plan, const struct run_setting *setting, const struct slice *slice,
                    double seconds, struct claim *claim, struct error *error) {
  double begin = clock_now();
  struct open_engine o;
  open_engine_init(&o, run_pre_run_engine(), NULL, NULL);
  bool done = false;
  if (open_engine_start(&o, setting, claim, error)) {
    do done = o.engine->advance(o.running, slice);
    while (!done && seconds > 0 && clock_now() - begin < seconds);
  }
  if (done) note_effort(plan, &o);
  open_engine_release(&o);
  return done;
}

// Many programs have few paths, and many errors are near.
static bool pre_run_short(const struct run_plan *plan, struct run_setting setting, struct claim *claim,
                          struct error *error) {
  struct slice slice = {.effort = SHORT_EFFORT, .solver_seconds = SHORT_SOLVER_SECONDS};
  at_most(&setting.solver.query_seconds, SHORT_QUERY_SECONDS);
  return pre_run(plan, &setting, &slice, 0, claim, error);
}

// For its share of the time that is left.
static bool pre_run_long(const struct run_plan *plan, struct run_setting setting, struct claim *claim,
                         struct error *error) {
  double share = plan->engine->pre_run_share;
  bool timed = setting.limits->deadline > 0;
  double seconds = timed ? share * limits_remaining(setting.limits) : 0;
  struct slice slice = {.cpu_seconds = seconds / SHARED_SLICES};
  if (timed) at_most(&setting.solver.query_seconds, seconds / 2); // one query must not take the other engine's time
  else slice.effort = (uint64_t)(share * (double)SHARED_EFFORT) + 1;
  return pre_run(plan, &setting, &slice, seconds, claim, error);
}

static struct run_setting setting_of(const struct search *search, const struct run_plan *plan) {
  return search_setting(search, plan->solver, plan->listener);
}

bool run_pre_run(const struct search *search, const struct run_plan *plan, struct claim *claim, struct error *error) {
  bool is_long = plan->engine->pre_run_share > 0;
  bool done = (is_long ? pre_run_long : pre_run_short)(plan, setting_of(search, plan), claim, error);
  if (done && claim->verdict != VERDICT_UNKNOWN) return true;
  // What it could not find out for want of time, another may, if there is time. The limit may have been reached after
  // its last query.
  if (done && limits_stopped(search->limits)) {
    claim->reason = limits_reason(search->limits);
    claim->detail = NULL;
    return true;
  }
  claim_release(claim);
  claim_init(claim);
  return false;
}

// --- the engine ------------------------------------------------------------------------------------------------------

static void find_facts(const struct search *search, const struct run_plan *plan) {
  if (!(plan->facts & BEFOREHAND_INTERVAL)) return;
  struct run_setting setting = setting_of(search, plan);
  double before = clock_now(), seconds = FACTS_SECONDS;
  if (setting.limits->deadline > 0) at_most(&seconds, FACTS_SHARE * limits_remaining(setting.limits));
  uint32_t edges;
  setting.stats->bounds += bounds_of_setting(&setting, seconds, &edges);
  setting.stats->edges_unreachable += edges;
  setting.stats->time_facts += clock_now() - before;
}

static bool has_budget(const struct slice *budget) {
  return budget->effort || budget->cpu_seconds > 0 || budget->solver_seconds > 0;
}

// The engine itself.
static bool advance(const struct search *search, const struct run_plan *plan, struct open_engine *o,
                    struct claim *claim, struct error *error) {
  struct run_setting setting = setting_of(search, plan);
  if (!open_engine_start(o, &setting, claim, error)) return false;
  struct slice slice = plan->budget;
  bool goes_on = true, done = false;
  while (goes_on && !done) {
    goes_on = !plan->turn || plan->turn(plan->turn_context, o->running, &slice);
    done = goes_on && o->engine->advance(o->running, &slice);
    goes_on &= !has_budget(&plan->budget);
  }
  if (plan->view && o->engine->view) o->engine->view(o->running, plan->view);
  return done || !has_budget(&plan->budget);
}

// What comes before an engine without a budget. True: the pre-run decided.
static bool prepare(struct search *search, const struct run_plan *plan, const struct open_engine *o,
                    struct claim *claim, struct error *error) {
  bool wanted = !plan->no_pre_run && engine_can(o->engine, ENGINE_PRE_RUN, o->options);
  if (wanted && run_pre_run(search, plan, claim, error)) return true;
  if (error->status) return false;
  if (plan->merge && engine_can(o->engine, ENGINE_LARGE_BLOCKS, o->options)) plan->merge(plan->context, false);
  if (plan->merge && engine_can(o->engine, ENGINE_UNITED_TESTS, o->options)) plan->merge(plan->context, true);
  find_facts(search, plan);
  return false;
}

bool run_engine(struct search *search, const struct run_plan *plan, struct claim *claim, struct error *error) {
  struct open_engine o;
  open_engine_init(&o, plan->engine, plan->options, plan->statistics);
  bool done = !has_budget(&plan->budget) && prepare(search, plan, &o, claim, error);
  if (!done && !error->status) done = advance(search, plan, &o, claim, error);
  open_engine_release(&o);
  return done;
}

struct run_outcome run_checked(struct search *search, const struct run_plan *plan) {
  struct claim claim;
  struct error error = {0};
  const char *message = NULL;
  claim_init(&claim);
  bool done = run_engine(search, plan, &claim, &error);
  struct run_outcome outcome = {.done = done,
                                .verdict = done ? claim.verdict : VERDICT_UNKNOWN,
                                .reason = claim.reason};
  if (outcome.verdict == VERDICT_TRUE && !plan->unchecked &&
      !certificate_check(search->cfa, search->limits, search->stats, &claim.certificate, false, NULL, &message))
    outcome = (struct run_outcome){.done = done, .reason = REASON_UNCONFIRMED};
  error_release(&error);
  claim_release(&claim);
  return outcome;
}
