// See worker.h.
#include "portfolio/worker.h"
#include "base/memory/alloc.h"
#include "facts/exchange.h"
#include "check/certificate.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define VIEW_SECONDS 0.25 // between two views during a turn

struct own {
  const struct worker_task *task;
  struct channel *channel;
  struct verifier *v;
  struct exchange *exchange; // NULL: nothing is shared, or the engine is not open yet
  struct text message; // the last one that came
  struct text text; // to send
  uint64_t effort; // of the turn
  uint64_t told; // of the turns before
  bool first; // turn
  uint64_t taken; // facts of others that were new here
  const void *running; // the engine; NULL: not open yet
  double next_view; // not before this is a view sent
  _Atomic bool reports; // it is the one
};

_Noreturn static void end(int status) {
  fflush(NULL);
  _exit(status);
}

static void say(struct own *own, char kind, const char *text) {
  if (!channel_send(own->channel, kind, text, strlen(text))) _exit(1); // nobody is there any more
}

// Waits for a message.
static char hear(struct own *own) {
  char kind;
  if (!channel_receive(own->channel, &kind, &own->message)) _exit(1);
  return kind;
}

// For limits_on_last_words: the parent reads what happened from the exit status, unless there is a verdict to tell.
static int last_words(void *context, enum reason why) {
  struct own *own = context;
  if (atomic_load(&own->reports)) return job_last_words(own->v->job, why);
  return WORKER_STOPPED + (int)why;
}

// --- turns ----------------------------------------------------------------------------------------------------------

static void await_turn(struct own *own) {
  if (hear(own) != MESSAGE_GO) _exit(0);
  char *rest;
  own->effort = strtoull(text_cstr(&own->message), &rest, 10);
}

static void take_facts(struct own *own) {
  const char *rest = strchr(text_cstr(&own->message), '\n');
  if (own->exchange && rest && rest[1]) own->taken += exchange_import(own->exchange, rest + 1);
}

static void tell_view(struct own *own, const struct engine_view *view) {
  text_clear(&own->text);
  report_view_write(view, &own->text);
  say(own, MESSAGE_VIEW, text_cstr(&own->text));
}

// For people only: a turn may be long, and may never end.
static void progress(void *context) {
  struct own *own = context;
  const struct engine *engine = own->task->entry->engine;
  double now = clock_now();
  if (!own->running || !engine->view || now < own->next_view) return;
  own->next_view = now + VIEW_SECONDS;
  struct engine_view view = {0};
  engine->view(own->running, &view);
  tell_view(own, &view);
  engine_view_release(&view);
}

// For people, too: a query may be all that is left of the time.
static void asks(void *context, struct location at) {
  const struct own *own = context;
  struct worker_query *q = own->task->query;
  if (!location_none(at)) {
    struct source_place place = cfa_location(own->v->job->program.cfa, at)->place;
    atomic_store_explicit(&q->file, place.file, memory_order_relaxed);
    atomic_store_explicit(&q->line, place.line, memory_order_relaxed);
  }
  atomic_store_explicit(&q->number, atomic_load_explicit(&q->number, memory_order_relaxed) + 1, memory_order_release);
}

static void tell_turn(struct own *own, const void *running) {
  if (own->exchange) {
    text_clear(&own->text);
    exchange_export(own->exchange, &own->text);
    if (own->text.size) say(own, MESSAGE_FACTS, text_cstr(&own->text));
  }
  struct engine_view view = {0};
  const struct engine *engine = own->task->entry->engine;
  if (engine->view) engine->view(running, &view);
  text_clear(&own->text);
  text_printf(&own->text, "%" PRIu64 " %" PRIu64 "\n", own->effort, own->taken);
  own->told += own->effort;
  report_view_write(&view, &own->text);
  engine_view_release(&view);
  say(own, MESSAGE_USED, text_cstr(&own->text));
}

// Between two slices of the engine (verifier_plan).
static bool turn(void *context, const void *running, struct slice *slice) {
  struct own *own = context;
  struct verifier *v = own->v;
  own->running = running;
  if (own->first) { // the turn has begun already; facts are of the automaton in the engine's form
    if (own->task->share) own->exchange = exchange_new(v->search.facts, v->job->program.cfa, own->task->share);
    own->first = false;
    progress(own); // its first query may be its last
  } else {
    tell_turn(own, running);
    await_turn(own);
  }
  take_facts(own);
  *slice = (struct slice){.effort = own->effort};
  return !limits_stopped(&v->job->limits);
}

static void checks(void *context, enum verdict verdict) {
  say(context, MESSAGE_CHECKS, verdict == VERDICT_TRUE ? "true" : "false");
}

static void checked(void *context, bool good, bool reproducible) {
  say(context, MESSAGE_CHECKED, good ? "0" : reproducible ? "2" : "1");
}

// --- the verdict ----------------------------------------------------------------------------------------------------

static void keep(struct own *own) {
  text_clear(&own->text);
  text_printf(&own->text, "%s.%s", text_cstr(&own->message),
              own->v->verdict == VERDICT_TRUE                ? "true"
              : own->v->job->request->kind == INPUT_FILE_CFA ? "false"
                                                             : "false.c");
  if (verifier_keep(own->v, text_cstr(&own->text))) say(own, MESSAGE_KEPT, text_cstr(&own->text));
}

// What the parent knows of the run.
static void read_run(struct own *own) {
  char *at = own->message.data;
  uint64_t *counts = own->v->job->statistics;
  size_t n = own->v->job->request->options.engine_used->statistics->size / sizeof *counts;
  for (size_t i = 0; i < n; i++) counts[i] = strtoull(at, &at, 10);
  report_timeline_read(&own->v->timeline, *at ? at + 1 : at);
}

// What is written is written to its end: as the watchdog's thread takes them, these signals still stop what comes
// before. A process of another group than the terminal's may be forbidden to write there (stty tostop), unless it says
// so.
static void hold_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGTTOU};
  sigset_t set;
  sigemptyset(&set);
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&set, numbers[i]);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

// Of the last turn, which need not be as long as it could have been.
static uint64_t last_effort(const struct own *own) {
  uint64_t all = own->v->view.effort;
  return all > own->told ? all - own->told : 0;
}

static void ask(struct own *own) {
  text_clear(&own->text);
  text_printf(&own->text, "%s %" PRIu64 " %" PRIu64, own->v->verdict == VERDICT_TRUE ? "true" : "false", own->taken,
              last_effort(own));
  say(own, MESSAGE_VERDICT, text_cstr(&own->text));
  switch (hear(own)) {
  case MESSAGE_REPORT:
    read_run(own);
    verifier_settle(own->v);
    atomic_store(&own->reports, true);
    hold_signals();
    end(own->v->present(own->v, &(struct error){0}));
  case MESSAGE_KEEP: keep(own); break;
  default: break;
  }
  end(0);
}

static void tell_reason(struct own *own) {
  tell_view(own, &own->v->view);
  text_clear(&own->text);
  text_printf(&own->text, "%d %" PRIu64 "\n%s", (int)own->v->reason, last_effort(own),
              own->v->detail ? own->v->detail : "");
  say(own, MESSAGE_DONE, text_cstr(&own->text));
  end(0);
}

static void tell_error(struct own *own, const struct error *error) {
  text_clear(&own->text);
  text_printf(&own->text, "%d\n%s", error->status, error->message);
  say(own, MESSAGE_ERROR, text_cstr(&own->text));
  end(0);
}

// --- the process ----------------------------------------------------------------------------------------------------

static const char *numbered(const char *file, uint32_t number) {
  if (!file) return NULL;
  struct text text = {0};
  text_printf(&text, "%s.%u", file, number);
  const char *name = mem_strdup(text_cstr(&text));
  text_release(&text);
  return name;
}

// For people who look at processes.
static void name_process(const struct engine *engine) {
  char name[16];
  snprintf(name, sizeof name, "clew %s", engine->name);
  prctl(PR_SET_NAME, name);
}

void worker_run(void *context, struct channel *channel) {
  const struct worker_task *task = context;
  struct own own = {.task = task, .channel = channel, .v = task->verification, .first = true};
  struct job *job = own.v->job;
  const struct engine *engine = task->entry->engine;
  name_process(engine);
  limits_on_last_words(&job->limits, last_words, &own);
  limits_go_on(&job->limits);
  char folder[20];
  snprintf(folder, sizeof folder, "%u", task->number);
  if (!job_enter_folder(job, folder)) _exit(WORKER_STOPPED + REASON_INTERNAL);
  job->progress_wanted = false;
  struct request request = *job->request;
  request.options.trace_queries = numbered(request.options.trace_queries, task->number);
  request.options.record_queries = numbered(request.options.record_queries, task->number);
  job->request = &request;
  own.v->listener = (struct verifier_listener){.context = &own,
                                               .checks = checks,
                                               .checked = checked,
                                               .progress = progress,
                                               .asks = task->query ? asks : NULL};
  await_turn(&own);
  struct verifier_plan plan = {.engine = engine,
                               .options = task->entry->options,
                               .statistics = mem_zalloc(1, engine->statistics ? engine->statistics->size : 1),
                               .no_pre_run = true,
                               .turn = turn,
                               .context = &own};
  struct error error = {0};
  verifier_run(own.v, &plan, &error);
  if (error.status) tell_error(&own, &error);
  if (own.v->verdict == VERDICT_UNKNOWN) tell_reason(&own);
  ask(&own);
}
