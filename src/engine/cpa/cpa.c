// The engines `cpa` and `value`: see cpa.h.
#include "base/file/output.h"
#include "engine/cpa/reached.h"
#include "engine/cpa/refine.h"
#include "engine/cpa/waitlist.h"
#include "engine/engines.h"
#include <inttypes.h>
#include <stdio.h>

static const struct option_entry option_entries[] = {
#define OPTIONS struct cpa_options
#include "base/table/option_entries.h"
#include "engine/cpa/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table option_table = OPTION_TABLE(option_entries, struct cpa_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct cpa_statistics, name)},
#define TIMER(name, text) {#name, text, true, offsetof(struct cpa_statistics, name)},
#include "engine/cpa/statistics.def"
#undef COUNTER
#undef TIMER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct cpa_statistics);

// With --paper nothing but the printed algorithm.
static unsigned capabilities_with(const void *options) {
  return ((const struct cpa_options *)options)->paper ? 0 : ENGINE_UNITED_TESTS;
}

static void release(struct cpa *cpa) {
  composite_close_all(cpa);
  waitlist_free(cpa->waitlist);
  reached_set_free(cpa->reached);
  refiner_free(cpa->refiner);
  if (cpa->tracking) tracking_free(cpa->tracking);
  persistents_free(cpa->pool);
  for (uint32_t i = 0; i < cpa->too_large.capacity; i++) {
    if (cpa->too_large.cells[i].key == MAP_EMPTY) continue;
    struct unfold_step *step = cpa->too_large.cells[i].value;
    mem_free((void *)step->step.inputs);
    mem_free(step);
  }
  map_ptr_release(&cpa->too_large);
  map_u32_release(&cpa->apart);
  vec_reached_state_release(&cpa->states);
  mem_free(cpa->traits);
  mem_free(cpa->leaves_loop);
  run_release(&cpa->run);
  mem_free(cpa);
}

static struct cpa *cpa_new(const struct run_setting *setting, struct claim *claim, const void *options,
                           void *statistics, const char *analyses, struct error *error) {
  struct cpa *cpa = mem_zalloc(1, sizeof *cpa);
  run_init(&cpa->run, setting, NULL, claim);
  claim->certificate.kind = CERTIFICATE_GRAPH;
  cpa->options = options;
  cpa->statistics = statistics;
  cpa->pool = persistents_new();
  composite_find_traits(cpa);
  cpa->reached = reached_set_new(cpa);
  if (cpa_refines(cpa)) cpa->tracking = tracking_new(cpa->run.cfa, (enum precision_scope)cpa->options->precision_scope);
  if (!composite_open(cpa, cpa->options->analyses ? cpa->options->analyses : analyses, error)) {
    release(cpa);
    return NULL;
  }
  enum waitlist_order order = (enum waitlist_order)cpa->options->search;
  if (order == ORDER_AUTO) order = cpa->any_joins ? ORDER_PROGRAM : ORDER_DFS;
  cpa->waitlist = waitlist_new(cpa->run.unfold, order);
  return cpa;
}

static void *open_cpa(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                      struct error *error) {
  return cpa_new(setting, claim, options, statistics, "symbolic,constraints", error);
}

static void *open_value(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                        struct error *error) {
  return cpa_new(setting, claim, options, statistics, "value", error);
}

static void measure(struct cpa *cpa) {
  const struct graph *g = cpa->run.graph;
  size_t bytes = g->nodes.size * sizeof *g->nodes.data + g->arcs.size * sizeof *g->arcs.data +
                 cpa->states.size * sizeof *cpa->states.data + reached_bytes(cpa->reached) +
                 persistents_bytes(cpa->pool);
  for (uint32_t i = 0; i < cpa->n; i++)
    if (cpa->analyses[i]->bytes) bytes += cpa->analyses[i]->bytes(cpa->selves[i]);
  if (cpa->states.size) cpa->statistics->bytes_per_state = bytes / cpa->states.size;
}

static void dump(struct cpa *cpa) {
  struct text out = {0};
  struct error error = {0};
  if (strcmp(cpa->options->dump_reached, "-") != 0) text_add(&out, "# " OUTPUT_MARK "\n");
  cpa_dump(cpa, &out);
  if (!output_write(cpa->options->dump_reached, &out, &error))
    fprintf(stderr, "clew: --dump-reached: %s\n", error.message);
  error_release(&error);
  text_release(&out);
}

// A slice that refines learns something new (what is tracked grows), or diverges. One that does not is progress,
// unless it unrolls a loop: then a good part of the new states at loop heads lie on one path.
#define UNROLLED_PART 4

static bool advance(void *engine, const struct slice *slice) {
  struct cpa *cpa = engine;
  run_begin_slice(&cpa->run, slice);
  uint64_t new = cpa->heads_new, deepest = cpa->heads_deepest, refinements = cpa->statistics->refinements;
  double begin = clock_now(), solver = cpa->run.stats->time_solver;
  cpa_explore(cpa);
  cpa->seconds += clock_now() - begin;
  cpa->solver_seconds += cpa->run.stats->time_solver - solver;
  if (cpa->seconds > 0) cpa->statistics->solver_share = (uint64_t)(100 * cpa->solver_seconds / cpa->seconds + 0.5);
  new = cpa->heads_new - new;
  deepest = cpa->heads_deepest - deepest;
  cpa->advanced += refinements == cpa->statistics->refinements && deepest * UNROLLED_PART <= new;
  enum conclusion conclusion = run_conclude(&cpa->run, cpa_is_exhausted(cpa));
  if (conclusion != CONCLUSION_NONE) measure(cpa);
  if (conclusion != CONCLUSION_NONE && cpa->options->dump_reached) dump(cpa);
  if (conclusion == CONCLUSION_TRUE) {
    run_searched(&cpa->run);
    cpa_certify(cpa);
  }
  return conclusion != CONCLUSION_NONE;
}

// What is tracked is too little for some programs, however long it is.
static void advise_symbolic(const struct cpa *cpa, struct engine_view *view) {
  uint32_t index;
  if (cpa_find(cpa, "symbolic", &index)) return;
  bool values = cpa_find(cpa, "value", &index), intervals = cpa_find(cpa, "interval", &index);
  bool others = cpa->n > (uint32_t)values + (uint32_t)intervals;
  const char *tracked = others                ? "no symbolic values"
                        : values && intervals ? "only explicit values and intervals"
                        : values              ? "only explicit values"
                                              : "only intervals";
  view_line(&view->advice, "%s are tracked: try --engine cpa%s, which tracks symbolic values", tracked,
            cpa->options->analyses ? " without --analyses" : "");
}

static void view(const void *engine, struct engine_view *view) {
  const struct cpa *cpa = engine;
  const struct cpa_statistics *s = cpa->statistics;
  struct text work = {0};
  run_view(&cpa->run, view);
  view->progress += cpa->advanced + s->tracked;
  view_count(&work, s->reached - s->removed, "state");
  text_printf(&work, ", %" PRIu32 " open, ", waitlist_size(cpa->waitlist));
  if (cpa->tracking) {
    view_count(&work, s->tracked, "variable");
    text_add(&work, " and ");
    view_count(&work, s->predicates, "predicate");
    text_add(&work, " tracked after ");
    view_count(&work, s->refinements, "refinement");
    text_add(&work, ", ");
  }
  text_add(&work, text_cstr(&view->doing));
  text_release(&view->doing);
  view->doing = work;
  advise_symbolic(cpa, view);
}

static void close(void *engine) {
  struct cpa *cpa = engine;
  if (limits_want_release(cpa->run.limits)) release(cpa);
}

const struct engine engine_cpa = {
    .name = "cpa",
    .summary = "configurable program analyses with CEGAR: symbolic values and constraints (Lemberger)",
    .options = &option_table,
    .statistics = &stats_table,
    .capabilities = ENGINE_UNITED_TESTS,
    .capabilities_with = capabilities_with,
    .open = open_cpa,
    .advance = advance,
    .view = view,
    .close = close,
};

const struct engine engine_value = {
    .name = "value",
    .summary = "the same with explicit values only (Beyer, Löwe)",
    .options = &option_table,
    .statistics = &stats_table,
    .capabilities = ENGINE_UNITED_TESTS,
    .capabilities_with = capabilities_with,
    .open = open_value,
    .advance = advance,
    .view = view,
    .close = close,
};
