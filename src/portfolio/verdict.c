// The verdict of the run: whose result is reported, two that disagree, and the reason where no worker decides.
#include "portfolio/slots.h"
#include "base/memory/alloc.h"
#include "facts/exchange.h"
#include <string.h>

// So long a checked verdict waits for one that may be the opposite and is being checked. A proof waits longer: an error
// that a run shows is certain.
static const double opposite_seconds[] = {[VERDICT_TRUE] = 10, [VERDICT_FALSE] = 1};
#define UNCHECKED_SECONDS 0.2 // with --no-check: for any worker that has a turn

struct slot *portfolio_first_decided(const struct portfolio *p) {
  struct slot *first = NULL;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->slots[i].state == SLOT_DECIDED && (!first || p->slots[i].decided < first->decided)) first = &p->slots[i];
  return first;
}

static struct slot *opposite_of(const struct portfolio *p, const struct slot *s) {
  for (uint32_t i = 0; i < p->n; i++)
    if (p->slots[i].state == SLOT_DECIDED && p->slots[i].verdict != s->verdict) return &p->slots[i];
  return NULL;
}

// May a worker have the opposite verdict soon?
static bool opposite_may_come(const struct portfolio *p, const struct slot *s) {
  if (limits_stopped(&p->job->limits)) return false; // there is no time to wait
  double waited = clock_now() - s->decided;
  bool unchecked = p->job->request->options.no_check;
  for (uint32_t i = 0; i < p->n; i++) {
    const struct slot *other = &p->slots[i];
    if (other == s) continue;
    if (unchecked && other->state == SLOT_RUNS && waited < UNCHECKED_SECONDS) return true;
    bool opposite = other->checking != VERDICT_UNKNOWN && other->checking != s->verdict;
    if (opposite && waited < opposite_seconds[s->verdict]) return true;
  }
  return false;
}

// A worker found an error that a run did not reproduce: either the automaton or the run is wrong about the program.
static bool error_was_spurious(const struct portfolio *p) {
  for (uint32_t i = 0; i < p->n; i++)
    if (p->slots[i].spurious) return true;
  return false;
}

static void deny(struct portfolio *p, struct slot *s) {
  if (s->worker) worker_send(s->worker, MESSAGE_END, "", 0);
  slot_ends_with(p, s, REASON_UNCONFIRMED, "an error was found that a run did not show");
}

static void end_workers(struct portfolio *p) {
  for (uint32_t i = 0; i < p->n; i++)
    if (p->slots[i].worker) slot_free_worker(&p->slots[i]);
}

// Two opposite verdicts that were both checked: a bug, whose evidence is kept.
static void keep_both(struct portfolio *p, struct slot *a, struct slot *b) {
  const char *base = p->job->request->options.certificate;
  if (!base || strcmp(base, "-") == 0) base = "clew-disagreement";
  struct slot *both[] = {a, b};
  for (int i = 0; i < 2; i++) {
    struct engine_record *at = slot_record(p, both[i]);
    at->outcome = OUTCOME_LATE;
    at->verdict = both[i]->verdict;
    slot_note(p, both[i], both[i]->verdict == VERDICT_TRUE ? "says: true" : "says: false");
    if (both[i]->worker) worker_send(both[i]->worker, MESSAGE_KEEP, base, strlen(base));
    slot_end(p, both[i]);
  }
  while ((a->worker || b->worker) && !limits_stopped(&p->job->limits)) {
    portfolio_receive(p);
    portfolio_wait(p, TICK_SECONDS);
  }
  for (char *at = p->kept.data; at && (at = strchr(at, '\n'));) *at = ' ';
  struct text *text = &p->v->result.explanation;
  text_printf(text, "%s and %s disagree", a->entry->words, b->entry->words);
  if (p->job->request->options.no_check) text_add(text, ", and neither was checked");
  if (p->kept.size) text_printf(text, "; what they rest on is in %s", text_cstr(&p->kept));
  result_refuse(&p->v->result, REASON_INTERNAL, text_cstr(text));
}

// True: the run is over.
bool portfolio_decide(struct portfolio *p) {
  struct slot *first;
  while ((first = portfolio_first_decided(p))) {
    struct slot *opposite = opposite_of(p, first);
    if (opposite) {
      keep_both(p, first, opposite);
      return true;
    }
    if (opposite_may_come(p, first)) return false;
    if (first->verdict == VERDICT_TRUE && error_was_spurious(p)) {
      deny(p, first);
      continue;
    }
    struct engine_record *a = slot_record(p, first);
    a->outcome = OUTCOME_DECIDED;
    a->verdict = first->verdict;
    engine_record_view(a, &(struct engine_view){0}); // it has ended
    slot_note(p, first, first->verdict == VERDICT_TRUE ? "decides: true" : "decides: false");
    p->winner = first;
    end_workers(p);
    return true;
  }
  return false;
}

// A worker ended for this reason.
static bool ended_for(const struct portfolio *p, enum reason reason, struct text *detail) {
  for (uint32_t i = 0; i < p->n; i++) {
    const struct engine_record *a = &p->timeline.engines.data[i];
    bool ended = a->outcome == OUTCOME_ENDED || a->outcome == OUTCOME_STOPPED; // by the limits of the run
    if (!ended || a->reason != reason) continue;
    if (a->detail) text_add(detail, a->detail);
    return true;
  }
  return false;
}

// The reason where no worker decided: the most telling one. A timeout does not hide an error that a run did not
// reproduce; an engine that could not refute its own alarm counts like one without time.
static enum reason reason_of_all(const struct portfolio *p, struct text *detail) {
  static const enum reason by_rank[] = {REASON_UNCONFIRMED, REASON_UNSUPPORTED, REASON_ALLOCATION, REASON_RECURSION,
                                        REASON_SOLVER,      REASON_DEPTH,       REASON_MEMORY,     REASON_TIMEOUT};
  enum reason stopped = limits_reason(&p->job->limits);
  if (stopped == REASON_TIMEOUT && error_was_spurious(p) && ended_for(p, REASON_UNCONFIRMED, detail))
    return REASON_UNCONFIRMED;
  if (stopped != REASON_NONE) return stopped;
  for (unsigned r = 0; r < sizeof by_rank / sizeof *by_rank; r++)
    if (ended_for(p, by_rank[r], detail)) return by_rank[r];
  return REASON_INTERNAL;
}

// What all found out, for --save-precision.
static void take_facts(struct portfolio *p) {
  if (!p->facts.size) return;
  struct exchange *x = exchange_new(p->v->search.facts, p->job->program.cfa, EXCHANGE_ALL);
  exchange_import(x, text_cstr(&p->facts));
  exchange_free(x);
}

static void take_timeline(struct portfolio *p) {
  struct report_timeline *timeline = &p->v->result.timeline;
  report_timeline_release(timeline);
  *timeline = p->timeline;
  p->timeline = (struct report_timeline){0};
}

void portfolio_take_result(struct portfolio *p) {
  if (!verifier_read_result(p->v, text_cstr(&p->winner->result)))
    result_refuse(&p->v->result, REASON_INTERNAL, "the result of a worker cannot be read");
  take_timeline(p);
}

void portfolio_report_unknown(struct portfolio *p, struct error *error) {
  struct verifier *v = p->v;
  bool opened = false;
  for (uint32_t i = 0; i < p->n; i++) opened |= !p->slots[i].error_status;
  if (!opened) {
    error_set(error, p->slots[0].error_status, "%s: %s", p->slots[0].entry->words,
              slot_record(p, &p->slots[0])->detail);
    return;
  }
  portfolio_watch_queries(p);
  for (uint32_t i = 0; i < p->n; i++) slot_count_seconds(p, &p->slots[i]);
  v->result.verdict = VERDICT_UNKNOWN;
  v->result.check = CHECK_NONE;
  if (v->result.reason == REASON_NONE) {
    v->result.reason = reason_of_all(p, &v->result.explanation);
    if (v->result.explanation.size) v->result.detail = text_cstr(&v->result.explanation);
  }
  if (v->result.reason == REASON_UNCONFIRMED) v->result.check = CHECK_REFUSED;
  // The locations that the pre-run reached are not all that were.
  mem_free(v->result.reached);
  v->result.reached = NULL;
  if (v->search.facts) take_facts(p);
  take_timeline(p);
}
