// See portfolio.h.
#include "portfolio/portfolio.h"
#include "base/file/input.h"
#include "base/memory/alloc.h"
#include "base/process/machine.h"
#include "portfolio/slots.h"
#include "run/request/files.h"
#include <sys/mman.h>

#define ENDLESS_SECONDS 2.0 // at least, for a worker that never ends by itself, after the others gave up

static void note_schedule(struct portfolio *p, const struct features *features) {
  struct text text = {0};
  features_print(features, &text);
  report_timeline_event(&p->timeline, limits_elapsed(&p->job->limits), 0, -1, "schedule %s%s%s for a program with %s",
                        p->table.name, p->table.condition ? " " : "", p->table.condition ? p->table.condition : "",
                        text.size ? text_cstr(&text) : "nothing in it");
  text_release(&text);
}

static size_t queries_size(uint32_t n) { return (n + 1) * sizeof(struct worker_query); }

static struct worker_query *share_queries(uint32_t n) {
  void *shared = mmap(NULL, queries_size(n), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return shared == MAP_FAILED ? NULL : shared;
}

// Files that lines of the schedule write.
static bool check_files(const struct portfolio *p, struct error *error) {
  static const char option[] = "--dump-reached";
  const struct job *job = p->job;
  struct vec_string files = {0};
  for (uint32_t i = 0; i < p->table.entries.size; i++) {
    const struct schedule_entry *line = &p->table.entries.data[i];
    vec_string_push(&files, option_of_engine(line->engine->options, line->options, option));
  }
  bool good = outputs_check_engines(&job->request->options, job->program.cfa, &job->program.front.sources, option,
                                    &files, error);
  vec_string_release(&files);
  return good;
}

static bool make_schedule(struct portfolio *p, struct error *error) {
  struct features features;
  features_find(p->job->program.cfa, &features);
  const char *file = p->options->schedule;
  struct text content = {0};
  bool good = (!file || input_read(file, &content, error)) &&
              schedule_table_read(&p->table, file ? file : "default.schedule",
                                  file ? text_cstr(&content) : schedule_default_text, &features, error);
  text_release(&content);
  if (!good || !check_files(p, error)) return false;
  p->n = p->table.entries.size;
  p->slots = mem_zalloc(p->n + 1, sizeof *p->slots);
  p->queries = share_queries(p->n);
  uint32_t *shares = mem_alloc((p->n + 1) * sizeof *shares);
  for (uint32_t i = 0; i < p->n; i++) {
    struct slot *s = &p->slots[i];
    s->entry = &p->table.entries.data[i];
    report_timeline_engine(&p->timeline, s->entry->words);
    s->task = (struct worker_task){.verification = p->v,
                                   .entry = s->entry,
                                   .number = i + 1,
                                   .share = p->options->share,
                                   .query = p->queries ? &p->queries[i] : NULL};
    shares[i] = s->entry->share;
  }
  p->timeline.schedule = mem_strdup(p->table.name);
  note_schedule(p, &features);
  p->timeline.jobs = p->jobs;
  p->policy = policy_new(p->n, shares);
  mem_free(shares);
  return true;
}

// Only workers are left that never end, and they had their time: at least a little, and as much as those that gave up.
static bool endless_had_time(const struct portfolio *p) {
  double endless = 0, others = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    const struct slot *s = &p->slots[i];
    double seconds = slot_record(p, s)->seconds + (s->state == SLOT_RUNS ? clock_now() - s->turn.since : 0);
    if (s->state == SLOT_DONE) others += seconds;
    else if (engine_can(s->entry->engine, ENGINE_ENDLESS, NULL) && s->state != SLOT_DECIDED &&
             s->checking == VERDICT_UNKNOWN)
      endless += seconds;
    else return false;
  }
  return endless > ENDLESS_SECONDS && endless > others;
}

static void conduct(struct portfolio *p) {
  const struct limits *limits = &p->job->limits;
  while (!limits_stopped(limits)) {
    portfolio_give_turns(p);
    if (policy_is_over(p->policy) && !portfolio_first_decided(p)) return;
    portfolio_wait(p, TICK_SECONDS);
    portfolio_receive(p);
    if (portfolio_decide(p) || limits_stopped(limits) || endless_had_time(p)) return;
    portfolio_watch_queries(p);
    portfolio_suspend_hanging(p);
    portfolio_watch_memory(p);
    job_progress_of(p->job, &p->timeline);
  }
}

static void portfolio_release(struct portfolio *p) {
  for (uint32_t i = 0; i < p->n; i++) {
    struct slot *s = &p->slots[i];
    if (s->worker) slot_free_worker(s);
    text_release(&s->inbox);
    text_release(&s->result);
    text_release(&s->doing);
  }
  if (p->queries) munmap(p->queries, queries_size(p->n));
  guard_end(&p->guard);
  mem_free(p->slots);
  if (p->policy) policy_free(p->policy);
  schedule_table_release(&p->table);
  report_timeline_release(&p->timeline);
  text_release(&p->text);
  text_release(&p->kept);
  text_release(&p->facts);
}

// Workers run until one has a verdict or all have ended.
static void run_workers(struct portfolio *p, struct error *error) {
  struct job *job = p->job;
  guard_start(&p->guard, &job->limits, &job->temp);
  conduct(p);
  job_erase_progress(job);
  if (p->winner) portfolio_take_result(p);
  else portfolio_report_unknown(p, error);
}

void portfolio_run(struct verifier *v, struct error *error) {
  struct job *job = v->job;
  struct portfolio p = {.v = v,
                        .job = job,
                        .options = job->request->options.engine_options,
                        .statistics = job->statistics};
  p.jobs = p.options->jobs ? p.options->jobs : machine_cores();
  verifier_prepare(v); // for all workers
  // An error in the schedule is reported even where the pre-run would decide.
  bool given = p.options->schedule;
  if ((!given || make_schedule(&p, error)) && (job->request->options.no_pre_run || !verifier_pre_run(v, error)) &&
      !error->status && (given || make_schedule(&p, error)))
    run_workers(&p, error);
  portfolio_release(&p);
}
