// See stages.h.
#include "campaign/stages.h"
#include "campaign/apart.h"
#include "base/memory/alloc.h"
#include "base/process/guard.h"
#include "campaign/witnesses.h"
#include <math.h>
#include <stdio.h>

static const double first_turn =
    30; // seconds of the first turn where there is no limit of time; each later one doubles
static const double late = 1.5; // seconds that a stage may take beyond its time, to end
static const double least_turn = 0.3; // seconds; with less there is no other turn

enum outcome { STAGE_OPEN, STAGE_PROVED, STAGE_ENDED }; // ended: it cannot be decided, whatever its time

struct part {
  properties checked; // its own part of what the run checks
  bool prepared; // its automaton is there, reduced
  enum outcome outcome;
  enum reason reason; // of the last turn, if that did not prove it
  char *detail; // owned; NULL: none
};

struct stages {
  struct verifier *v;
  struct job *job;
  struct apart_limits limits; // of the run
  struct part list[2];
  uint32_t at; // the stage whose turn it is
  uint32_t loaded; // the stage whose program the job has; the other's is job->parked, once it was read
  uint32_t turns;
  double seconds; // of the turn; 0: no limit
  struct text text; // the result of the last turn; empty: it has none
  struct text witness; // of the stage that is proved, where one is asked for
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

// The job has the program of the stage whose turn it is. The assertions are read once more, when their turn comes
// first.
static bool load(struct stages *s, struct error *error) {
  struct job *job = s->job;
  if (s->loaded == s->at) return true;
  search_close(&s->v->search);
  if (s->list[s->at].prepared || s->at == 1) {
    struct subject other = job->program;
    job->program = job->parked;
    job->parked = other;
  } else if (!job_read_part(job, s->list[s->at].checked, &job->parked, error)) return false;
  s->loaded = s->at;
  return true;
}

// The automaton of the stage. False: a limit was reached, or `error` says what is wrong.
static bool prepare(struct stages *s, struct error *error) {
  struct job *job = s->job;
  struct part *part = &s->list[s->at];
  if (!load(s, error)) return false;
  if (part->prepared) return true;
  for (uint32_t i = 0; i < job->program.assertions.size; i++) {
    struct assertion *a = &job->program.assertions.data[i];
    a->disabled = !(part->checked >> a->property & 1);
    if (a->disabled && a->status == ASSERTION_UNKNOWN && !a->reason) a->reason = "the run ended with another violation";
  }
  for (uint32_t i = 0; i < job->program.cfa->locations.size; i++) {
    struct cfa_location *l = &job->program.cfa->locations.data[i];
    if (l->kind == LOC_ERROR && !(part->checked >> l->property & 1)) l->kind = LOC_STOP;
  }
  part->prepared = job_reduce(job, error);
  return part->prepared;
}

// The result of a stage that is not the one that runs.
static void note(struct stages *s, const struct part *stage) {
  struct vec_assertion *list = &s->job->program.assertions;
  for (uint32_t i = 0; i < list->size; i++) {
    struct assertion *a = &list->data[i];
    if (!(stage->checked >> a->property & 1) || a->status != ASSERTION_UNKNOWN) continue;
    if (stage->outcome == STAGE_PROVED) a->status = ASSERTION_PROVED;
    a->reason = stage->outcome == STAGE_PROVED ? NULL : reason_sentence(stage->reason);
  }
}

// --- a turn in a process of its own ----------------------------------------------------------------------------------

// The witness of what the stage proved.
static void keep_witness(struct stages *s) {
  struct error error = {0};
  text_clear(&s->witness);
  if (witness_lack(s->v, VERDICT_TRUE)) return;
  witness_make(s->v, NULL, &s->witness, &error);
  error_release(&error);
}

// Why the turn did not decide: from its result, unless it ended without.
static void take_reason(struct stages *s, struct part *part, enum reason ended) {
  struct result result;
  result_init(&result);
  part->reason = ended != REASON_NONE ? ended : REASON_INTERNAL;
  if (s->text.size && result_read(&result, s->job, NULL, text_cstr(&s->text))) {
    part->reason = result.reason;
    if (result.detail) part->detail = mem_strdup(result.detail);
  }
  if (part->reason != REASON_TIMEOUT) part->outcome = STAGE_ENDED;
  result_release(&result);
}

// What became of the turn, in the part's record. True: the run is over, and its result is the verifier's.
static bool take_result(struct stages *s, enum reason ended) {
  struct part *part = &s->list[s->at];
  struct result_head head = {0};
  mem_free(part->detail);
  part->detail = NULL;
  if (s->text.size) result_read_head(text_cstr(&s->text), &head);
  if (head.verdict == VERDICT_UNKNOWN) take_reason(s, part, ended);
  else if (head.verdict == VERDICT_TRUE) {
    part->outcome = STAGE_PROVED;
    if (s->job->request->options.witness && verifier_read_result(s->v, text_cstr(&s->text))) keep_witness(s);
  } else {
    const struct part *other = &s->list[1 - s->at];
    if (other->reason != REASON_NONE || other->outcome == STAGE_PROVED) note(s, other);
    if (verifier_read_result(s->v, text_cstr(&s->text))) return true;
    result_refuse(&s->v->result, REASON_INTERNAL, "the result of a stage cannot be read");
    return true;
  }
  return false;
}

// True: the run is over.
static bool run_turn(struct stages *s, struct error *error) {
  char folder[20];
  apart_take_limits(s->job, s->limits);
  bool prepared = prepare(s, error);
  apart_lend_limits(s->job);
  if (!prepared) return error->status;
  s->turns++;
  snprintf(folder, sizeof folder, "stage-%u", s->turns);
  struct apart how = {folder, s->seconds, late, s->limits};
  enum reason ended = apart_run(s->v, &how, &s->text, error);
  return error->status || take_result(s, ended);
}

// --- all of them -----------------------------------------------------------------------------------------------------

// The last stage speaks for the other, too: TRUE needs both.
static void review(struct stages *s) {
  struct result *result = &s->v->result;
  const struct part *other = &s->list[1 - s->at];
  if (result->verdict == VERDICT_TRUE && other->outcome == STAGE_PROVED) {
    text_clear(&result->witness);
    text_add(&result->witness, text_cstr(&s->witness));
  }
  if (result->verdict != VERDICT_TRUE || other->outcome == STAGE_PROVED) return;
  s->list[s->at].outcome = STAGE_PROVED;
  note(s, &s->list[s->at]);
  text_clear(&result->explanation);
  text_add(&result->explanation, other->detail ? other->detail : "");
  result_refuse(result, other->reason, other->detail ? text_cstr(&result->explanation) : NULL);
  result->check = CHECK_NONE;
}

static void run_last(struct stages *s, struct error *error) {
  guard_end(&s->guard);
  apart_take_limits(s->job, s->limits);
  verifier_restart(s->v); // from here on an emergency report must not repeat a verdict about a part of the checks
  if (prepare(s, error)) {
    note(s, &s->list[1 - s->at]);
    verifier_run_request(s->v, error);
    review(s);
  } else if (!error->status) result_refuse(&s->v->result, limits_reason(&s->job->limits), NULL);
}

// Nothing more can be tried: the result is that of the last turn, if it has one.
static void report_stopped(struct stages *s) {
  enum reason reason = limits_reason(&s->job->limits);
  struct result *result = &s->v->result;
  struct result_head head;
  if (reason == REASON_NONE) reason = REASON_TIMEOUT;
  guard_end(&s->guard);
  verifier_restart(s->v);
  if (s->text.size && result_read_head(text_cstr(&s->text), &head) && head.verdict == VERDICT_UNKNOWN)
    verifier_read_result(s->v, text_cstr(&s->text));
  for (uint32_t i = 0; i < 2; i++) {
    if (s->list[i].outcome == STAGE_OPEN) s->list[i].reason = reason;
    note(s, &s->list[i]);
  }
  if (result->reason != reason) result_refuse(result, reason, NULL);
  result->check = CHECK_NONE;
}

// The time of the next turn.
static void plan_turn(struct stages *s) {
  double left = s->limits.deadline > 0 ? s->limits.deadline - clock_now() : 0;
  if (s->limits.deadline > 0)
    s->seconds = s->turns ? left : fmax(left / 2, fmin(left, s->job->request->options.timeout / 2));
  else s->seconds = ldexp(first_turn, (int)s->turns);
}

void stages_run(struct verifier *v, struct error *error) {
  struct job *job = v->job;
  properties checked = job->program.checked, assertions = PROPERTY_SET(UNREACH);
  struct stages s = {.v = v, .job = job, .loaded = 1};
  s.list[0].checked = assertions;
  s.list[1].checked = checked & ~assertions;
  s.limits = (struct apart_limits){job->limits.deadline, job->limits.memory};
  guard_start(&s.guard, &job->limits, &job->temp);
  for (;;) {
    if (s.list[1 - s.at].outcome != STAGE_OPEN) {
      run_last(&s, error);
      break;
    }
    plan_turn(&s);
    if (run_turn(&s, error)) {
      guard_end(&s.guard);
      break;
    }
    bool over = s.limits.deadline > 0 && s.limits.deadline - clock_now() < least_turn;
    if (over || limits_stopped(&job->limits)) {
      report_stopped(&s);
      break;
    }
    s.at = 1 - s.at;
  }
  apart_take_limits(job, s.limits);
  text_release(&s.text);
  text_release(&s.witness);
  for (uint32_t i = 0; i < 2; i++) mem_free(s.list[i].detail);
}
