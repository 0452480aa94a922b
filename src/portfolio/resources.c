// What workers use: the solver, for which a worker may wait without a message, and memory, which all share.
#include "portfolio/slots.h"
#include "base/process/inherited.h"

#define LONG_QUERY 1.0 // seconds: a query that takes longer is named in the report

static void name_query(const struct portfolio *p, struct slot *s) {
  const struct worker_query *q = s->task.query;
  struct source_place place = {.file = atomic_load(&q->file), .line = atomic_load(&q->line)};
  struct text doing = {0};
  text_printf(&doing, "%s%sa query at ", text_cstr(&s->doing), s->doing.size ? ", " : "");
  cfa_place_brief(p->job->program.cfa, place, &doing);
  text_printf(&doing, " has taken %.1f s", s->query_seconds);
  engine_record_doing(slot_record(p, s), text_cstr(&doing));
  text_release(&doing);
  s->query_named = true;
}

// A worker that waits for its solver sends no message: shared memory shows how long its query takes.
void portfolio_watch_queries(struct portfolio *p) {
  double now = clock_now(), seconds = now - p->ticked;
  p->ticked = now;
  for (uint32_t i = 0; p->queries && i < p->n; i++) {
    struct slot *s = &p->slots[i];
    if (s->state != SLOT_RUNS || s->checking != VERDICT_UNKNOWN) continue;
    uint32_t number = atomic_load_explicit(&s->task.query->number, memory_order_acquire);
    s->query_seconds = number % 2 && number == s->query ? s->query_seconds + seconds : 0;
    s->query = number;
    if (s->query_seconds >= LONG_QUERY) {
      name_query(p, s);
    } else if (s->query_named) {
      engine_record_doing(slot_record(p, s), text_cstr(&s->doing));
      s->query_named = false;
    }
  }
}

// --- memory ---------------------------------------------------------------------------------------------------------

static size_t memory_of_all(const struct portfolio *p, bool exact, struct slot **largest, uint32_t *n) {
  size_t sum = limits_memory_of(0), most = 0;
  *n = 0;
  *largest = NULL;
  for (uint32_t i = 0; i < p->n; i++) {
    struct slot *s = &p->slots[i];
    if (!s->worker || s->state == SLOT_DECIDED) continue;
    size_t memory = worker_memory(s->worker, exact);
    sum += memory;
    ++*n;
    if (s->checking != VERDICT_UNKNOWN || memory <= most) continue; // a worker with a verdict under check is kept
    *largest = s;
    most = memory;
  }
  // The parts of the workers in what is inherited are no more than that together; the parent's is left out already.
  size_t inherited = exact ? inherited_bytes() : 0;
  return sum > inherited ? sum - inherited : 0;
}

// All workers share the run's memory. When it is nearly used up, the largest worker is ended. The last worker is ended
// by its own limits.
void portfolio_watch_memory(struct portfolio *p) {
  struct slot *largest;
  uint32_t n;
  size_t limit = p->job->limits.memory, most = limit - limit / 16;
  if (!limit || memory_of_all(p, false, &largest, &n) < most || n < 2) return;
  if (memory_of_all(p, true, &largest, &n) < most || !largest) return; // quick numbers count shared pages several times
  slot_ends_with(p, largest, REASON_MEMORY, "");
  slot_free_worker(largest);
  p->statistics->workers_died++;
}
