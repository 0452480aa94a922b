// See all.h.
#include "library/all.h"
#include "report/round_reports.h"

struct all {
  struct round_reports reports;
  bool died; // a round did without a result; others have none because there was no time
};

static void take_round(void *context, const struct round *round) {
  struct all *all = context;
  round_reports_add(&all->reports, round);
  all->died |= round->ended == REASON_INTERNAL;
}

static double needed(void *context) {
  const struct all *all = context;
  return round_reports_seconds(&all->reports);
}

int all_run(struct verifier *v) {
  struct all all = {0};
  struct error error = {0};
  round_reports_init(&all.reports, v);
  rounds_run(v, &(struct rounds_listener){&all, take_round, needed}, &error);
  int status = error.status;
  if (status) job_complain(v->job, error.message);
  else status = round_reports_present(&all.reports, all.died ? REASON_INTERNAL : REASON_TIMEOUT);
  error_release(&error);
  job_finish(v->job);
  round_reports_release(&all.reports);
  return status;
}
