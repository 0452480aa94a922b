// See schedule.h.
#include "engine/schedule.h"

// What a short look may cost: steps, seconds of the solver in all and for one query.
#define LOOK_EFFORT (UINT64_C(8) << 20)
#define LOOK_SOLVER_SECONDS 0.5
#define LOOK_QUERY_SECONDS 0.1

bool schedule_slice(const struct engine *engine, const struct run_setting *setting, const struct slice *slice,
                    struct claim *claim, struct error *error) {
  void *options = mem_zalloc(1, engine->options ? engine->options->size : 1);
  void *statistics = mem_zalloc(1, engine->statistics ? engine->statistics->size : 1);
  if (engine->options) option_defaults(engine->options, options);
  void *running = engine->open(setting, claim, options, statistics, error);
  bool done = running && engine->advance(running, slice);
  if (running) engine->close(running);
  if (engine->options) option_release(engine->options, options);
  mem_free(options);
  mem_free(statistics);
  return done;
}

// Many programs have few paths, and many errors are near. True: the claim stands.
static bool look(const struct schedule *schedule, struct claim *claim, struct error *error) {
  struct run_setting setting = schedule->setting;
  struct slice slice = {.effort = LOOK_EFFORT, .solver_seconds = LOOK_SOLVER_SECONDS};
  double *seconds = &setting.solver.query_seconds;
  if (!(*seconds > 0 && *seconds < LOOK_QUERY_SECONDS)) *seconds = LOOK_QUERY_SECONDS;
  bool done = schedule_slice(engine_find(schedule->engine->looks_first), &setting, &slice, claim, error);
  // What it could not find out for want of time, another may.
  return done && (claim->verdict != VERDICT_UNKNOWN || limits_stopped(setting.limits));
}

bool schedule_run(struct schedule *schedule, struct claim *claim, struct error *error) {
  const struct engine *engine = schedule->engine;
  if (engine->looks_first && !schedule->no_look) {
    if (look(schedule, claim, error)) return true;
    if (error->status) return false;
    claim_release(claim);
    claim_init(claim);
  }
  bool blocks = engine->large_blocks && (!engine->large_blocks_with || engine->large_blocks_with(schedule->options));
  if (blocks && schedule->large_blocks) schedule->large_blocks(schedule->context, &schedule->setting);
  void *running = engine->open(&schedule->setting, claim, schedule->options, schedule->statistics, error);
  if (!running) return false;
  while (!engine->advance(running, &(struct slice){0})) continue;
  engine->close(running);
  return true;
}
