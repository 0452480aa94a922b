// See vacuity.h. Markers that were reached become stops, and the engine of pre-runs tries to prove the others
// unreachable; a marker that it reaches is noted, and it tries again without it. Where it finds no proof, for instance
// since a loop does not end, an engine with abstraction tries all markers that are left, and then each one in a forked
// process: each proof has a sliced automaton, and a hard one takes no time from the others.
#include "campaign/vacuity.h"
#include "base/process/worker.h"
#include "cfa/pass/pipeline.h"
#include "run/run.h"
#include "state/state.h"
#include <unistd.h>

enum { TRIES = 3, EFFORT = 1 << 18 };
#define APART_SECONDS 0.5 // for all proofs apart, besides a multiple of what the first had
#define APART_SHARE 8
#define CHECK_SHARE 0.5 // of the time of a proof, besides, to check it
#define LEAST_APART 0.01 // seconds; a proof with less is not tried

struct proof_search {
  struct cfa *cfa;
  struct vec_marker *markers;
  bool found; // another one is reached
};

bool vacuity_note_reached(struct vec_marker *markers, uint32_t number) {
  for (uint32_t i = 0; i < markers->size; i++)
    if (markers->data[i].number == number) return markers->data[i].reached = true;
  return false;
}

static bool note(void *context, const struct claim *claim) {
  struct proof_search *a = context;
  a->found |= vacuity_note_reached(a->markers, cfa_location(a->cfa, claim->error_location)->number);
  return false;
}

static bool is_open(const struct marker *p) { return !p->reached && !p->excluded; }

// The errors that are left are open markers, or only this one. How many are there?
static uint32_t leave_open(struct cfa *cfa, const struct vec_marker *markers, const struct marker *only) {
  struct map_u32 open = {0};
  uint32_t n = 0;
  for (uint32_t i = 0; i < markers->size; i++)
    if (is_open(&markers->data[i]) && (!only || only == &markers->data[i]))
      map_u32_put(&open, markers->data[i].number, 1);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    if (l->kind != LOC_ERROR) continue;
    bool left = map_u32_find(&open, l->number);
    n += left;
    if (!left) l->kind = LOC_STOP;
  }
  map_u32_release(&open);
  cfa_pipeline_again(cfa, CFA_FORM_SLICED);
  return n;
}

// Is it proved that no error can be reached, and was that checked?
static bool prove(struct job *job, struct proof_search *a, const struct engine *engine, double seconds) {
  struct stats stats = {0};
  struct search search;
  search_open_other(&search, job, a->cfa, &stats);
  struct run_plan plan = {.engine = engine,
                          .budget = {.effort = EFFORT, .cpu_seconds = seconds},
                          .solver = {.backend = "native", .caches = true, .query_seconds = seconds},
                          .listener = {.context = a, .confirm = note}};
  struct run_outcome outcome = run_checked(&search, &plan);
  search_close(&search);
  return outcome.verdict == VERDICT_TRUE;
}

// --- proofs in processes of their own --------------------------------------------------------------------------------

struct proof_apart {
  struct job *job;
  struct proof_search search;
  const struct marker *only; // NULL: all that are open
  double seconds;
};

static int end_silently(void *context, enum reason why) {
  (void)context;
  (void)why;
  return 1;
}

// All that is made here goes with the process. Its status is 0 if there is a proof.
static void work_apart(void *context, struct channel *channel) {
  struct proof_apart *x = context;
  struct job *job = x->job;
  struct cfa *cfa = x->search.cfa;
  (void)channel;
  double end = clock_now() + x->seconds * (1 + CHECK_SHARE);
  job_enter_child(job, &(struct job_child){.deadline = end, .emergency_report = end_silently});
  bool proved = !leave_open(cfa, x->search.markers, x->only);
  if (!proved) {
    cfa_merge_branches(cfa, false, true);
    proved = prove(job, &x->search, engine_with(ENGINE_SINGLE_GOALS, 0), x->seconds) && !x->search.found;
  }
  _exit(proved ? 0 : 1);
}

static bool prove_apart(struct proof_apart *x, double seconds) {
  struct limits *limits = &x->job->limits;
  x->seconds = seconds;
  struct worker *worker = worker_start(limits, work_apart, x);
  if (!worker) return false;
  double until = clock_now() + seconds * (1 + CHECK_SHARE);
  int status = 1;
  bool ended = false;
  while (!(ended = worker_has_ended(worker, &status)) && clock_now() < until && !limits_stopped(limits))
    worker_wait(limits, 1, &worker, until);
  worker_free(worker);
  return ended && status == 0;
}

static void exclude_apart(struct job *job, struct cfa *cfa, struct vec_marker *markers, double seconds) {
  double end = clock_now() + seconds, left;
  struct proof_apart x = {.job = job, .search = {.cfa = cfa, .markers = markers}};
  uint32_t n = 0;
  for (uint32_t i = 0; i < markers->size; i++) n += is_open(&markers->data[i]);
  if (!n || !engine_with(ENGINE_SINGLE_GOALS, 0)) return;
  bool several = n > 1, all = prove_apart(&x, seconds / 4);
  for (uint32_t i = 0; i < markers->size && !limits_stopped(&job->limits); i++) {
    struct marker *p = &markers->data[i];
    if (!is_open(p)) continue;
    x.only = p;
    left = (end - clock_now()) / (1 + CHECK_SHARE);
    if (!all && left < LEAST_APART) return;
    // One that is hard leaves the others their part; what one does not need is there for those behind.
    double part = left / n-- + LEAST_APART;
    p->excluded = all || (several && prove_apart(&x, part < left ? part : left));
  }
}

void vacuity_exclude(struct job *job, struct cfa *cfa, struct vec_marker *markers, double seconds) {
  bool proved = false;
  struct proof_search a = {.cfa = cfa, .markers = markers, .found = true};
  for (uint32_t i = 0; i < TRIES && a.found && !proved && !limits_stopped(&job->limits); i++) {
    a.found = false;
    proved = !leave_open(cfa, markers, NULL) || prove(job, &a, run_pre_run_engine(), seconds);
  }
  for (uint32_t i = 0; i < markers->size; i++) markers->data[i].excluded = proved && !markers->data[i].reached;
  double more = APART_SECONDS + APART_SHARE * seconds, left = limits_remaining(&job->limits) / 4;
  if (!proved) exclude_apart(job, cfa, markers, more < left ? more : left);
  for (uint32_t i = 0; i < markers->size; i++) {
    struct marker *p = &markers->data[i];
    if (p->place.line) p->place.file = cfa_add_file(job->program.cfa, cfa->files.data[p->place.file]);
  }
}

static bool same_place(struct source_place a, struct source_place b) {
  return a.line && a.file == b.file && a.line == b.line && a.column == b.column;
}

// Is every marker of this kind at the place excluded, and is there one?
static bool is_excluded(const struct vec_marker *markers, enum marker_kind kind, enum property property,
                        struct source_place place) {
  bool any = false;
  for (uint32_t i = 0; i < markers->size; i++) {
    const struct marker *p = &markers->data[i];
    if (p->kind != kind || (kind == MARKER_CHECK && p->property != property) || !same_place(p->place, place)) continue;
    if (!p->excluded) return false;
    any = true;
  }
  return any;
}

void vacuity_mark(const struct vec_marker *markers, struct vec_assertion *assertions) {
  for (uint32_t i = 0; i < assertions->size; i++) {
    struct assertion *a = &assertions->data[i];
    if (a->status == ASSERTION_PROVED && is_excluded(markers, MARKER_CHECK, a->property, a->place))
      a->status = ASSERTION_UNREACHABLE;
  }
}

void vacuity_places(const struct vec_marker *markers, struct vec_place *out) {
  for (uint32_t i = 0; i < markers->size; i++) {
    const struct marker *p = &markers->data[i];
    bool known = false;
    for (uint32_t k = 0; k < out->size && !known; k++) known = same_place(out->data[k], p->place);
    if (p->kind != MARKER_ASSUMES || !p->reached || known) continue;
    if (is_excluded(markers, MARKER_ASSUMED, PROPERTY_UNREACH, p->place)) vec_place_push(out, p->place);
  }
}
