// The engine: base case and induction step take turns, by effort. See kind.h.
#include "engine/kind/kind.h"
#include "engine/engines.h"
#include <inttypes.h>

#define FAR 16 // levels
#define LONG_SECONDS 0.005
#define SECOND_EFFORT 4e6 // steps of execution in about a second

// --- induction on iterations of loops --------------------------------------------------------------------------------

static void begin(struct kind *k) {
  k->begun = true;
  k->x = expansion_new(&k->run, k->options.recursion);
  if (!k->x) return;
  base_init(k);
  step_init(k);
}

// Is the induction step of no use any more?
static bool is_incomplete(const struct kind *k) { return k->run.incomplete != REASON_NONE; }

static bool is_done(struct kind *k) {
  uint32_t most = k->options.k_max;
  if (!k->x || k->closed) return true;
  if (!is_incomplete(k) && k->phase == PHASE_PROVED && k->safe >= k->k) return true;
  bool step_is_over = is_incomplete(k) || k->options.step == STEP_NONE || (k->phase == PHASE_EXTEND && k->k >= most);
  if (!most || k->safe < most || !step_is_over) return false;
  run_incomplete(&k->run, REASON_DEPTH, "k", expansion_at(k->x, k->x->entry)->location);
  return true;
}

// The base is always ahead of the step; beyond that, who had less gets the turn. When it is far ahead, errors are less
// likely; and when k is great, so is a proof.
static bool is_for_base(const struct kind *k) {
  uint32_t most = k->options.k_max;
  if (k->options.step == STEP_NONE) return true;
  if (most && k->safe >= most) return false;
  if (is_incomplete(k) || k->phase == PHASE_PROVED || k->safe <= k->k) return true;
  return k->base_effort * (k->safe > k->k + FAR ? 2 : 1) <= k->step_effort * (1 + k->k / FAR);
}

// Effort is counted in steps, but for what takes long: hard queries differ too much.
static void take_turn(struct kind *k) {
  uint64_t before = run_effort(&k->run);
  double start = clock_cpu();
  bool base = is_for_base(k);
  if (base) base_advance(k);
  else step_advance(k);
  double seconds = clock_cpu() - start;
  uint64_t effort = run_effort(&k->run) - before;
  if (seconds > LONG_SECONDS) effort += (uint64_t)(seconds * SECOND_EFFORT);
  *(base ? &k->base_effort : &k->step_effort) += effort;
}

static bool advance_loops(struct kind *k) {
  if (!k->begun) begin(k);
  while (!k->exhausted && run_goes_on(&k->run)) {
    k->exhausted = is_done(k);
    if (!k->exhausted) take_turn(k);
  }
  if (!k->x) return k->exhausted;
  k->statistics->visits = k->base.visits.size + k->step.visits.size;
  window_mark_reached(&k->base);
  if (!k->closed) window_mark_reached(&k->step); // what iterations do that the base case did not reach
  return k->exhausted;
}

// --- induction on control-flow paths ---------------------------------------------------------------------------------

static bool advance_paths(struct kind *k) {
  if (!k->paths) k->paths = kind_paths_new(&k->run, k->options.recursion);
  bool done = kind_paths_advance(k->paths);
  k->statistics->k = kind_paths_k(k->paths);
  return done;
}

// Paths are of the automaton as it is.
static unsigned capabilities_with(const void *options) {
  const struct kind_options *o = options;
  bool loops = o->step != STEP_PATHS && !o->paper;
  return loops ? ENGINE_LARGE_BLOCKS | ENGINE_SINGLE_GOALS : ENGINE_SINGLE_GOALS;
}

// --- the engine ------------------------------------------------------------------------------------------------------

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  const struct kind_options *o = options;
  if (!facts_load(setting->facts, o->precision, error)) return NULL;
  struct kind *k = mem_zalloc(1, sizeof *k);
  run_init(&k->run, setting, &(struct run_wishes){.best_effort_seconds = BEST_EFFORT_SECONDS}, claim);
  claim->certificate.kind = CERTIFICATE_ANNOTATION;
  k->options = *o;
  if (o->paper) k->options.step = STEP_PATHS;
  k->statistics = statistics;
  return k;
}

static bool advance(void *engine, const struct slice *slice) {
  struct kind *k = engine;
  run_begin_slice(&k->run, slice);
  bool paths = k->options.step == STEP_PATHS, exhausted = (paths ? advance_paths : advance_loops)(k);
  // First, because it asks the solver: the run may be stopped meanwhile.
  if (exhausted && !paths && !k->run.found && !is_incomplete(k) && !limits_stopped(k->run.limits)) kind_certificate(k);
  return run_conclude(&k->run, exhausted) != CONCLUSION_NONE;
}

static uint64_t logarithm(uint64_t n) {
  uint64_t bits = 0;
  while (n >>= 1) bits++;
  return bits;
}

// The first loop of which the induction step is not shown yet.
static struct location open_loop(const struct kind *k) {
  for (uint32_t i = 0; k->x && i < k->x->cuts.size; i++)
    if (!k->proved[i]) return expansion_at(k->x, k->x->cuts.data[i])->location;
  return LOCATION_NONE;
}

static void view_loops(const struct kind *k, struct engine_view *view) {
  struct text place = {0};
  view->at = open_loop(k);
  view_place(k->run.cfa, view->at, &place);
  text_clear(&view->doing);
  if (k->options.step == STEP_NONE)
    text_printf(&view->doing, "bounded model checking, up to %" PRIu32 " visits of loop heads", k->safe);
  else
    text_printf(&view->doing,
                "induction step of %s, k = %" PRIu32 ", base case up to %" PRIu32 ", %" PRIu64 " invariants of %" PRIu64
                " candidates",
                text_cstr(&place), k->k, k->safe, k->statistics->conjuncts_proved, k->statistics->conjuncts_tried);
  view_slow(&k->run, &view->doing);
  text_release(&place);
  // The base brings a proof nearer, if at all, the more the longer it is.
  view->progress += k->statistics->conjuncts_proved + logarithm(k->safe) + k->phase / PHASE_PROVED;
  if (!k->run.errors && k->certain > 1)
    view_line(&view->proved, "no error on paths that visit loop heads at most %" PRIu32 " times", k->certain - 1);
  view_advise_invariant(&k->run, view);
}

static void view(const void *engine, struct engine_view *view) {
  const struct kind *k = engine;
  run_view(&k->run, view);
  if (k->x) view_loops(k, view);
  if (!k->paths) return;
  text_clear(&view->doing);
  text_printf(&view->doing, "induction on control-flow paths, k = %" PRIu64, k->statistics->k);
  view_slow(&k->run, &view->doing);
  view->progress += logarithm(k->statistics->k);
}

static void close(void *engine) {
  struct kind *k = engine;
  if (!limits_want_release(k->run.limits)) return;
  if (k->x) {
    base_release(k);
    step_release(k);
    for (uint32_t i = 0; k->cells && i < k->x->points.size; i++) vec_term_release(&k->cells[i]);
    mem_free(k->cells);
  }
  expansion_free(k->x);
  if (k->paths) kind_paths_free(k->paths);
  run_release(&k->run);
  mem_free(k);
}

static const struct option_entry option_entries[] = {
#define OPTIONS struct kind_options
#include "base/table/option_entries.h"
#include "engine/kind/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table option_table = OPTION_TABLE(option_entries, struct kind_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct kind_statistics, name)},
#include "engine/kind/statistics.def"
#undef COUNTER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct kind_statistics);

const struct engine engine_kind = {
    .name = "kind",
    .summary = "k-induction on iterations of loops, or on control-flow paths (algorithm 2 of Chalupa, Strejček)",
    .options = &option_table,
    .statistics = &stats_table,
    .capabilities = ENGINE_LARGE_BLOCKS | ENGINE_SINGLE_GOALS,
    .capabilities_with = capabilities_with,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};
