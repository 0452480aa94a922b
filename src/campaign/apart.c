// See apart.h.
#include "campaign/apart.h"
#include "base/process/worker.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// What the process sends.
enum { MESSAGE_RESULT = 'r', MESSAGE_ERROR = 'o' }; // verifier_write_result; "STATUS\n" and the message
enum { STOPPED = 100 }; // its exit status where its limits ended it: this and the reason

struct apart_limits apart_lend_limits(struct job *job) {
  struct apart_limits limits = {job->limits.deadline, job->limits.memory};
  job->limits.deadline = 0;
  job->limits.memory = 0;
  return limits;
}

void apart_take_limits(struct job *job, struct apart_limits limits) {
  job->limits.deadline = limits.deadline;
  job->limits.memory = limits.memory;
}

struct apart_process {
  struct verifier *v;
  const struct apart *how;
};

static int emergency_report(void *job, enum reason why) {
  job_erase_progress(job);
  return STOPPED + (int)why;
}

static void work(void *context, struct channel *channel) {
  const struct apart_process *p = context;
  const struct apart *how = p->how;
  struct job *job = p->v->job;
  struct limits *limits = &job->limits;
  apart_take_limits(job, how->limits);
  struct job_child child = {.folder = how->folder,
                            .deadline = how->seconds > 0 ? clock_now() + how->seconds : 0,
                            .shows_progress = true,
                            .emergency_report = emergency_report,
                            .context = job};
  if (!job_enter_child(job, &child)) _exit(EXIT_INTERNAL);
  struct error error = {0};
  struct text text = {0};
  verifier_run_request(p->v, &error);
  job_erase_progress(job);
  limits_finish(limits); // the parent keeps the time from here on
  if (error.status) text_printf(&text, "%d\n%s", error.status, error.message);
  else verifier_write_result(p->v, &text);
  channel_send(channel, error.status ? MESSAGE_ERROR : MESSAGE_RESULT, text.data, text.size);
  fflush(NULL);
  _exit(0);
}

// Its message; 0: there is none, and *status is the exit status. One that does not end in time has none.
static char await(struct limits *limits, struct worker *worker, double until, struct text *message, int *status) {
  *status = STOPPED + REASON_TIMEOUT;
  for (;;) {
    bool ended = worker_has_ended(worker, status); // asked before its message is read: that is complete
    char kind = worker_receive(worker, message);
    if (kind) return kind;
    if (ended || limits_stopped(limits) || clock_now() > until) return 0;
    worker_wait(limits, 1, &worker, clock_now() + 0.05);
  }
}

static void take_error(struct text *message, struct error *error) {
  char *rest;
  long status = strtol(text_cstr(message), &rest, 10);
  error_set(error, (int)status, "%s", *rest ? rest + 1 : rest);
  text_clear(message);
}

enum reason apart_run(struct verifier *v, const struct apart *how, struct text *result, struct error *error) {
  struct limits *limits = &v->job->limits;
  text_clear(result);
  struct worker *worker = worker_start(limits, work, &(struct apart_process){v, how});
  if (!worker) {
    error_set(error, EXIT_INTERNAL, "no process can be started");
    return REASON_NONE;
  }
  int status;
  double until = how->seconds > 0 ? clock_now() + how->seconds + how->late : INFINITY;
  char kind = await(limits, worker, until, result, &status);
  worker_free(worker);
  if (kind == MESSAGE_ERROR) take_error(result, error);
  if (kind) return REASON_NONE;
  int reason = status - STOPPED;
  return reason > REASON_NONE && reason < REASON_COUNT ? (enum reason)reason : REASON_INTERNAL;
}
