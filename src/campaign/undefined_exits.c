// See ends.h. The search is that of the engine for short looks, on an automaton in which undefined behaviour is the
// error (front_path_ends), with a bound on its effort. Every error counts as not reproduced, so that the search goes on
// to the next one.
#include "campaign/undefined_exits.h"
#include "campaign/vacuity.h"
#include "cfa/pass/pipeline.h"
#include "run/schedule.h"
#include "run/search.h"
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

struct end_search {
  struct job *job;
  struct cfa *cfa;
  struct search search;
  struct path_ends *ends;
};

static bool is_known(const struct path_ends *ends, struct source_place place, const char *text) {
  for (uint32_t i = 0; i < ends->list.size; i++) {
    const struct path_end *e = &ends->list.data[i];
    bool here = e->place.file == place.file && e->place.line == place.line &&
                (!ends->by_column || e->place.column == place.column);
    if (here && strcmp(e->text, text) == 0) return true;
  }
  return false;
}

static void add_end(struct path_ends *ends, struct source_place place, const char *text) {
  if (!is_known(ends, place, text)) vec_path_end_push(&ends->list, (struct path_end){text, place});
}

// In a model of the C library: where the program calls it.
static void add_end_in_model(struct end_search *x, const struct claim *claim, const char *text, const char *function) {
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
  add_end(x->ends, place, cfa_string(x->cfa, text_cstr(&whole)));
  text_release(&whole);
  if (last) state_free(last);
  vec_edge_release(&edges);
}

static bool note_end(void *context, const struct claim *claim) {
  struct end_search *x = context;
  const struct cfa_location *l = cfa_location(x->cfa, claim->error_location);
  if (probing_note(&x->ends->probes, l->number)) return false;
  const struct cfa_function *function = &x->cfa->functions.data[l->function];
  if (function->is_model) add_end_in_model(x, claim, l->text, function->name);
  else add_end(x->ends, l->place, l->text);
  return false;
}

// Those that were met when nobody asked any more (an engine asks ever less often).
static void add_reached(struct end_search *x, const unsigned char *reached) {
  for (uint32_t i = 0; i < x->cfa->locations.size; i++) {
    const struct cfa_location *l = &x->cfa->locations.data[i];
    if (!reached[i] || l->kind != LOC_ERROR || probing_note(&x->ends->probes, l->number)) continue;
    if (!x->cfa->functions.data[l->function].is_model) add_end(x->ends, l->place, l->text);
  }
}

static int by_place(const void *a, const void *b) {
  const struct source_place *p = &((const struct path_end *)a)->place, *q = &((const struct path_end *)b)->place;
  if (p->file != q->file) return p->file < q->file ? -1 : 1;
  if (p->line != q->line) return p->line < q->line ? -1 : 1;
  return p->column < q->column ? -1 : p->column > q->column;
}

static bool has_errors(const struct cfa *cfa) {
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].kind == LOC_ERROR) return true;
  return false;
}

static void search_ends(struct job *job, struct path_ends *ends, uint64_t effort, double seconds) {
  struct stats stats = {0};
  struct end_search x = {.job = job, .cfa = ends->cfa, .ends = ends};
  search_open_other(&x.search, job, ends->cfa, &stats);
  struct solver_config solver = {.backend = "native", .caches = true, .query_seconds = seconds};
  struct run_setting setting =
      search_setting(&x.search, solver, (struct run_listener){.context = &x, .confirm = note_end});
  struct slice slice = {.effort = effort > LEAST_EFFORT ? effort : LEAST_EFFORT, .cpu_seconds = seconds};
  struct claim claim;
  struct error error = {0};
  claim_init(&claim);
  bool done = schedule_slice(engine_for("pre-run"), &setting, &slice, &claim, &error);
  error_release(&error);
  add_reached(&x, x.search.reached);
  bool all = claim.verdict == VERDICT_TRUE || claim.reason == REASON_UNCONFIRMED;
  ends->complete = done && all && !stats.queries_unknown;
  claim_release(&claim);
  search_close(&x.search);
  for (uint32_t i = 0; i < ends->list.size; i++) { // as the report's automaton numbers files
    struct source_place *place = &ends->list.data[i].place;
    if (place->line) place->file = cfa_add_file(job->program.cfa, ends->cfa->files.data[place->file]);
  }
  if (ends->list.size) qsort(ends->list.data, ends->list.size, sizeof *ends->list.data, by_place);
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

void ends_find(struct job *job, struct path_ends *ends) {
  double seconds = LEAST_SECONDS + SECONDS_SHARE * used_seconds(), before = clock_cpu();
  bool worth = PREPARING * job->program.front.build_seconds < seconds && limits_remaining(&job->limits) > 20 * seconds;
  if (!worth || !(ends->cfa = front_path_ends(&job->program.front))) return;
  cfa_add_markers(ends->cfa, &ends->probes);
  cfa_pipeline(ends->cfa, NULL, CFA_FORM_SLICED);
  ends->complete = !has_errors(ends->cfa);
  const struct stats *spent = &job->stats;
  uint64_t effort = (spent->steps + spent->queries_solver * QUERY_EFFORT) / EFFORT_SHARE;
  if (!ends->complete && !limits_stopped(&job->limits)) search_ends(job, ends, effort, seconds);
  probing_exclude(job, ends->cfa, &ends->probes, seconds);
  job->stats.time_ends = clock_cpu() - before;
}

void ends_find_each(struct job *job, struct path_ends *ends, double seconds) {
  ends->by_column = true;
  if (limits_stopped(&job->limits) || !(ends->cfa = front_path_ends(&job->program.front))) return;
  cfa_pipeline(ends->cfa, NULL, CFA_FORM_SLICED);
  ends->complete = !has_errors(ends->cfa);
  if (!ends->complete) search_ends(job, ends, MOST_EFFORT, seconds);
}

void ends_release(struct path_ends *ends) {
  vec_marker_release(&ends->probes);
  vec_path_end_release(&ends->list);
  if (ends->cfa) cfa_free(ends->cfa);
}
