// See auto.h.
#include "portfolio/portfolio.h"
#include "base/memory/alloc.h"
#include "base/file/input.h"
#include "base/process/machine.h"
#include "base/process/guard.h"
#include "run/request/files.h"
#include "portfolio/worker.h"
#include "engine/auto/auto.h"
#include "portfolio/policy.h"
#include "portfolio/table.h"
#include "facts/exchange.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static const double tick = 0.02; // seconds between two looks at memory and clock
// A turn is taken for hanging after so many seconds on the processor, and so many times as many as it should take. One
// that is off the processor hangs, too, if it takes very long.
static const double patience = 1;
static const double patience_factor = 4;
static const double off_processor = 4;
// Effort in a second on the processor of a worker about which nothing is known yet.
static const double usual_rate = 4e6;
// By time a turn is so much effort as takes about as long for every engine, within these bounds.
static const double least_slice = 1 << 14, most_slice = 1 << 30;
// A check that takes longer does not keep others from their turns.
static const double check_seconds = 2;
// So long a verdict waits for one that may be the opposite: where that is being checked (an error that a run shows is
// one, whatever the other says, but a proof is doubtful as long as an error may be confirmed), and where verdicts are
// not checked at all, for whoever has a turn.
static const double opposite_seconds[] = {[VERDICT_TRUE] = 10, [VERDICT_FALSE] = 1};
static const double unchecked_seconds = 0.2;
// What a worker that never ends has at least, after the others have given up.
static const double endless_seconds = 2;
// A query that takes longer is named.
static const double long_query = 1;

enum seat_state {
  SEAT_NEW, // not started
  SEAT_WAITS, // for its turn
  SEAT_RUNS,
  SEAT_SUSPENDED,
  SEAT_ASKS, // whether it may report
  SEAT_DONE,
};

// A line of the schedule.
struct seat {
  const struct schedule_entry *entry;
  struct worker_task task;
  struct worker *worker; // NULL: not started, or gone
  enum seat_state state;
  struct text inbox; // facts for its next turn
  // The turn.
  uint64_t given, slice; // the effort that the policy gave it, and that it has for that
  double expected; // seconds on the processor
  double since, cpu_since; // when it began or was resumed
  double cpu; // of the turns before
  bool charged; // it was suspended since, and the policy told
  enum verdict checking; // UNKNOWN: nothing is
  double checking_since;
  uint64_t progress;
  struct text doing; // as its last view says
  uint32_t query; // the number of its query, when it was looked at last
  double query_seconds; // of its turns, on that query
  bool query_named; // it is in what the attempt does
  uint32_t refused; // errors that it found and a run did not show
  enum verdict verdict; // that it asks to report
  double asked;
  int error_status; // of a line that could not be opened; 0: it could
};

struct conductor {
  struct verifier *v;
  struct job *job;
  const struct auto_options *options;
  struct auto_statistics *statistics;
  struct schedule_table table;
  struct policy *policy;
  uint32_t n, jobs;
  struct seat *seats;
  struct report_timeline timeline; // its attempts are the seats
  uint64_t effort; // of all
  struct worker_query *queries; // by seat, shared with the workers; NULL: there are none
  double looked; // at the queries
  struct text text; // the last message
  struct guard guard;
  struct seat *reporter; // NULL: nobody yet
  struct text facts; // all of them, where they are to be saved
  struct text kept; // files of two verdicts that are opposite; empty: there are none
};

static uint32_t seat_number(const struct conductor *c, const struct seat *s) { return (uint32_t)(s - c->seats); }

static struct report_attempt *attempt(const struct conductor *c, const struct seat *s) {
  return &c->timeline.attempts.data[seat_number(c, s)];
}

static void note(struct conductor *c, const struct seat *s, const char *what) {
  report_timeline_event(&c->timeline, limits_elapsed(&c->job->limits), c->effort, (int32_t)seat_number(c, s), "%s",
                        what);
}

// Of the turn so far; the check of a claim is no part of it.
static double turn_cpu(const struct seat *s) {
  double cpu = worker_cpu(s->worker) - s->cpu_since; // less, where a child has ended
  return cpu > 0 ? cpu : 0;
}

static void begin_turn(struct seat *s) {
  s->since = clock_now();
  s->cpu_since = worker_cpu(s->worker);
}

static void count_seconds(struct conductor *c, struct seat *s) {
  if (s->state != SEAT_RUNS || !s->worker) return;
  attempt(c, s)->seconds += clock_now() - s->since;
  s->cpu += turn_cpu(s);
}

// --- ends -----------------------------------------------------------------------------------------------------------

// It will not run again.
static void seat_end(struct conductor *c, struct seat *s) {
  count_seconds(c, s);
  s->state = SEAT_DONE;
  s->verdict = s->checking = VERDICT_UNKNOWN;
  text_clear(&s->inbox);
  policy_done(c->policy, seat_number(c, s));
}

static void seat_ends_with(struct conductor *c, struct seat *s, enum reason reason, const char *detail) {
  seat_end(c, s);
  if (reason == REASON_TIMEOUT || reason == REASON_INTERRUPTED) { // of the run: it did not give up
    attempt(c, s)->reason = reason;
    return;
  }
  report_attempt_ended(attempt(c, s), reason, detail);
  note(c, s, "ends without a verdict");
}

static void seat_free_worker(struct seat *s) {
  worker_free(s->worker);
  s->worker = NULL;
}

// Its process is gone: why?
static void seat_died(struct conductor *c, struct seat *s, int status) {
  count_seconds(c, s);
  seat_free_worker(s);
  if (s->state == SEAT_DONE) return; // it said why
  if (limits_stopped(&c->job->limits)) return; // it was killed as all are
  int reason = status - WORKER_STOPPED;
  if (reason > REASON_NONE && reason < REASON_COUNT && reason != REASON_INTERNAL) {
    c->statistics->workers_died += reason == REASON_MEMORY;
    seat_ends_with(c, s, (enum reason)reason, "");
    return;
  }
  c->statistics->workers_died++;
  seat_end(c, s);
  struct report_attempt *a = attempt(c, s);
  a->outcome = status < 0 ? ATTEMPT_DIED : ATTEMPT_FAILED;
  a->reason = REASON_INTERNAL;
  a->status = status < 0 ? -status : status;
  note(c, s, "dies");
}

// --- messages -------------------------------------------------------------------------------------------------------

static void share_facts(struct conductor *c, const struct seat *from, const struct text *facts) {
  for (uint32_t i = 0; i < c->n; i++)
    if (&c->seats[i] != from && c->seats[i].state != SEAT_DONE)
      text_add_n(&c->seats[i].inbox, facts->data, facts->size);
  if (c->job->request->options.save_precision) text_add_n(&c->facts, facts->data, facts->size);
  uint64_t n = 0;
  for (size_t i = 0; i < facts->size; i++) n += facts->data[i] == '\n';
  struct text what = {0};
  text_printf(&what, "gives %" PRIu64 " fact%s", n, n == 1 ? "" : "s");
  note(c, from, text_cstr(&what));
  text_release(&what);
  c->statistics->facts_sent += n;
  attempt(c, from)->facts_given += n;
}

static void add_line(struct text *out, const char *line, size_t n) {
  if (out->size) text_addc(out, '\n');
  text_add_n(out, line, n);
}

static bool by_time(const struct conductor *c) { return c->options->turns == TURNS_TIME; }

// What the policy is to count: by effort what the worker says, so that it is the same each time; otherwise its time, as
// the effort that usually takes that long. A turn that was suspended is paid for up to there.
static uint64_t turn_cost(const struct conductor *c, const struct seat *s, uint64_t effort) {
  if (by_time(c)) return (uint64_t)(turn_cpu(s) * usual_rate) + 1;
  return s->charged ? 0 : effort;
}

// Its progress, for the policy, is that at the end of a turn only: when views come in between is chance.
static uint64_t take_view(struct conductor *c, struct seat *s, const char *text) {
  struct engine_view view;
  if (report_view_read(&view, text)) report_attempt_view(attempt(c, s), &view);
  text_clear(&s->doing);
  text_add(&s->doing, text_cstr(&view.doing));
  s->query_named = false;
  engine_view_release(&view);
  return view.progress;
}

static void count_taken(struct conductor *c, const struct seat *s, uint64_t taken) {
  struct report_attempt *a = attempt(c, s);
  c->statistics->facts_taken += taken - a->facts_taken;
  a->facts_taken = taken;
}

static void count_effort(struct conductor *c, const struct seat *s, uint64_t effort) {
  attempt(c, s)->effort += effort;
  c->effort += effort;
}

static void turn_is_over(struct conductor *c, struct seat *s) {
  char *rest;
  uint64_t effort = strtoull(text_cstr(&c->text), &rest, 10), taken = strtoull(rest, &rest, 10);
  if (*rest == '\n') s->progress = take_view(c, s, rest + 1);
  count_effort(c, s, effort);
  count_taken(c, s, taken);
  if (s->state == SEAT_SUSPENDED) worker_resume(s->worker); // it was through before it was suspended
  else policy_used(c->policy, seat_number(c, s), turn_cost(c, s, effort), s->progress);
  count_seconds(c, s);
  s->state = SEAT_WAITS;
}

static void read_reason(struct conductor *c, struct seat *s, bool is_error) {
  char *rest;
  long number = strtol(text_cstr(&c->text), &rest, 10);
  if (*rest == ' ') count_effort(c, s, strtoull(rest, &rest, 10));
  if (*rest == '\n') rest++;
  if (is_error) s->error_status = (int)number;
  seat_ends_with(c, s, is_error || number < 0 || number >= REASON_COUNT ? REASON_INTERNAL : (enum reason)number, rest);
}

static enum verdict read_verdict(const struct text *text) {
  return strncmp(text_cstr(text), "true", 4) == 0 ? VERDICT_TRUE : VERDICT_FALSE;
}

static void take_message(struct conductor *c, struct seat *s, char kind) {
  switch (kind) {
  case MESSAGE_FACTS: share_facts(c, s, &c->text); break;
  case MESSAGE_USED: turn_is_over(c, s); break;
  case MESSAGE_VIEW: take_view(c, s, text_cstr(&c->text)); break;
  case MESSAGE_CHECKS:
    s->checking = read_verdict(&c->text);
    s->checking_since = clock_now();
    if (s->state == SEAT_SUSPENDED) worker_resume(s->worker); // it was on its way: a check is not interrupted
    count_seconds(c, s);
    begin_turn(s);
    break;
  case MESSAGE_CHECKED:
    s->checking = VERDICT_UNKNOWN;
    if (text_cstr(&c->text)[0] == '1') s->refused++;
    begin_turn(s); // the check is no part of it
    break;
  case MESSAGE_VERDICT:
    count_seconds(c, s);
    s->verdict = read_verdict(&c->text);
    char *rest = strchr(text_cstr(&c->text), ' ');
    if (rest) {
      count_taken(c, s, strtoull(rest, &rest, 10));
      count_effort(c, s, strtoull(rest, NULL, 10));
    }
    s->asked = clock_now();
    s->state = SEAT_ASKS;
    policy_done(c->policy, seat_number(c, s));
    break;
  case MESSAGE_DONE: read_reason(c, s, false); break;
  case MESSAGE_ERROR: read_reason(c, s, true); break;
  case MESSAGE_KEPT: add_line(&c->kept, c->text.data, c->text.size); break;
  default: break;
  }
}

// All that has come, worker after worker in the order of the schedule.
static void hear(struct conductor *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    struct seat *s = &c->seats[i];
    int status;
    if (!s->worker) continue;
    bool ended = worker_has_ended(s->worker, &status); // asked first: then all that it said is there
    for (char kind; (kind = worker_receive(s->worker, &c->text));) take_message(c, s, kind);
    if (ended) seat_died(c, s, status);
  }
}

static void wait_for_workers(struct conductor *c, double seconds) {
  struct worker **workers = mem_alloc((c->n + 1) * sizeof *workers);
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->n; i++)
    if (c->seats[i].worker) workers[n++] = c->seats[i].worker;
  worker_wait(&c->job->limits, n, workers, clock_now() + seconds);
  mem_free(workers);
}

// --- turns ----------------------------------------------------------------------------------------------------------

// Effort in a second on the processor, by what its turns took before.
static double seat_rate(const struct conductor *c, const struct seat *s) {
  double effort = (double)attempt(c, s)->effort;
  return effort > 0 && s->cpu > 0.01 ? effort / s->cpu : usual_rate;
}

static bool start_worker(struct conductor *c, struct seat *s) {
  s->worker = worker_start(&c->job->limits, worker_run, &s->task);
  if (!s->worker) {
    seat_ends_with(c, s, REASON_INTERNAL, "no process could be started");
    return false;
  }
  c->statistics->workers_started++;
  attempt(c, s)->outcome = ATTEMPT_STOPPED; // unless it comes to an end
  note(c, s, "begins");
  return true;
}

static void send_go(struct seat *s) {
  struct text go = {0};
  text_printf(&go, "%" PRIu64 "\n", s->slice);
  text_add_n(&go, text_cstr(&s->inbox), s->inbox.size);
  text_clear(&s->inbox);
  worker_send(s->worker, MESSAGE_GO, go.data, go.size);
  text_release(&go);
}

static void give_turn(struct conductor *c, struct seat *s, uint64_t effort) {
  s->given = effort;
  if (s->state == SEAT_SUSPENDED) {
    s->expected = (double)effort / usual_rate;
    worker_resume(s->worker);
  } else {
    if (s->state == SEAT_NEW && !start_worker(c, s)) return;
    double rate = seat_rate(c, s), slice = by_time(c) ? (double)effort * (rate / usual_rate) : (double)effort;
    slice = slice < least_slice ? least_slice : slice > most_slice ? most_slice : slice;
    s->slice = (uint64_t)slice;
    s->expected = slice / rate;
    s->charged = false;
    send_go(s);
    attempt(c, s)->turns++;
    c->statistics->turns++;
  }
  begin_turn(s);
  s->state = SEAT_RUNS;
}

static uint32_t turns_running(const struct conductor *c) {
  uint32_t n = 0;
  double now = clock_now();
  for (uint32_t i = 0; i < c->n; i++) {
    const struct seat *s = &c->seats[i];
    bool long_check = s->checking != VERDICT_UNKNOWN && now > s->checking_since + check_seconds;
    n += s->state == SEAT_RUNS && !long_check;
  }
  return n;
}

static void give_turns(struct conductor *c) {
  uint64_t effort;
  int next;
  while (turns_running(c) < c->jobs && (next = policy_next(c->policy, &effort)) >= 0)
    give_turn(c, &c->seats[next], effort);
}

static bool others_wait(const struct conductor *c, const struct seat *s) {
  for (uint32_t i = 0; i < c->n; i++) {
    enum seat_state state = c->seats[i].state;
    if (&c->seats[i] != s && (state == SEAT_NEW || state == SEAT_WAITS || state == SEAT_SUSPENDED)) return true;
  }
  return false;
}

static bool hangs(const struct seat *s) {
  double cpu = turn_cpu(s), seconds = (clock_now() - s->since) / off_processor;
  if (seconds > cpu) cpu = seconds;
  return cpu > patience && cpu > patience_factor * s->expected;
}

// A worker in a check is left alone: a check that a pause makes fail would spoil a verdict.
static void suspend_hanging(struct conductor *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    struct seat *s = &c->seats[i];
    if (s->state != SEAT_RUNS || s->checking != VERDICT_UNKNOWN || !hangs(s) || !others_wait(c, s)) continue;
    worker_suspend(s->worker);
    note(c, s, "is suspended: its turn takes long");
    double cost = turn_cpu(s) * (by_time(c) ? usual_rate : seat_rate(c, s));
    policy_used(c->policy, i, cost > (double)s->given ? (uint64_t)cost : s->given, s->progress);
    count_seconds(c, s);
    s->state = SEAT_SUSPENDED;
    s->charged = true;
    c->statistics->suspensions++;
  }
}

// --- queries --------------------------------------------------------------------------------------------------------

static void name_query(const struct conductor *c, struct seat *s) {
  const struct worker_query *q = s->task.query;
  struct source_place place = {.file = atomic_load(&q->file), .line = atomic_load(&q->line)};
  struct text doing = {0};
  text_printf(&doing, "%s%sa query at ", text_cstr(&s->doing), s->doing.size ? ", " : "");
  cfa_place_brief(c->job->program.cfa, place, &doing);
  text_printf(&doing, " has taken %.1f s", s->query_seconds);
  report_attempt_doing(attempt(c, s), text_cstr(&doing));
  text_release(&doing);
  s->query_named = true;
}

// A worker that waits for its solver says nothing, and when time is up it is not asked any more.
static void look_at_queries(struct conductor *c) {
  double now = clock_now(), seconds = now - c->looked;
  c->looked = now;
  for (uint32_t i = 0; c->queries && i < c->n; i++) {
    struct seat *s = &c->seats[i];
    if (s->state != SEAT_RUNS || s->checking != VERDICT_UNKNOWN) continue;
    uint32_t number = atomic_load_explicit(&s->task.query->number, memory_order_acquire);
    s->query_seconds = number % 2 && number == s->query ? s->query_seconds + seconds : 0;
    s->query = number;
    if (s->query_seconds >= long_query) {
      name_query(c, s);
    } else if (s->query_named) {
      report_attempt_doing(attempt(c, s), text_cstr(&s->doing));
      s->query_named = false;
    }
  }
}

// --- memory ---------------------------------------------------------------------------------------------------------

static size_t memory_of_all(const struct conductor *c, bool exact, struct seat **largest, uint32_t *n) {
  size_t sum = limits_memory_of(0), most = 0;
  *n = 0;
  *largest = NULL;
  for (uint32_t i = 0; i < c->n; i++) {
    struct seat *s = &c->seats[i];
    if (!s->worker || s->state == SEAT_ASKS) continue;
    size_t memory = worker_memory(s->worker, exact);
    sum += memory;
    ++*n;
    if (s->checking != VERDICT_UNKNOWN || memory <= most) continue; // what is nearly decided is kept
    *largest = s;
    most = memory;
  }
  return sum;
}

// Together they have as much as the run: when it is nearly gone, the largest ends for the rest to go on. One that is
// alone ends by its own limits.
static void watch_memory(struct conductor *c) {
  struct seat *largest;
  uint32_t n;
  size_t limit = c->job->limits.memory, most = limit - limit / 16;
  if (!limit || memory_of_all(c, false, &largest, &n) < most || n < 2) return;
  if (memory_of_all(c, true, &largest, &n) < most || !largest) return; // quick numbers count shared pages several times
  seat_ends_with(c, largest, REASON_MEMORY, "");
  seat_free_worker(largest);
  c->statistics->workers_died++;
}

// --- the verdict ----------------------------------------------------------------------------------------------------

static struct seat *first_to_ask(const struct conductor *c) {
  struct seat *first = NULL;
  for (uint32_t i = 0; i < c->n; i++)
    if (c->seats[i].state == SEAT_ASKS && (!first || c->seats[i].asked < first->asked)) first = &c->seats[i];
  return first;
}

static struct seat *opposite_of(const struct conductor *c, const struct seat *s) {
  for (uint32_t i = 0; i < c->n; i++)
    if (c->seats[i].state == SEAT_ASKS && c->seats[i].verdict != s->verdict) return &c->seats[i];
  return NULL;
}

// May the opposite come soon?
static bool opposite_may_come(const struct conductor *c, const struct seat *s) {
  if (limits_stopped(&c->job->limits)) return false; // there is no time to wait
  double waited = clock_now() - s->asked;
  bool unchecked = c->job->request->options.no_check;
  for (uint32_t i = 0; i < c->n; i++) {
    const struct seat *other = &c->seats[i];
    if (other == s) continue;
    if (unchecked && other->state == SEAT_RUNS && waited < unchecked_seconds) return true;
    bool opposite = other->checking != VERDICT_UNKNOWN && other->checking != s->verdict;
    if (opposite && waited < opposite_seconds[s->verdict]) return true;
  }
  return false;
}

// An error was found, by whomever, that a run did not show: either the automaton or the run is wrong about the program.
static bool error_was_refused(const struct conductor *c) {
  for (uint32_t i = 0; i < c->n; i++)
    if (c->seats[i].refused) return true;
  return false;
}

static void deny(struct conductor *c, struct seat *s) {
  worker_send(s->worker, MESSAGE_END, "", 0);
  seat_ends_with(c, s, REASON_UNCONFIRMED, "an error was found that a run did not show");
}

static void end_others(struct conductor *c, const struct seat *but) {
  for (uint32_t i = 0; i < c->n; i++)
    if (&c->seats[i] != but && c->seats[i].worker) seat_free_worker(&c->seats[i]);
}

// Two opposite verdicts that were both checked: a bug, and what shows it is kept.
static void keep_both(struct conductor *c, struct seat *a, struct seat *b) {
  const char *base = c->job->request->options.certificate;
  if (!base || strcmp(base, "-") == 0) base = "clew-disagreement";
  struct seat *both[] = {a, b};
  for (int i = 0; i < 2; i++) {
    struct report_attempt *at = attempt(c, both[i]);
    at->outcome = ATTEMPT_LATE;
    at->verdict = both[i]->verdict;
    note(c, both[i], both[i]->verdict == VERDICT_TRUE ? "says: true" : "says: false");
    worker_send(both[i]->worker, MESSAGE_KEEP, base, strlen(base));
    seat_end(c, both[i]);
  }
  while ((a->worker || b->worker) && !limits_stopped(&c->job->limits)) {
    hear(c);
    wait_for_workers(c, tick);
  }
  for (char *at = c->kept.data; at && (at = strchr(at, '\n'));) *at = ' ';
  struct text *text = &c->v->explanation;
  text_printf(text, "%s and %s disagree", a->entry->words, b->entry->words);
  if (c->job->request->options.no_check) text_add(text, ", and neither was checked");
  if (c->kept.size) text_printf(text, "; what they rest on is in %s", text_cstr(&c->kept));
  verifier_refuse(c->v, REASON_INTERNAL, text_cstr(text));
}

// True: the run is over.
static bool decide(struct conductor *c) {
  struct seat *first;
  while ((first = first_to_ask(c))) {
    struct seat *opposite = opposite_of(c, first);
    if (opposite) {
      keep_both(c, first, opposite);
      return true;
    }
    if (opposite_may_come(c, first)) return false;
    if (first->verdict == VERDICT_TRUE && error_was_refused(c)) {
      deny(c, first);
      continue;
    }
    struct report_attempt *a = attempt(c, first);
    a->outcome = ATTEMPT_DECIDED;
    a->verdict = first->verdict;
    report_attempt_view(a, &(struct engine_view){0}); // it does nothing any more
    note(c, first, first->verdict == VERDICT_TRUE ? "decides: true" : "decides: false");
    limits_remove_worker(&c->job->limits, worker_pid(first->worker)); // its own limits end it
    c->reporter = first;
    end_others(c, first);
    return true;
  }
  return false;
}

// Somebody ended for this reason.
static bool ended_for(const struct conductor *c, enum reason reason, struct text *detail) {
  for (uint32_t i = 0; i < c->n; i++) {
    const struct report_attempt *a = &c->timeline.attempts.data[i];
    bool ended = a->outcome == ATTEMPT_ENDED || a->outcome == ATTEMPT_STOPPED; // by the limits of the run
    if (!ended || a->reason != reason) continue;
    if (a->detail) text_add(detail, a->detail);
    return true;
  }
  return false;
}

// The most that can be said of why nobody decided. Time that others used up does not hide an error that a run did not
// show; an engine that could not refute an alarm of its own gave up, which is no more than having had no time.
static enum reason reason_of_all(const struct conductor *c, struct text *detail) {
  static const enum reason by_rank[] = {REASON_UNCONFIRMED, REASON_UNSUPPORTED, REASON_ALLOCATION, REASON_RECURSION,
                                        REASON_SOLVER,      REASON_DEPTH,       REASON_MEMORY,     REASON_TIMEOUT};
  enum reason stopped = limits_reason(&c->job->limits);
  if (stopped == REASON_TIMEOUT && error_was_refused(c) && ended_for(c, REASON_UNCONFIRMED, detail))
    return REASON_UNCONFIRMED;
  if (stopped != REASON_NONE) return stopped;
  for (unsigned r = 0; r < sizeof by_rank / sizeof *by_rank; r++)
    if (ended_for(c, by_rank[r], detail)) return by_rank[r];
  return REASON_INTERNAL;
}

// What all found out, for --save-precision.
static void take_facts(struct conductor *c) {
  if (!c->facts.size) return;
  struct exchange *x = exchange_new(c->v->search.facts, c->job->program.cfa, EXCHANGE_ALL);
  exchange_import(x, text_cstr(&c->facts));
  exchange_free(x);
}

static void report_unknown(struct conductor *c, struct error *error) {
  struct verifier *v = c->v;
  bool opened = false;
  for (uint32_t i = 0; i < c->n; i++) opened |= !c->seats[i].error_status;
  if (!opened) {
    error_set(error, c->seats[0].error_status, "%s: %s", c->seats[0].entry->words, attempt(c, &c->seats[0])->detail);
    return;
  }
  look_at_queries(c);
  for (uint32_t i = 0; i < c->n; i++) count_seconds(c, &c->seats[i]);
  v->verdict = VERDICT_UNKNOWN;
  v->check = CHECK_NONE;
  if (v->reason == REASON_NONE) {
    v->reason = reason_of_all(c, &v->explanation);
    if (v->explanation.size) v->detail = text_cstr(&v->explanation);
  }
  if (v->reason == REASON_UNCONFIRMED) v->check = CHECK_REFUSED;
  // What the look reached is not all that was.
  mem_free(v->search.reached);
  v->search.reached = NULL;
  if (v->search.facts) take_facts(c);
  report_timeline_release(&v->timeline);
  v->timeline = c->timeline;
  c->timeline = (struct report_timeline){0};
}

// --- the run --------------------------------------------------------------------------------------------------------

// For limits_on_last_words: once a worker reports, the result line is its.
static int last_words(void *context, enum reason why) {
  struct conductor *c = context;
  int status;
  if (!c->reporter) return job_last_words(c->job, why);
  double end = clock_now() + 1;
  while (!worker_has_ended(c->reporter->worker, &status) && clock_now() < end) {
    struct timespec pause = {.tv_nsec = 2000000};
    nanosleep(&pause, NULL);
  }
  if (clock_now() >= end || status < 0) status = EXIT_INTERNAL;
  temp_remove(&c->job->temp);
  return status;
}

// Waits for the one that reports. It keeps the limits of the run itself until it writes, and then nothing stops it, as
// with a single engine.
static int await_report(struct conductor *c) {
  struct worker *worker = c->reporter->worker;
  c->job->limits.deadline = 0;
  c->job->limits.memory = 0;
  job_erase_progress(c->job);
  struct text run = {0};
  const uint64_t *counts = (const uint64_t *)c->statistics;
  for (size_t i = 0; i < sizeof *c->statistics / sizeof *counts; i++) text_printf(&run, " %" PRIu64, counts[i]);
  text_addc(&run, '\n');
  report_timeline_write(&c->timeline, &run);
  worker_send(worker, MESSAGE_REPORT, run.data, run.size);
  text_release(&run);
  int status;
  bool told = false;
  while (!worker_has_ended(worker, &status)) {
    if (limits_stopped(&c->job->limits)) {
      if (!told && limits_reason(&c->job->limits) == REASON_INTERRUPTED) kill(worker_pid(worker), SIGTERM);
      told = true;
      struct timespec pause = {.tv_nsec = 2000000};
      nanosleep(&pause, NULL);
    } else wait_for_workers(c, tick);
  }
  return status;
}

static void note_schedule(struct conductor *c, const struct features *features) {
  struct text text = {0};
  features_print(features, &text);
  report_timeline_event(&c->timeline, limits_elapsed(&c->job->limits), 0, -1, "schedule %s%s%s for a program with %s",
                        c->table.name, c->table.condition ? " " : "", c->table.condition ? c->table.condition : "",
                        text.size ? text_cstr(&text) : "nothing in it");
  text_release(&text);
}

static size_t queries_size(uint32_t n) { return (n + 1) * sizeof(struct worker_query); }

static struct worker_query *share_queries(uint32_t n) {
  void *shared = mmap(NULL, queries_size(n), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return shared == MAP_FAILED ? NULL : shared;
}

// Files that lines of the schedule write.
static bool check_files(const struct conductor *c, struct error *error) {
  static const char option[] = "--dump-reached";
  const struct job *job = c->job;
  struct vec_string files = {0};
  for (uint32_t i = 0; i < c->table.entries.size; i++) {
    const struct schedule_entry *line = &c->table.entries.data[i];
    vec_string_push(&files, option_of_engine(line->engine, line->options, option));
  }
  bool good = outputs_check_engines(&job->request->options, job->program.cfa, &job->program.front.sources, option,
                                    &files, error);
  vec_string_release(&files);
  return good;
}

static bool make_schedule(struct conductor *c, struct error *error) {
  struct features features;
  features_find(c->job->program.cfa, &features);
  const char *file = c->options->schedule;
  struct text content = {0};
  bool good = (!file || input_read(file, &content, error)) &&
              schedule_table_read(&c->table, file ? file : "default.schedule",
                                  file ? text_cstr(&content) : schedule_default_text, &features, error);
  text_release(&content);
  if (!good || !check_files(c, error)) return false;
  c->n = c->table.entries.size;
  c->seats = mem_zalloc(c->n + 1, sizeof *c->seats);
  c->queries = share_queries(c->n);
  uint32_t *shares = mem_alloc((c->n + 1) * sizeof *shares);
  for (uint32_t i = 0; i < c->n; i++) {
    struct seat *s = &c->seats[i];
    s->entry = &c->table.entries.data[i];
    report_timeline_attempt(&c->timeline, s->entry->words);
    s->task = (struct worker_task){.verification = c->v,
                                   .entry = s->entry,
                                   .number = i + 1,
                                   .share = c->options->share,
                                   .query = c->queries ? &c->queries[i] : NULL};
    shares[i] = s->entry->share;
  }
  c->timeline.schedule = mem_strdup(c->table.name);
  note_schedule(c, &features);
  c->timeline.jobs = c->jobs;
  c->policy = policy_new(c->n, shares);
  mem_free(shares);
  return true;
}

// Only workers are left that never end, and they had their time: at least a little, and as much as those that gave up.
static bool endless_had_time(const struct conductor *c) {
  double endless = 0, others = 0;
  for (uint32_t i = 0; i < c->n; i++) {
    const struct seat *s = &c->seats[i];
    double seconds = attempt(c, s)->seconds + (s->state == SEAT_RUNS ? clock_now() - s->since : 0);
    if (s->state == SEAT_DONE) others += seconds;
    else if (s->entry->engine->endless && s->state != SEAT_ASKS && s->checking == VERDICT_UNKNOWN) endless += seconds;
    else return false;
  }
  return endless > endless_seconds && endless > others;
}

static void conduct(struct conductor *c) {
  const struct limits *limits = &c->job->limits;
  while (!limits_stopped(limits)) {
    give_turns(c);
    if (policy_is_over(c->policy) && !first_to_ask(c)) return;
    wait_for_workers(c, tick);
    hear(c);
    if (decide(c) || limits_stopped(limits) || endless_had_time(c)) return;
    look_at_queries(c);
    suspend_hanging(c);
    watch_memory(c);
    job_progress_of(c->job, &c->timeline);
  }
}

static void conductor_release(struct conductor *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    struct seat *s = &c->seats[i];
    if (s->worker) seat_free_worker(s);
    text_release(&s->inbox);
    text_release(&s->doing);
  }
  if (c->queries) munmap(c->queries, queries_size(c->n));
  guard_end(&c->guard);
  mem_free(c->seats);
  if (c->policy) policy_free(c->policy);
  schedule_table_release(&c->table);
  report_timeline_release(&c->timeline);
  text_release(&c->text);
  text_release(&c->kept);
  text_release(&c->facts);
}

// Workers, until one reports or nobody can. True: this process reports.
static bool run_workers(struct conductor *c, int *status, struct error *error) {
  struct job *job = c->job;
  limits_on_last_words(&job->limits, last_words, c);
  guard_start(&c->guard, &job->limits, &job->temp);
  conduct(c);
  bool reported = false;
  if (c->reporter) {
    *status = await_report(c);
    reported = *status >= 0 && *status < WORKER_STOPPED;
    // What its own limits could not keep it from.
    enum reason stopped = limits_reason(&job->limits);
    if (!reported)
      verifier_refuse(c->v, stopped != REASON_NONE ? stopped : REASON_INTERNAL, "the process that was to report died");
  } else {
    report_unknown(c, error);
  }
  c->reporter = NULL;
  limits_on_last_words(&job->limits, job_last_words, job);
  return !reported;
}

static bool run_several(struct verifier *v, int *status, struct error *error) {
  struct job *job = v->job;
  struct conductor c = {.v = v,
                        .job = job,
                        .options = job->request->options.engine_options,
                        .statistics = job->statistics};
  c.jobs = c.options->jobs ? c.options->jobs : machine_cores();
  verifier_prepare(v); // for all workers
  // A schedule that is wrong is said, also where the look decides.
  bool given = c.options->schedule, reports = true;
  if ((!given || make_schedule(&c, error)) && (job->request->options.no_probe || !verifier_look(v, error)) &&
      !error->status && (given || make_schedule(&c, error)))
    reports = run_workers(&c, status, error);
  conductor_release(&c);
  return reports;
}

bool portfolio_run(struct verifier *v, int *status, struct error *error) {
  const struct options *options = &v->job->request->options;
  if (options->engine_used->schedules) return run_several(v, status, error);
  struct verifier_plan plan = {.engine = options->engine_used,
                               .options = options->engine_options,
                               .statistics = v->job->statistics,
                               .no_pre_run = options->no_probe};
  verifier_run(v, &plan, error);
  return true;
}
