// See undefined_exits.h. The search is that of the engine for pre-runs, on an automaton in which undefined behaviour is
// the error (front_undefined_exits), with a bound on its effort. Every error counts as not reproduced, so that the
// search goes on to the next one.
#include "campaign/undefined_exits.h"
#include "campaign/vacuity.h"
#include "cfa/pass/pipeline.h"
#include "run/run.h"
#include "state/state.h"
#include <stdlib.h>
#include <sys/resource.h>

#define LEAST_EFFORT (UINT64_C(1) << 17) // steps
#define MOST_EFFORT (UINT64_C(1) << 24)
#define EFFORT_SHARE 32 // of what the verdict took
#define QUERY_EFFORT 1024 // a query of the verdict, in steps
#define LEAST_SECONDS 0.004 // of the processor, for making the automaton and for searching
#define SECONDS_SHARE 0.015 // of what everything before took
#define PREPARING 2.2 // copying the automaton with its exits, and slicing it, takes less, for each second of making it

struct exit_search {
  struct job *job;
  struct cfa *cfa;
  struct search search;
  struct undefined_exits *exits;
};

static bool is_known(const struct undefined_exits *exits, struct source_place place, const char *text) {
  for (uint32_t i = 0; i < exits->list.size; i++) {
    const struct undefined_exit *e = &exits->list.data[i];
    bool here = e->place.file == place.file && e->place.line == place.line &&
                (!exits->by_column || e->place.column == place.column);
    if (here && strcmp(e->text, text) == 0) return true;
  }
  return false;
}

static void add_exit(struct undefined_exits *exits, struct source_place place, const char *text) {
  if (!is_known(exits, place, text)) vec_undefined_exit_push(&exits->list, (struct undefined_exit){text, place});
}

// In a model of the C library: where the program calls it.
static void add_exit_in_model(struct exit_search *x, const struct claim *claim, const char *text,
                              const char *function) {
  struct vec_edge edges = {0};
  struct state *last = NULL;
  enum state_event event =
      state_replay(x->search.program, claim->inputs.size, claim->inputs.data, LEAST_EFFORT, NULL, NULL, &last);
  if (last && event == STATE_ERROR) state_call_string(last, &edges);
  struct source_place place = cfa_location(x->cfa, claim->error_location)->place;
  const char *called = function;
  for (uint32_t i = 0; i < edges.size; i++) {
    const struct cfa_edge *e = cfa_edge(x->cfa, edges.data[i]);
    if (x->cfa->functions.data[cfa_location(x->cfa, e->from)->function].is_model || !e->first.line) continue;
    place = e->first;
    called = x->cfa->functions.data[e->callee].name;
  }
  struct text whole = {0};
  text_printf(&whole, "%s in %s", text, called);
  add_exit(x->exits, place, cfa_string(x->cfa, text_cstr(&whole)));
  text_release(&whole);
  if (last) state_free(last);
  vec_edge_release(&edges);
}

static bool note_exit(void *context, const struct claim *claim) {
  struct exit_search *x = context;
  const struct cfa_location *l = cfa_location(x->cfa, claim->error_location);
  if (vacuity_note_reached(&x->exits->markers, l->number)) return false;
  const struct cfa_function *function = &x->cfa->functions.data[l->function];
  if (function->is_model) add_exit_in_model(x, claim, l->text, function->name);
  else add_exit(x->exits, l->place, l->text);
  return false;
}

// Errors that the engine reached without asking for confirmation (it asks ever less often).
static void add_reached(struct exit_search *x, const unsigned char *reached) {
  for (uint32_t i = 0; i < x->cfa->locations.size; i++) {
    const struct cfa_location *l = &x->cfa->locations.data[i];
    if (!reached[i] || l->kind != LOC_ERROR || vacuity_note_reached(&x->exits->markers, l->number)) continue;
    if (!x->cfa->functions.data[l->function].is_model) add_exit(x->exits, l->place, l->text);
  }
}

static int by_place(const void *a, const void *b) {
  const struct source_place *p = &((const struct undefined_exit *)a)->place,
                            *q = &((const struct undefined_exit *)b)->place;
  if (p->file != q->file) return p->file < q->file ? -1 : 1;
  if (p->line != q->line) return p->line < q->line ? -1 : 1;
  return p->column < q->column ? -1 : p->column > q->column;
}

static bool has_errors(const struct cfa *cfa) {
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].kind == LOC_ERROR) return true;
  return false;
}

static void search_exits(struct job *job, struct undefined_exits *exits, uint64_t effort, double seconds) {
  struct stats stats = {0};
  struct exit_search x = {.job = job, .cfa = exits->cfa, .exits = exits};
  search_open_other(&x.search, job, exits->cfa, &stats);
  struct run_plan plan = {.engine = run_pre_run_engine(),
                          .budget = {.effort = effort > LEAST_EFFORT ? effort : LEAST_EFFORT, .cpu_seconds = seconds},
                          .solver = {.backend = "native", .caches = true, .query_seconds = seconds},
                          .listener = {.context = &x, .confirm = note_exit},
                          .unchecked = true};
  struct run_outcome outcome = run_checked(&x.search, &plan);
  add_reached(&x, x.search.reached);
  bool all = outcome.verdict == VERDICT_TRUE || outcome.reason == REASON_UNCONFIRMED;
  exits->complete = outcome.done && all && !stats.queries_unknown;
  search_close(&x.search);
  for (uint32_t i = 0; i < exits->list.size; i++) { // as the report's automaton numbers files
    struct source_place *place = &exits->list.data[i].place;
    if (place->line) place->file = cfa_add_file(job->program.cfa, exits->cfa->files.data[place->file]);
  }
  if (exits->list.size) qsort(exits->list.data, exits->list.size, sizeof *exits->list.data, by_place);
}

// Seconds of the processor so far, clang's too: what else runs on the machine does not matter.
static double used_seconds(void) {
  double seconds = 0;
  for (int i = 0; i < 2; i++) {
    struct rusage usage;
    if (getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage) != 0) continue;
    seconds += (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
    seconds += (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  }
  return seconds;
}

void undefined_exits_find(struct job *job, struct undefined_exits *exits) {
  double seconds = LEAST_SECONDS + SECONDS_SHARE * used_seconds(), before = clock_cpu();
  bool worth = PREPARING * job->program.front.build_seconds < seconds && limits_remaining(&job->limits) > 20 * seconds;
  if (!worth || !(exits->cfa = front_undefined_exits(&job->program.front))) return;
  cfa_add_markers(exits->cfa, &exits->markers);
  cfa_pipeline(exits->cfa, NULL, CFA_FORM_SLICED);
  exits->complete = !has_errors(exits->cfa);
  const struct stats *spent = &job->stats;
  uint64_t effort = (spent->steps + spent->queries_solver * QUERY_EFFORT) / EFFORT_SHARE;
  if (!exits->complete && !limits_stopped(&job->limits)) search_exits(job, exits, effort, seconds);
  vacuity_exclude(job, exits->cfa, &exits->markers, seconds);
  job->stats.time_exits = clock_cpu() - before;
}

void undefined_exits_find_each(struct job *job, struct undefined_exits *exits, double seconds) {
  exits->by_column = true;
  if (limits_stopped(&job->limits) || !(exits->cfa = front_undefined_exits(&job->program.front))) return;
  cfa_pipeline(exits->cfa, NULL, CFA_FORM_SLICED);
  exits->complete = !has_errors(exits->cfa);
  if (!exits->complete) search_exits(job, exits, MOST_EFFORT, seconds);
}

void undefined_exits_release(struct undefined_exits *exits) {
  vec_marker_release(&exits->markers);
  vec_undefined_exit_release(&exits->list);
  if (exits->cfa) cfa_free(exits->cfa);
}
