// Turns: which worker runs next, and the suspension of turns that hang.
#include "portfolio/slots.h"
#include <inttypes.h>

// A turn hangs if it used more than HANG_SECONDS of processor time and more than HANG_FACTOR times the expected time.
// A turn off the processor hangs after IDLE_FACTOR times as long.
#define HANG_SECONDS 1.0
#define HANG_FACTOR 4.0
#define IDLE_FACTOR 4.0
// With --turns time a turn is so much effort as takes about as long for every engine, within these bounds.
#define LEAST_SLICE 0x1p14
#define MOST_SLICE 0x1p30
// A check that takes longer does not occupy one of the --jobs.
#define CHECK_SECONDS 2.0

// Effort in a second on the processor, measured over its earlier turns.
static double slot_rate(const struct portfolio *p, const struct slot *s) {
  double effort = (double)slot_record(p, s)->effort;
  return effort > 0 && s->turn.cpu > 0.01 ? effort / s->turn.cpu : USUAL_RATE;
}

static bool start_worker(struct portfolio *p, struct slot *s) {
  s->worker = worker_start(&p->job->limits, worker_run, &s->task);
  if (!s->worker) {
    slot_ends_with(p, s, REASON_INTERNAL, "no process could be started");
    return false;
  }
  p->statistics->workers_started++;
  slot_record(p, s)->outcome = OUTCOME_STOPPED; // unless it ends by itself
  slot_note(p, s, "begins");
  return true;
}

static void send_go(struct slot *s) {
  struct text go = {0};
  text_printf(&go, "%" PRIu64 "\n", s->turn.slice);
  text_add_n(&go, text_cstr(&s->inbox), s->inbox.size);
  text_clear(&s->inbox);
  worker_send(s->worker, MESSAGE_GO, go.data, go.size);
  text_release(&go);
}

static void give_turn(struct portfolio *p, struct slot *s, uint64_t effort) {
  s->turn.given = effort;
  if (s->state == SLOT_SUSPENDED) {
    s->turn.expected = (double)effort / USUAL_RATE;
    worker_resume(s->worker);
  } else {
    if (s->state == SLOT_NEW && !start_worker(p, s)) return;
    double rate = slot_rate(p, s), slice = portfolio_by_time(p) ? (double)effort * (rate / USUAL_RATE) : (double)effort;
    slice = slice < LEAST_SLICE ? LEAST_SLICE : slice > MOST_SLICE ? MOST_SLICE : slice;
    s->turn.slice = (uint64_t)slice;
    s->turn.expected = slice / rate;
    s->turn.charged = false;
    send_go(s);
    slot_record(p, s)->turns++;
    p->statistics->turns++;
  }
  slot_begin_turn(s);
  s->state = SLOT_RUNS;
}

static uint32_t turns_running(const struct portfolio *p) {
  uint32_t n = 0;
  double now = clock_now();
  for (uint32_t i = 0; i < p->n; i++) {
    const struct slot *s = &p->slots[i];
    bool long_check = s->checking != VERDICT_UNKNOWN && now > s->checking_since + CHECK_SECONDS;
    n += s->state == SLOT_RUNS && !long_check;
  }
  return n;
}

void portfolio_give_turns(struct portfolio *p) {
  uint64_t effort;
  int next;
  while (turns_running(p) < p->jobs && (next = policy_next(p->policy, &effort)) >= 0)
    give_turn(p, &p->slots[next], effort);
}

static bool others_wait(const struct portfolio *p, const struct slot *s) {
  for (uint32_t i = 0; i < p->n; i++) {
    enum slot_state state = p->slots[i].state;
    if (&p->slots[i] != s && (state == SLOT_NEW || state == SLOT_WAITS || state == SLOT_SUSPENDED)) return true;
  }
  return false;
}

static bool hangs(const struct slot *s) {
  double cpu = slot_turn_cpu(s), seconds = (clock_now() - s->turn.since) / IDLE_FACTOR;
  if (seconds > cpu) cpu = seconds;
  return cpu > HANG_SECONDS && cpu > HANG_FACTOR * s->turn.expected;
}

// A worker that checks a claim is not suspended: the check could fail for want of time.
void portfolio_suspend_hanging(struct portfolio *p) {
  for (uint32_t i = 0; i < p->n; i++) {
    struct slot *s = &p->slots[i];
    if (s->state != SLOT_RUNS || s->checking != VERDICT_UNKNOWN || !hangs(s) || !others_wait(p, s)) continue;
    worker_suspend(s->worker);
    slot_note(p, s, "is suspended: its turn takes long");
    double cost = slot_turn_cpu(s) * (portfolio_by_time(p) ? USUAL_RATE : slot_rate(p, s));
    policy_used(p->policy, i, cost > (double)s->turn.given ? (uint64_t)cost : s->turn.given, s->progress);
    slot_count_seconds(p, s);
    s->state = SLOT_SUSPENDED;
    s->turn.charged = true;
    p->statistics->suspensions++;
  }
}
