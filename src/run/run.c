// See run.h.
#include "run/run.h"
#include "base/memory/alloc.h"
#include "check/check.h"
#include "run/schedule.h"

// To the end.
static bool run_whole(const struct run_plan *plan, const struct run_setting *setting, struct claim *claim,
                      struct error *error) {
  const struct engine *e = plan->engine;
  void *options = mem_zalloc(1, e->options ? e->options->size : 1);
  void *statistics = mem_zalloc(1, e->statistics ? e->statistics->size : 1);
  if (e->options) option_defaults(e->options, options);
  struct schedule schedule = {.engine = e, .options = options, .statistics = statistics, .setting = *setting};
  bool done = schedule_run(&schedule, claim, error);
  mem_free(options);
  mem_free(statistics);
  return done;
}

struct run_outcome run_engine(const struct search *search, const struct run_plan *plan) {
  struct run_listener listener = {.context = plan->context, .confirm = plan->confirm};
  struct run_setting setting = search_setting(search, plan->solver, listener);
  struct claim claim;
  struct error error = {0};
  const char *message = NULL;
  const struct slice *budget = &plan->budget;
  bool whole = !budget->effort && !(budget->cpu_seconds > 0) && !(budget->solver_seconds > 0);
  claim_init(&claim);
  bool done = whole ? run_whole(plan, &setting, &claim, &error)
                    : schedule_slice(plan->engine, &setting, budget, &claim, &error);
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
