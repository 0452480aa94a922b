// What workers send (enum message): facts for the others, the end of a turn, a checked verdict.
#include "portfolio/slots.h"
#include "base/memory/alloc.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void share_facts(struct portfolio *p, const struct slot *from, const struct text *facts) {
  for (uint32_t i = 0; i < p->n; i++)
    if (&p->slots[i] != from && p->slots[i].state != SLOT_DONE)
      text_add_n(&p->slots[i].inbox, facts->data, facts->size);
  if (p->job->request->options.save_precision) text_add_n(&p->facts, facts->data, facts->size);
  uint64_t n = 0;
  for (size_t i = 0; i < facts->size; i++) n += facts->data[i] == '\n';
  struct text what = {0};
  text_printf(&what, "sends %" PRIu64 " fact%s", n, n == 1 ? "" : "s");
  slot_note(p, from, text_cstr(&what));
  text_release(&what);
  p->statistics->facts_sent += n;
  slot_record(p, from)->facts_sent += n;
}

static void add_line(struct text *out, const char *line, size_t n) {
  if (out->size) text_addc(out, '\n');
  text_add_n(out, line, n);
}

bool portfolio_by_time(const struct portfolio *p) { return p->options->turns == TURNS_TIME; }

// The cost that the policy counts: with --turns effort the worker's figure, so that equal runs are scheduled equally;
// otherwise processor time, as the effort that usually takes so long. The part before a suspension was counted then.
static uint64_t turn_cost(const struct portfolio *p, const struct slot *s, uint64_t effort) {
  if (portfolio_by_time(p)) return (uint64_t)(slot_turn_cpu(s) * USUAL_RATE) + 1;
  return s->turn.charged ? 0 : effort;
}

// Only the progress at the end of a turn counts for the policy: views during a turn arrive at random times.
static uint64_t take_view(struct portfolio *p, struct slot *s, const char *text) {
  struct engine_view view;
  if (report_view_read(&view, text)) engine_record_view(slot_record(p, s), &view);
  text_clear(&s->doing);
  text_add(&s->doing, text_cstr(&view.doing));
  s->query_named = false;
  engine_view_release(&view);
  return view.progress;
}

static void count_taken(struct portfolio *p, const struct slot *s, uint64_t taken) {
  struct engine_record *a = slot_record(p, s);
  p->statistics->facts_received += taken - a->facts_received;
  a->facts_received = taken;
}

static void count_effort(struct portfolio *p, const struct slot *s, uint64_t effort) {
  slot_record(p, s)->effort += effort;
  p->effort += effort;
}

static void turn_is_over(struct portfolio *p, struct slot *s) {
  char *rest;
  uint64_t effort = strtoull(text_cstr(&p->text), &rest, 10), taken = strtoull(rest, &rest, 10);
  if (*rest == '\n') s->progress = take_view(p, s, rest + 1);
  count_effort(p, s, effort);
  count_taken(p, s, taken);
  if (s->state == SLOT_SUSPENDED) worker_resume(s->worker); // its turn had ended before the suspension
  else policy_used(p->policy, slot_number(p, s), turn_cost(p, s, effort), s->progress);
  slot_count_seconds(p, s);
  s->state = SLOT_WAITS;
}

static void read_reason(struct portfolio *p, struct slot *s, bool is_error) {
  char *rest;
  long number = strtol(text_cstr(&p->text), &rest, 10);
  if (*rest == ' ') count_effort(p, s, strtoull(rest, &rest, 10));
  if (*rest == '\n') rest++;
  if (is_error) s->error_status = (int)number;
  slot_ends_with(p, s, is_error || number < 0 || number >= REASON_COUNT ? REASON_INTERNAL : (enum reason)number, rest);
}

static enum verdict read_verdict(const struct text *text) {
  return strncmp(text_cstr(text), "true", 4) == 0 ? VERDICT_TRUE : VERDICT_FALSE;
}

// "VERDICT FACTS-RECEIVED EFFORT\n", the result
static void take_result(struct portfolio *p, struct slot *s) {
  char *rest = strchr(text_cstr(&p->text), ' ');
  text_clear(&s->result);
  if (!rest) return;
  count_taken(p, s, strtoull(rest, &rest, 10));
  count_effort(p, s, strtoull(rest, &rest, 10));
  if (*rest == '\n') text_add(&s->result, rest + 1);
}

static void take_message(struct portfolio *p, struct slot *s, char kind) {
  switch (kind) {
  case MESSAGE_FACTS: share_facts(p, s, &p->text); break;
  case MESSAGE_USED: turn_is_over(p, s); break;
  case MESSAGE_VIEW: take_view(p, s, text_cstr(&p->text)); break;
  case MESSAGE_CHECKS:
    s->checking = read_verdict(&p->text);
    s->checking_since = clock_now();
    if (s->state == SLOT_SUSPENDED) worker_resume(s->worker); // a check is not interrupted
    slot_count_seconds(p, s);
    slot_begin_turn(s);
    break;
  case MESSAGE_CHECKED:
    s->checking = VERDICT_UNKNOWN;
    if (text_cstr(&p->text)[0] == '1') s->spurious++;
    slot_begin_turn(s); // the check is no part of it
    break;
  case MESSAGE_VERDICT:
    slot_count_seconds(p, s);
    s->verdict = read_verdict(&p->text);
    take_result(p, s);
    s->decided = clock_now();
    s->state = SLOT_DECIDED;
    policy_done(p->policy, slot_number(p, s));
    break;
  case MESSAGE_DONE: read_reason(p, s, false); break;
  case MESSAGE_ERROR: read_reason(p, s, true); break;
  case MESSAGE_KEPT: add_line(&p->kept, p->text.data, p->text.size); break;
  default: break;
  }
}

void portfolio_receive(struct portfolio *p) {
  for (uint32_t i = 0; i < p->n; i++) {
    struct slot *s = &p->slots[i];
    int status;
    if (!s->worker) continue;
    bool ended = worker_has_ended(s->worker, &status); // asked before its messages are read: they are complete
    for (char kind; (kind = worker_receive(s->worker, &p->text));) take_message(p, s, kind);
    if (ended) slot_died(p, s, status);
  }
}

void portfolio_wait(struct portfolio *p, double seconds) {
  struct worker **workers = mem_alloc((p->n + 1) * sizeof *workers);
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->slots[i].worker) workers[n++] = p->slots[i].worker;
  worker_wait(&p->job->limits, n, workers, clock_now() + seconds);
  mem_free(workers);
}
