// See stages.h.
#include "campaign/stages.h"
#include "base/memory/alloc.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "base/process/worker.h"
#include "base/process/guard.h"
#include "portfolio/portfolio.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double first_turn =
    30; // seconds of the first turn where there is no limit of time; each later one doubles
static const double late = 1.5; // seconds that a stage may take beyond its time, to end
static const double least_turn = 0.3; // seconds; with less there is no other turn

enum outcome { STAGE_OPEN, STAGE_PROVED, STAGE_ENDED }; // ended: it cannot be decided, whatever its time

struct part {
  properties checked; // its own part of what the run checks
  enum outcome outcome;
  enum reason reason; // of the last turn, if that did not prove it
  char *detail; // owned; NULL: none
};

struct stages {
  struct verifier *v;
  struct job *job;
  struct limits limits; // of the run
  struct part list[2];
  uint32_t at; // the stage whose turn it is
  uint32_t turns;
  double seconds; // of the turn; 0: no limit
  bool last_chance; // no time is left for another turn after this one
  struct text file; // where a stage in a process of its own puts its verdict
  struct guard guard;
};

static bool has_errors(const struct cfa *cfa, properties of) {
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].kind == LOC_ERROR && of >> cfa->locations.data[i].property & 1) return true;
  return false;
}

bool stages_wanted(const struct job *job) {
  const struct options *o = &job->request->options;
  properties checked = job->program.checked, assertions = PROPERTY_SET(UNREACH);
  if (!(checked & assertions) || checked == assertions || o->property || o->all) return false;
  if (o->certificate || o->save_precision || o->invariants || o->trace_queries || o->record_queries) return false;
  return job->temp.path[0] && has_errors(job->program.cfa, assertions) &&
         has_errors(job->program.cfa, checked & ~assertions);
}

// --- one stage -------------------------------------------------------------------------------------------------------

// The automaton of the stage. False: a limit was reached, or `error` says what is wrong.
static bool prepare(struct stages *s, struct error *error) {
  struct job *job = s->job;
  properties own = s->list[s->at].checked;
  bool asserts = own == PROPERTY_SET(UNREACH);
  if (asserts && !job_read_part(job, own, error)) return false;
  for (uint32_t i = 0; i < job->program.assertions.size; i++) {
    struct assertion *a = &job->program.assertions.data[i];
    a->disabled = !(own >> a->property & 1);
    if (a->disabled && a->status == ASSERTION_UNKNOWN && !a->reason) a->reason = "the run ended with another violation";
  }
  for (uint32_t i = 0; i < job->program.cfa->locations.size && !asserts; i++) {
    struct cfa_location *l = &job->program.cfa->locations.data[i];
    if (l->kind == LOC_ERROR && !(own >> l->property & 1)) l->kind = LOC_STOP;
  }
  return job_reduce(job, error);
}

// What is known of a stage that is not the one that runs.
static void note(struct stages *s, const struct part *stage) {
  struct vec_assertion *list = &s->job->program.assertions;
  for (uint32_t i = 0; i < list->size; i++) {
    struct assertion *a = &list->data[i];
    if (!(stage->checked >> a->property & 1) || a->status != ASSERTION_UNKNOWN) continue;
    if (stage->outcome == STAGE_PROVED) a->status = ASSERTION_PROVED;
    a->reason = stage->outcome == STAGE_PROVED ? NULL : reason_sentence(stage->reason);
  }
}

// `together`: all checks at once.
static int run_here(struct stages *s, bool together) {
  struct error error = {0};
  int status = EXIT_INTERNAL;
  bool reports = true;
  if (together ? job_reduce(s->job, &error) : prepare(s, &error)) reports = portfolio_run(s->v, &status, &error);
  else if (!error.status) verifier_refuse(s->v, limits_reason(&s->job->limits), NULL);
  return reports ? s->v->present(s->v, &error) : (s->v->finish(s->v), status);
}

// --- a stage in a process of its own ---------------------------------------------------------------------------------

// The file: "final" where the stage reports for the whole run; else "proved" and the witness, or the reason, a blank,
// and the detail.
static bool hand_on(struct verifier *v, const struct text *witness, void *context) {
  const struct stages *s = context;
  struct text text = {0};
  struct error error = {0};
  bool over = s->last_chance && limits_remaining(&s->limits) < least_turn;
  bool final = v->verdict == VERDICT_FALSE || (v->verdict == VERDICT_UNKNOWN && over);
  if (final) text_add(&text, "final");
  else if (v->verdict == VERDICT_TRUE) text_add(&text, "proved\n");
  else text_printf(&text, "%d %s", (int)v->reason, v->detail ? v->detail : "");
  if (v->verdict == VERDICT_TRUE && witness) text_add(&text, text_cstr(witness));
  bool written = output_write(text_cstr(&s->file), &text, &error);
  error_release(&error);
  text_release(&text);
  if (!written) _exit(EXIT_INTERNAL);
  return !final;
}

static void stage_process(void *context, struct channel *channel) {
  struct stages *s = context;
  struct job *job = s->job;
  (void)channel;
  job->in_stage = true;
  limits_on_emergency(&job->limits, job_emergency_report, job);
  job->limits.memory = s->limits.memory;
  job->limits.deadline = s->seconds > 0 ? clock_now() + s->seconds : 0;
  if (s->limits.deadline > 0 && job->limits.deadline > s->limits.deadline) job->limits.deadline = s->limits.deadline;
  limits_go_on(&job->limits);
  char folder[20];
  snprintf(folder, sizeof folder, "stage-%u", s->turns);
  if (!job_enter_folder(job, folder)) _exit(EXIT_INTERNAL);
  s->v->hand_on = hand_on;
  s->v->hand_on_context = s;
  const struct part *other = &s->list[1 - s->at];
  if (other->reason != REASON_NONE) note(s, other);
  int status = run_here(s, false);
  fflush(NULL);
  _exit(status);
}

// Waits for its end; where it does not end by itself in time, time is over for it.
static int await(struct stages *s, struct worker *worker) {
  struct limits *limits = &s->job->limits;
  double until = s->seconds > 0 ? clock_now() + s->seconds + late : INFINITY;
  int status;
  while (!worker_has_ended(worker, &status)) {
    if (limits_stopped(limits) || clock_now() > until) return EXIT_STAGE + REASON_TIMEOUT;
    worker_wait(limits, 1, &worker, clock_now() + 0.05);
  }
  return status;
}

static void take_reason(struct part *stage, const char *text) {
  char *rest;
  long reason = strtol(text, &rest, 10);
  stage->reason = reason > REASON_NONE && reason < REASON_COUNT ? (enum reason)reason : REASON_INTERNAL;
  if (rest[0] == ' ' && rest[1]) stage->detail = mem_strdup(rest + 1);
}

// False: the stage reported for the whole run.
static bool take_verdict(struct stages *s, const struct text *text, int status) {
  struct part *stage = &s->list[s->at];
  const char *said = text_cstr(text);
  mem_free(stage->detail);
  stage->detail = NULL;
  if (!strcmp(said, "final") || status == EXIT_FALSE) return false;
  if (!strncmp(said, "proved\n", 7)) {
    stage->outcome = STAGE_PROVED;
    text_clear(&s->job->proved_witness);
    text_add(&s->job->proved_witness, said + 7);
    return true;
  }
  if (*said) take_reason(stage, said);
  else if (status >= EXIT_STAGE && status < EXIT_STAGE + REASON_COUNT)
    stage->reason = (enum reason)(status - EXIT_STAGE);
  else if (status >= EXIT_USAGE) return false; // it said why
  else stage->reason = REASON_INTERNAL;
  if (stage->reason != REASON_TIMEOUT) stage->outcome = STAGE_ENDED;
  return true;
}

static void take_limits(struct stages *s) {
  s->job->limits.deadline = s->limits.deadline;
  s->job->limits.memory = s->limits.memory;
}

// True: *status is that of the run.
static bool run_apart(struct stages *s, int *status) {
  struct job *job = s->job;
  s->turns++;
  text_clear(&s->file);
  text_printf(&s->file, "%s/stage-%u.txt", job->temp.path, s->turns);
  struct worker *worker = worker_start(&job->limits, stage_process, s);
  if (!worker) { // then everything is decided together
    guard_end(&s->guard);
    take_limits(s);
    *status = run_here(s, true);
    return true;
  }
  *status = await(s, worker);
  worker_free(worker);
  struct text text = {0};
  struct error error = {0};
  if (access(text_cstr(&s->file), R_OK) == 0) input_read(text_cstr(&s->file), &text, &error);
  error_release(&error);
  bool final = !take_verdict(s, &text, *status);
  text_release(&text);
  return final;
}

// --- all of them -----------------------------------------------------------------------------------------------------

// The last stage speaks for the other, too: TRUE needs both.
static void review(struct verifier *v, void *context) {
  struct stages *s = context;
  const struct part *other = &s->list[1 - s->at];
  if (v->verdict != VERDICT_TRUE || other->outcome == STAGE_PROVED) return;
  s->list[s->at].outcome = STAGE_PROVED;
  note(s, &s->list[s->at]);
  verifier_refuse(v, other->reason, other->detail);
  v->check = CHECK_NONE;
}

static int run_last(struct stages *s) {
  guard_end(&s->guard);
  take_limits(s);
  s->v->review = review;
  s->v->review_context = s;
  note(s, &s->list[1 - s->at]);
  return run_here(s, false);
}

// Nothing more can be tried.
static int report_stopped(struct stages *s) {
  struct error error = {0};
  enum reason reason = limits_reason(&s->job->limits);
  if (reason == REASON_NONE) reason = REASON_TIMEOUT;
  guard_end(&s->guard);
  for (uint32_t i = 0; i < 2; i++) {
    if (s->list[i].outcome == STAGE_OPEN) s->list[i].reason = reason;
    note(s, &s->list[i]);
  }
  verifier_refuse(s->v, reason, NULL);
  return s->v->present(s->v, &error);
}

// The time of the next turn, and whether it is the last.
static void plan_turn(struct stages *s) {
  double left = s->limits.deadline > 0 ? s->limits.deadline - clock_now() : 0;
  s->last_chance = s->limits.deadline > 0 && s->turns > 0;
  if (s->limits.deadline > 0)
    s->seconds = s->turns ? left : fmax(left / 2, fmin(left, s->job->request->options.timeout / 2));
  else s->seconds = ldexp(first_turn, (int)s->turns);
}

int stages_run(struct verifier *v) {
  struct job *job = v->job;
  properties checked = job->program.checked, assertions = PROPERTY_SET(UNREACH);
  struct stages s = {.v = v, .job = job};
  s.list[0].checked = assertions;
  s.list[1].checked = checked & ~assertions;
  s.limits.deadline = job->limits.deadline;
  s.limits.memory = job->limits.memory;
  guard_start(&s.guard, &job->limits, &job->temp);
  // Stages keep the limits; this process waits for them.
  job->limits.deadline = 0;
  job->limits.memory = 0;
  int status = EXIT_INTERNAL;
  bool done = false;
  while (!done) {
    if (s.list[1 - s.at].outcome != STAGE_OPEN) {
      status = run_last(&s);
      break;
    }
    plan_turn(&s);
    done = run_apart(&s, &status);
    bool over = s.limits.deadline > 0 && s.limits.deadline - clock_now() < least_turn;
    if (!done && (over || limits_stopped(&job->limits))) {
      status = report_stopped(&s);
      break;
    }
    s.at = 1 - s.at;
  }
  if (done) {
    guard_end(&s.guard);
    job_finish(job);
  }
  text_release(&s.file);
  for (uint32_t i = 0; i < 2; i++) mem_free(s.list[i].detail);
  return status;
}
