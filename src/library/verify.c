// See verify.h.
#include "library/verify.h"
#include "campaign/nothing.h"
#include "campaign/stages.h"
#include "library/all.h"
#include "report/present.h"

static void refuse_property(struct verifier *v) {
  struct result *result = &v->result;
  text_printf(&result->explanation, "the property %s", v->job->request->specification.unsupported);
  result_refuse(result, REASON_UNSUPPORTED, text_cstr(&result->explanation));
  v->job->limits.started = clock_now();
}

// One run, or two stages. True: it is over, v->result or `error`. False: the checks are to be decided one by one.
static bool decide(struct verifier *v, struct error *error) {
  struct job *job = v->job;
  if (job->request->specification.unsupported) refuse_property(v);
  else if (!job_read(job, error)) v->result.reason = limits_reason(&job->limits);
  else if (nothing_is_asserted(job)) result_refuse(&v->result, REASON_NOTHING, NULL);
  else if (stages_wanted(job)) stages_run(v, error);
  else if (!job_reduce(job, error)) v->result.reason = limits_reason(&job->limits);
  else if (job->request->options.all) return false;
  else verifier_run_request(v, error);
  return true;
}

static int verify(struct verifier *v) {
  struct error error = {0};
  return decide(v, &error) ? present_result(v, &error) : all_run(v);
}

int verify_job(struct job *job) {
  struct verifier v;
  verifier_init(&v, job);
  int status = verify(&v);
#ifdef CLEW_DEBUG // otherwise giving back gigabytes piece by piece would take longer than the process lives
  verifier_release(&v);
#endif
  return status;
}
