// See slots.h.
#include "portfolio/slots.h"

uint32_t slot_number(const struct portfolio *p, const struct slot *s) { return (uint32_t)(s - p->slots); }

struct engine_record *slot_record(const struct portfolio *p, const struct slot *s) {
  return &p->timeline.engines.data[slot_number(p, s)];
}

void slot_note(struct portfolio *p, const struct slot *s, const char *what) {
  report_timeline_event(&p->timeline, limits_elapsed(&p->job->limits), p->effort, (int32_t)slot_number(p, s), "%s",
                        what);
}

double slot_turn_cpu(const struct slot *s) {
  double cpu = worker_cpu(s->worker) - s->turn.cpu_since; // less, where a child has ended
  return cpu > 0 ? cpu : 0;
}

void slot_begin_turn(struct slot *s) {
  s->turn.since = clock_now();
  s->turn.cpu_since = worker_cpu(s->worker);
}

void slot_count_seconds(struct portfolio *p, struct slot *s) {
  if (s->state != SLOT_RUNS || !s->worker) return;
  slot_record(p, s)->seconds += clock_now() - s->turn.since;
  s->turn.cpu += slot_turn_cpu(s);
}

// --- the end of a slot -----------------------------------------------------------------------------------------------

void slot_end(struct portfolio *p, struct slot *s) {
  slot_count_seconds(p, s);
  s->state = SLOT_DONE;
  s->verdict = s->checking = VERDICT_UNKNOWN;
  text_clear(&s->inbox);
  policy_done(p->policy, slot_number(p, s));
}

void slot_ends_with(struct portfolio *p, struct slot *s, enum reason reason, const char *detail) {
  slot_end(p, s);
  if (reason == REASON_TIMEOUT || reason == REASON_INTERRUPTED) { // of the run: it did not give up
    slot_record(p, s)->reason = reason;
    return;
  }
  engine_record_ended(slot_record(p, s), reason, detail);
  slot_note(p, s, "ends without a verdict");
}

void slot_free_worker(struct slot *s) {
  worker_free(s->worker);
  s->worker = NULL;
}

void slot_died(struct portfolio *p, struct slot *s, int status) {
  slot_count_seconds(p, s);
  slot_free_worker(s);
  if (s->state == SLOT_DONE || s->state == SLOT_DECIDED) return; // it said why, or its result is here
  if (limits_stopped(&p->job->limits)) return; // it was killed as all are
  int reason = status - WORKER_STOPPED;
  if (reason > REASON_NONE && reason < REASON_COUNT && reason != REASON_INTERNAL) {
    p->statistics->workers_died += reason == REASON_MEMORY;
    slot_ends_with(p, s, (enum reason)reason, "");
    return;
  }
  p->statistics->workers_died++;
  slot_end(p, s);
  struct engine_record *a = slot_record(p, s);
  a->outcome = status < 0 ? OUTCOME_DIED : OUTCOME_FAILED;
  a->reason = REASON_INTERNAL;
  a->status = status < 0 ? -status : status;
  slot_note(p, s, "dies");
}
