// See verify.h.
#include "library/verify.h"
#include "campaign/nothing.h"
#include "campaign/stages.h"
#include "library/all.h"
#include "portfolio/portfolio.h"
#include "report/present.h"

static void refuse_property(struct verifier *v) {
  text_printf(&v->explanation, "the property %s", v->job->request->specification.unsupported);
  verifier_refuse(v, REASON_UNSUPPORTED, text_cstr(&v->explanation));
  v->job->limits.started = clock_now();
}

// One run; with --all several.
static int verify(struct verifier *v) {
  struct job *job = v->job;
  struct error error = {0};
  int status = EXIT_INTERNAL;
  if (job->request->specification.unsupported) refuse_property(v);
  else if (!job_read(job, &error)) {
    if (!error.status) v->reason = limits_reason(&job->limits);
  } else if (nothing_is_asserted(job)) verifier_refuse(v, REASON_NOTHING, NULL);
  else if (stages_wanted(job)) return stages_run(v);
  else if (!job_reduce(job, &error)) {
    if (!error.status) v->reason = limits_reason(&job->limits);
  } else if (job->request->options.all) return all_run(v);
  else if (!portfolio_run(v, &status, &error)) {
    present_finish(v);
    return status;
  }
  return present_result(v, &error);
}

int verify_job(struct job *job) {
  struct verifier v;
  verifier_init(&v, job);
  v.present = present_result;
  v.finish = present_finish;
  int status = verify(&v);
#ifdef CLEW_DEBUG // otherwise giving back gigabytes piece by piece would take longer than the process lives
  verifier_release(&v);
#endif
  return status;
}
