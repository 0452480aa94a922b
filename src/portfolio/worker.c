// See worker.h.
#include "portfolio/worker.h"
#include "base/memory/alloc.h"
#include "facts/exchange.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define VIEW_SECONDS 0.25 // between two views during a turn

struct worker_state {
  const struct worker_task *task;
  struct channel *channel;
  struct verifier *v;
  struct exchange *exchange; // NULL: nothing is shared, or the engine is not open yet
  struct text message; // the last one received
  struct text text; // to send
  uint64_t effort; // of the turn
  uint64_t reported_effort; // of the turns before
  bool first; // turn
  uint64_t taken; // facts received that were new
  const void *running; // the engine; NULL: not open yet
  double next_view; // the time of the next view
};

_Noreturn static void end(int status) {
  fflush(NULL);
  _exit(status);
}

static void send_message(struct worker_state *w, char kind, const char *text) {
  if (!channel_send(w->channel, kind, text, strlen(text))) _exit(1); // the parent is gone
}

// Waits for a message.
static char receive(struct worker_state *w) {
  char kind;
  if (!channel_receive(w->channel, &kind, &w->message)) _exit(1);
  return kind;
}

// For limits_on_emergency: the parent reads the reason from the exit status.
static int emergency_report(void *context, enum reason why) {
  (void)context;
  return WORKER_STOPPED + (int)why;
}

// --- turns ----------------------------------------------------------------------------------------------------------

static void await_turn(struct worker_state *w) {
  if (receive(w) != MESSAGE_GO) _exit(0);
  char *rest;
  w->effort = strtoull(text_cstr(&w->message), &rest, 10);
}

static void take_facts(struct worker_state *w) {
  const char *rest = strchr(text_cstr(&w->message), '\n');
  if (w->exchange && rest && rest[1]) w->taken += exchange_import(w->exchange, rest + 1);
}

static void send_view(struct worker_state *w, const struct engine_view *view) {
  text_clear(&w->text);
  report_view_write(view, &w->text);
  send_message(w, MESSAGE_VIEW, text_cstr(&w->text));
}

// For people only: a turn may be long, and may never end.
static void progress(void *context) {
  struct worker_state *w = context;
  const struct engine *engine = w->task->entry->engine;
  double now = clock_now();
  if (!w->running || !engine->view || now < w->next_view) return;
  w->next_view = now + VIEW_SECONDS;
  struct engine_view view = {0};
  engine->view(w->running, &view);
  send_view(w, &view);
  engine_view_release(&view);
}

// For people, too: a query may be all that is left of the time.
static void asks(void *context, struct location at) {
  const struct worker_state *w = context;
  struct worker_query *q = w->task->query;
  if (!location_none(at)) {
    struct source_place place = cfa_location(w->v->job->program.cfa, at)->place;
    atomic_store_explicit(&q->file, place.file, memory_order_relaxed);
    atomic_store_explicit(&q->line, place.line, memory_order_relaxed);
  }
  atomic_store_explicit(&q->number, atomic_load_explicit(&q->number, memory_order_relaxed) + 1, memory_order_release);
}

static void send_turn(struct worker_state *w, const void *running) {
  if (w->exchange) {
    text_clear(&w->text);
    exchange_export(w->exchange, &w->text);
    if (w->text.size) send_message(w, MESSAGE_FACTS, text_cstr(&w->text));
  }
  struct engine_view view = {0};
  const struct engine *engine = w->task->entry->engine;
  if (engine->view) engine->view(running, &view);
  text_clear(&w->text);
  text_printf(&w->text, "%" PRIu64 " %" PRIu64 "\n", w->effort, w->taken);
  w->reported_effort += w->effort;
  report_view_write(&view, &w->text);
  engine_view_release(&view);
  send_message(w, MESSAGE_USED, text_cstr(&w->text));
}

// Between two slices of the engine (run_plan).
static bool turn(void *context, const void *running, struct slice *slice) {
  struct worker_state *w = context;
  struct verifier *v = w->v;
  w->running = running;
  if (w->first) { // the turn has begun already; facts are of the automaton in the engine's form
    if (w->task->share) w->exchange = exchange_new(v->search.facts, v->job->program.cfa, w->task->share);
    w->first = false;
    progress(w); // its first query may be its last
  } else {
    send_turn(w, running);
    await_turn(w);
  }
  take_facts(w);
  *slice = (struct slice){.effort = w->effort};
  return !limits_stopped(&v->job->limits);
}

static void checks(void *context, enum verdict verdict) {
  send_message(context, MESSAGE_CHECKS, verdict == VERDICT_TRUE ? "true" : "false");
}

static void checked(void *context, bool good, bool reproducible) {
  send_message(context, MESSAGE_CHECKED, good ? "0" : reproducible ? "2" : "1");
}

// --- the verdict ----------------------------------------------------------------------------------------------------

static void keep(struct worker_state *w) {
  text_clear(&w->text);
  text_printf(&w->text, "%s.%s", text_cstr(&w->message),
              w->v->result.verdict == VERDICT_TRUE         ? "true"
              : w->v->job->request->kind == INPUT_FILE_CFA ? "false"
                                                           : "false.c");
  if (verifier_keep(w->v, text_cstr(&w->text))) send_message(w, MESSAGE_KEPT, text_cstr(&w->text));
}

// Of the last turn, which need not be as long as it could have been.
static uint64_t last_effort(const struct worker_state *w) {
  uint64_t all = w->v->view.effort;
  return all > w->reported_effort ? all - w->reported_effort : 0;
}

// The verdict is sent with its result. The parent ends this process, or wants the evidence in files.
static void send_verdict(struct worker_state *w) {
  text_clear(&w->text);
  text_printf(&w->text, "%s %" PRIu64 " %" PRIu64 "\n", w->v->result.verdict == VERDICT_TRUE ? "true" : "false",
              w->taken, last_effort(w));
  verifier_write_result(w->v, &w->text);
  send_message(w, MESSAGE_VERDICT, text_cstr(&w->text));
  if (receive(w) == MESSAGE_KEEP) keep(w);
  end(0);
}

static void send_reason(struct worker_state *w) {
  send_view(w, &w->v->view);
  text_clear(&w->text);
  text_printf(&w->text, "%d %" PRIu64 "\n%s", (int)w->v->result.reason, last_effort(w),
              w->v->result.detail ? w->v->result.detail : "");
  send_message(w, MESSAGE_DONE, text_cstr(&w->text));
  end(0);
}

static void send_error(struct worker_state *w, const struct error *error) {
  text_clear(&w->text);
  text_printf(&w->text, "%d\n%s", error->status, error->message);
  send_message(w, MESSAGE_ERROR, text_cstr(&w->text));
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
  struct worker_state w = {.task = task, .channel = channel, .v = task->verification, .first = true};
  struct job *job = w.v->job;
  const struct engine *engine = task->entry->engine;
  name_process(engine);
  char folder[20];
  snprintf(folder, sizeof folder, "%u", task->number);
  struct job_child child = {.folder = folder, .emergency_report = emergency_report, .context = &w};
  if (!job_enter_child(job, &child)) _exit(WORKER_STOPPED + REASON_INTERNAL);
  struct request request = *job->request;
  request.options.trace_queries = numbered(request.options.trace_queries, task->number);
  request.options.record_queries = numbered(request.options.record_queries, task->number);
  job->request = &request;
  w.v->listener = (struct verifier_listener){.context = &w,
                                             .checks = checks,
                                             .checked = checked,
                                             .progress = progress,
                                             .asks = task->query ? asks : NULL};
  await_turn(&w);
  struct run_plan plan = {.engine = engine,
                          .options = task->entry->options,
                          .statistics = mem_zalloc(1, engine->statistics ? engine->statistics->size : 1),
                          .no_pre_run = true,
                          .turn = turn,
                          .turn_context = &w};
  struct error error = {0};
  verifier_run(w.v, &plan, &error);
  if (error.status) send_error(&w, &error);
  if (w.v->result.verdict == VERDICT_UNKNOWN) send_reason(&w);
  send_verdict(&w);
}
