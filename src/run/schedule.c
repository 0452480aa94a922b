// See schedule.h.
#include "run/schedule.h"
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

// An engine with the options that it has by default, opened.
struct opened {
  const struct engine *engine;
  void *options, *statistics;
  void *running; // NULL: it could not be opened
};

static void engine_open(struct opened *o, const struct engine *engine, const struct run_setting *setting,
                        struct claim *claim, struct error *error) {
  o->engine = engine;
  o->options = mem_zalloc(1, engine->options ? engine->options->size : 1);
  o->statistics = mem_zalloc(1, engine->statistics ? engine->statistics->size : 1);
  if (engine->options) option_defaults(engine->options, o->options);
  o->running = engine->open(setting, claim, o->options, o->statistics, error);
}

static void engine_close(struct opened *o) {
  if (o->running) o->engine->close(o->running);
  if (o->engine->options) option_release(o->engine->options, o->options);
  mem_free(o->options);
  mem_free(o->statistics);
}

bool schedule_slice(const struct engine *engine, const struct run_setting *setting, const struct slice *slice,
                    struct claim *claim, struct error *error) {
  struct opened o;
  engine_open(&o, engine, setting, claim, error);
  bool done = o.running && engine->advance(o.running, slice);
  engine_close(&o);
  return done;
}

// What the pre-run cost, for statistics.
static void tell_effort(const struct schedule *schedule, const struct opened *o) {
  if (!schedule->view || !o->running || !o->engine->view) return;
  struct engine_view view = {0};
  o->engine->view(o->running, &view);
  schedule->view->effort = view.effort;
  engine_view_release(&view);
}

static void at_most(double *seconds, double most) {
  if (!(*seconds > 0 && *seconds < most)) *seconds = most;
}

// Many programs have few paths, and many errors are near.
static bool pre_run_short(const struct schedule *schedule, struct claim *claim, struct error *error) {
  struct run_setting setting = schedule->setting;
  struct slice slice = {.effort = SHORT_EFFORT, .solver_seconds = SHORT_SOLVER_SECONDS};
  at_most(&setting.solver.query_seconds, SHORT_QUERY_SECONDS);
  struct opened o;
  engine_open(&o, schedule_pre_run_engine(), &setting, claim, error);
  bool done = o.running && o.engine->advance(o.running, &slice);
  if (done) tell_effort(schedule, &o);
  engine_close(&o);
  return done;
}

// For its share of the time that is left.
static bool pre_run_long(const struct schedule *schedule, struct claim *claim, struct error *error) {
  struct run_setting setting = schedule->setting;
  double share = schedule->engine->pre_run_share, begin = clock_now();
  bool timed = setting.limits->deadline > 0;
  double seconds = timed ? share * limits_remaining(setting.limits) : 0;
  struct slice slice = {.cpu_seconds = seconds / SHARED_SLICES};
  if (timed) at_most(&setting.solver.query_seconds, seconds / 2); // one query must not take the other engine's time
  else slice.effort = (uint64_t)(share * (double)SHARED_EFFORT) + 1;
  struct opened o;
  engine_open(&o, schedule_pre_run_engine(), &setting, claim, error);
  bool done = false;
  do done = o.running && o.engine->advance(o.running, &slice);
  while (!done && o.running && timed && clock_now() - begin < seconds);
  if (done) tell_effort(schedule, &o);
  engine_close(&o);
  return done;
}

const struct engine *schedule_pre_run_engine(void) { return engine_with(ENGINE_QUICK, 0); }

bool schedule_pre_run(const struct schedule *schedule, struct claim *claim, struct error *error) {
  bool done = (schedule->engine->pre_run_share > 0 ? pre_run_long : pre_run_short)(schedule, claim, error);
  if (done && claim->verdict != VERDICT_UNKNOWN) return true;
  // What it could not find out for want of time, another may, if there is time. The limit may have been reached after
  // its last query.
  if (done && limits_stopped(schedule->setting.limits)) {
    claim->reason = limits_reason(schedule->setting.limits);
    claim->detail = NULL;
    return true;
  }
  claim_release(claim);
  claim_init(claim);
  return false;
}

static void find_facts(const struct schedule *schedule) {
  if (!(schedule->facts & BEFOREHAND_INTERVAL)) return;
  const struct run_setting *setting = &schedule->setting;
  double before = clock_now(), seconds = FACTS_SECONDS;
  if (setting->limits->deadline > 0) at_most(&seconds, FACTS_SHARE * limits_remaining(setting->limits));
  uint32_t edges;
  setting->stats->bounds += bounds_of_setting(setting, seconds, &edges);
  setting->stats->edges_unreachable += edges;
  setting->stats->time_facts += clock_now() - before;
}

bool schedule_run(struct schedule *schedule, struct claim *claim, struct error *error) {
  const struct engine *engine = schedule->engine;
  bool pre_run = !schedule->no_pre_run && engine_can(engine, ENGINE_PRE_RUN, schedule->options);
  if (pre_run && schedule_pre_run(schedule, claim, error)) return true;
  if (error->status) return false;
  bool blocks = engine_can(engine, ENGINE_LARGE_BLOCKS, schedule->options);
  bool tests = engine_can(engine, ENGINE_UNITED_TESTS, schedule->options);
  if (blocks && schedule->large_blocks) schedule->large_blocks(schedule->context, &schedule->setting);
  if (tests && schedule->unite_tests) schedule->unite_tests(schedule->context, &schedule->setting);
  find_facts(schedule);
  void *running = engine->open(&schedule->setting, claim, schedule->options, schedule->statistics, error);
  if (!running) return false;
  struct slice slice = {0};
  while ((!schedule->turn || schedule->turn(schedule->turn_context, running, &slice)) &&
         !engine->advance(running, &slice))
    continue;
  if (schedule->view && engine->view) engine->view(running, schedule->view);
  engine->close(running);
  return true;
}
