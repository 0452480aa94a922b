// See rounds.h.
#include "campaign/rounds.h"
#include "base/memory/alloc.h"
#include "base/process/guard.h"
#include "campaign/apart.h"
#include "cfa/pass/pipeline.h"
#include <stdio.h>
#include <string.h>

static const double late = 1; // seconds that a round may take beyond its time, to end and to be reported
static const double least_round = 0.2; // seconds; a round with less is not begun

struct rounds {
  struct verifier *v;
  struct job *job;
  const struct rounds_listener *listener;
  struct error *error;
  struct apart_limits limits; // of the run
  uint32_t number;
  struct text text; // the result of the last round
  struct guard guard;
};

// --- one round -------------------------------------------------------------------------------------------------------

// The automaton of the round, a copy in which all other checks are disabled. What it was is returned.
static struct subject enter_round(struct job *job, const struct round *round) {
  struct subject before = job->program;
  struct vec_assertion *list = &job->program.assertions;
  bool *wanted = mem_zalloc(list->size + 1, sizeof *wanted), changed = false;
  job->program.cfa = cfa_copy(before.cfa);
  job->program.cfa->layout = before.cfa->layout; // of the same terms; borrowed
  *list = (struct vec_assertion){0};
  for (uint32_t i = 0; i < before.assertions.size; i++) vec_assertion_push(list, before.assertions.data[i]);
  for (uint32_t i = 0; i < round->n; i++) wanted[round->checks[i]] = true;
  for (uint32_t i = 0; i < list->size; i++) {
    if (wanted[i] || list->data[i].status == ASSERTION_UNREACHABLE) continue;
    cfa_disable_assertion(job->program.cfa, list, i);
    changed = true;
  }
  mem_free(wanted);
  if (changed) cfa_pipeline_again(job->program.cfa, job_form(job));
  return before;
}

static void leave_round(struct rounds *r, const struct subject *before) {
  struct job *job = r->job;
  verifier_restart(r->v);
  job->program.cfa->layout = NULL;
  cfa_free(job->program.cfa);
  vec_assertion_release(&job->program.assertions);
  job->program = *before;
}

uint32_t round_violated(const struct job *job, const struct round *round) {
  for (uint32_t i = 0; i < round->n; i++)
    if (job->program.assertions.data[round->checks[i]].status == ASSERTION_VIOLATED) return round->checks[i];
  return ASSERTION_NONE;
}

// Statuses that the round found. A proof also shows checks that are never tested: among its own, and among those that
// were proved before, by other rounds or by the automaton itself.
static void note(struct subject *program, const struct job *job, const struct round *round, enum verdict verdict) {
  uint32_t violated = round_violated(job, round);
  if (violated != ASSERTION_NONE) program->assertions.data[violated].status = ASSERTION_VIOLATED;
  if (verdict != VERDICT_TRUE) return;
  for (uint32_t i = 0; i < round->n; i++) program->assertions.data[round->checks[i]].status = ASSERTION_PROVED;
  for (uint32_t i = 0; i < program->assertions.size; i++) {
    struct assertion *a = &program->assertions.data[i];
    if (a->status != ASSERTION_PROVED) continue;
    a->reason = NULL;
    if (job->program.assertions.data[i].status == ASSERTION_UNREACHABLE) a->status = ASSERTION_UNREACHABLE;
  }
}

// Why a round did not decide, as a text that lives as long as the automaton.
static const char *reason_of(struct rounds *r, const struct round *round, struct cfa *cfa) {
  const struct result *result = &r->v->result;
  if (limits_stopped(&r->job->limits)) return reason_sentence(limits_reason(&r->job->limits));
  if (round->ended != REASON_NONE) return reason_sentence(round->ended);
  struct text text = {0};
  bool detailed = result->detail && *result->detail;
  text_printf(&text, "%s%s%s", reason_sentence(result->reason), detailed ? ": " : "", detailed ? result->detail : "");
  const char *kept = cfa_string(cfa, text_cstr(&text));
  text_release(&text);
  return kept;
}

// The verdict of the round, and in *violated its violated check. *reason: why it did not decide.
static enum verdict run_round(struct rounds *r, const uint32_t *checks, uint32_t n, double seconds, uint32_t *violated,
                              const char **reason) {
  struct job *job = r->job;
  struct round round = {.number = ++r->number, .checks = checks, .n = n};
  char folder[20];
  snprintf(folder, sizeof folder, "round-%u", round.number);
  struct apart how = {folder, seconds, late, r->limits};
  struct subject before = enter_round(job, &round);
  enum verdict verdict = VERDICT_UNKNOWN;
  round.ended = apart_run(r->v, &how, &r->text, r->error);
  if (!r->error->status) {
    if (round.ended == REASON_NONE && !verifier_read_result(r->v, text_cstr(&r->text))) {
      verifier_restart(r->v);
      round.ended = REASON_INTERNAL;
    }
    verdict = r->v->result.verdict;
    if (verdict != VERDICT_TRUE) *reason = reason_of(r, &round, before.cfa);
    if (r->limits.deadline > 0) job->limits.deadline = r->limits.deadline + late;
    r->listener->round(r->listener->context, &round);
    job->limits.deadline = 0;
    note(&before, job, &round, verdict);
    *violated = round_violated(job, &round);
  }
  leave_round(r, &before);
  return verdict;
}

// --- all of them -----------------------------------------------------------------------------------------------------

static void note_open(struct job *job, const uint32_t *checks, uint32_t n, const char *reason) {
  for (uint32_t i = 0; i < n; i++) job->program.assertions.data[checks[i]].reason = reason;
}

static uint32_t index_of(const uint32_t *checks, uint32_t n, uint32_t check) {
  uint32_t i = 0;
  while (i < n && checks[i] != check) i++;
  return i;
}

// Decides these checks until `until` (0: without limit); the list is ours to change.
static void decide(struct rounds *r, uint32_t *checks, uint32_t n, double until, const char *reason) {
  struct job *job = r->job;
  while (n && !r->error->status) {
    double last_moment = r->limits.deadline - r->listener->needed(r->listener->context);
    if (until > 0 && until > last_moment) until = last_moment;
    double left = until > 0 ? until - clock_now() : 0;
    if ((until > 0 && left < least_round) || limits_stopped(&job->limits)) {
      note_open(job, checks, n, reason ? reason : reason_sentence(REASON_TIMEOUT));
      return;
    }
    uint32_t violated = ASSERTION_NONE;
    // The whole group has half of the time, and its halves the rest.
    enum verdict verdict = run_round(r, checks, n, n > 1 ? left / 2 : left, &violated, &reason);
    uint32_t index = index_of(checks, n, violated);
    if (verdict == VERDICT_TRUE || r->error->status) return;
    if (index < n) {
      memmove(&checks[index], &checks[index + 1], (n - index - 1) * sizeof *checks);
      n--;
    } else if (n == 1 || verdict == VERDICT_FALSE) {
      note_open(job, checks, n, reason);
      return;
    } else {
      uint32_t half = n / 2;
      double middle = until > 0 ? clock_now() + (until - clock_now()) / 2 : 0;
      decide(r, checks, half, middle, reason);
      checks += half;
      n -= half;
    }
  }
}

// The checks that are not decided by the automaton itself.
static uint32_t *open_checks(const struct job *job, uint32_t *n) {
  uint32_t *checks = mem_zalloc(job->program.assertions.size + 1, sizeof *checks);
  *n = 0;
  for (uint32_t i = 0; i < job->program.assertions.size; i++)
    if (job->program.assertions.data[i].status == ASSERTION_UNKNOWN) checks[(*n)++] = i;
  return checks;
}

void rounds_run(struct verifier *v, const struct rounds_listener *listener, struct error *error) {
  struct job *job = v->job;
  struct rounds r = {.v = v, .job = job, .listener = listener, .error = error};
  if (!job->temp.path[0] && !temp_make(&job->temp, error)) return;
  guard_start(&r.guard, &job->limits, &job->temp);
  r.limits = apart_lend_limits(job); // rounds keep them; this process only puts together what they found
  uint32_t n, *checks = open_checks(job, &n);
  if (n) decide(&r, checks, n, r.limits.deadline, NULL);
  else { // nothing is to be decided, but that is to be said, and proved
    uint32_t violated;
    const char *reason = NULL;
    double seconds = r.limits.deadline > 0 ? r.limits.deadline - clock_now() : 0;
    run_round(&r, checks, 0, seconds, &violated, &reason);
  }
  guard_end(&r.guard);
  mem_free(checks);
  text_release(&r.text);
}
