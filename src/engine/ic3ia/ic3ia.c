// The engine: frames are made safe one after the other, until one of them is inductive. See ic3ia.h.
#include "engine/ic3ia/ic3ia.h"
#include "engine/engines.h"
#include <inttypes.h>

#define EXACT_SECONDS 0.3 // for the question whether a counterexample is spurious, before its predicates are looked for
#define INTERPOLATE_SECONDS 6.0 // for those: where there are none the engine gives up

static void begin(struct ic3ia *e) {
  e->begun = true;
  e->x = expansion_new(&e->run, e->options.recursion);
  if (!e->x) return;
  e->n_places = e->x->cuts.size + 1;
  e->places = mem_zalloc(e->n_places, sizeof *e->places);
  e->places[PLACE_ENTRY].point = POINT_NONE;
  for (uint32_t i = 1; i < e->n_places; i++) e->places[i].point = e->x->cuts.data[i - 1];
  if (!ic3ia_relations_make(e)) return;
  predicates_begin(e);
  e->frames = 1;
}

// --- phases ----------------------------------------------------------------------------------------------------------

static void look_at_entry(struct ic3ia *e) {
  uint32_t bad = e->places[PLACE_ENTRY].bad;
  enum answer answer = bad == PLACE_NONE ? ANSWER_UNSAT : relation_ask_targets(e, &e->relations.data[bad], 0);
  if (answer == ANSWER_SAT) ic3ia_refine(e, bad, UINT32_MAX);
  if (answer == ANSWER_UNSAT) e->phase = PHASE_BLOCK, e->cursor = 1;
}

// An obligation, or the place at hand: does its last frame allow a target?
static void make_safe(struct ic3ia *e) {
  if (e->queue.size) {
    block_next(e);
    return;
  }
  if (e->cursor == e->n_places) {
    e->frames++;
    e->phase = PHASE_PUSH;
    e->level = 1;
    e->cursor = 1;
    e->clause = 0;
    return;
  }
  block_forget(e);
  uint32_t bad = e->places[e->cursor].bad;
  struct relation *r = bad == PLACE_NONE ? NULL : &e->relations.data[bad];
  enum answer answer = r ? relation_ask_targets(e, r, e->frames) : ANSWER_UNSAT;
  if (answer == ANSWER_SAT) block_bad(e, e->cursor, r);
  if (answer == ANSWER_UNSAT) e->cursor++;
}

static bool has_clauses(const struct ic3ia *e, uint32_t level) {
  for (uint32_t i = 1; i < e->n_places; i++)
    for (uint32_t k = 0; k < e->places[i].clauses.size; k++)
      if (e->places[i].clauses.data[k].level == level) return true;
  return false;
}

// Every place of the level was looked at.
static void end_level(struct ic3ia *e) {
  e->cursor = 1;
  if (!has_clauses(e, e->level)) {
    e->phase = PHASE_PROVED;
    e->invariant = e->level + 1;
    e->exhausted = true;
  } else if (++e->level == e->frames) {
    e->phase = PHASE_BLOCK;
  }
}

// One clause: does it hold in the next frame, too?
static void push_clause(struct ic3ia *e) {
  if (e->cursor == e->n_places) {
    end_level(e);
    return;
  }
  struct place *p = &e->places[e->cursor];
  while (e->clause < p->clauses.size && p->clauses.data[e->clause].level != e->level) e->clause++;
  if (e->clause == p->clauses.size) {
    e->cursor++;
    e->clause = 0;
    return;
  }
  enum answer answer =
      block_leads(e, e->cursor, e->level, &p->clauses.data[e->clause].cube, false, few_conflicts(e), NULL);
  if (answer == ANSWER_UNSAT) {
    block_raise(e, e->cursor, e->clause, e->level + 1);
    e->statistics->pushed++;
  }
  e->clause++;
}

static void step(struct ic3ia *e) {
  run_progress(&e->run, e->frames);
  if (e->phase == PHASE_ENTRY) look_at_entry(e);
  else if (e->phase == PHASE_BLOCK) make_safe(e);
  else if (e->phase == PHASE_PUSH) push_clause(e);
}

// With --paper nothing but the printed algorithm.
static unsigned capabilities_with(const void *options) {
  return ((const struct ic3ia_options *)options)->paper ? 0 : ENGINE_LARGE_BLOCKS | ENGINE_PRE_RUN;
}

// --- the engine ------------------------------------------------------------------------------------------------------

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  const struct ic3ia_options *o = options;
  if (!facts_load(setting->facts, o->precision, error)) return NULL;
  struct ic3ia *e = mem_zalloc(1, sizeof *e);
  run_init(&e->run, setting,
           &(struct run_wishes){.best_effort_seconds = EXACT_SECONDS, .interpolate_seconds = INTERPOLATE_SECONDS},
           claim);
  claim->certificate.kind = CERTIFICATE_ANNOTATION;
  e->options = *o;
  if (o->paper) e->options.sources = 0;
  e->options.no_lift |= o->paper;
  if (o->paper) e->options.interpolants = INTERPOLANTS_MERGED;
  e->statistics = statistics;
  return e;
}

static bool advance(void *engine, const struct slice *slice) {
  struct ic3ia *e = engine;
  run_begin_slice(&e->run, slice);
  if (!e->begun) {
    double start = clock_cpu();
    begin(e);
    e->statistics->time_begin = clock_cpu() - start;
  }
  if (!e->frames && !limits_stopped(e->run.limits)) e->exhausted = true; // it was not begun: the run knows why
  while (!e->exhausted && run_goes_on(&e->run)) step(e);
  e->statistics->frames = e->frames;
  if (e->x) expansion_mark_reached(e->x);
  if (e->phase == PHASE_PROVED && !e->run.found && e->run.incomplete == REASON_NONE) {
    double start = clock_cpu();
    ic3ia_certify(e);
    e->statistics->time_certify = clock_cpu() - start;
  }
  return run_conclude(&e->run, e->exhausted) != CONCLUSION_NONE;
}

static void view(const void *engine, struct engine_view *view) {
  const struct ic3ia *e = engine;
  run_view(&e->run, view);
  if (!e->frames) return;
  text_clear(&view->doing);
  text_printf(&view->doing,
              "frame %" PRIu32 ", %" PRIu64 " clauses over %" PRIu64 " predicates, %" PRIu64
              " spurious counterexamples",
              e->frames, e->statistics->clauses, e->statistics->predicates, e->statistics->spurious);
  view_slow(&e->run, &view->doing);
  // Predicates that differ in constants only count iterations, and so do frames.
  view->progress += e->shapes.new + (e->phase == PHASE_PROVED);
  if (!e->run.errors && e->frames > 1)
    view_line(&view->proved, "no error on paths that visit loop heads at most %" PRIu32 " times", e->frames - 1);
  view_advise_invariant(&e->run, view);
}

static void release_places(struct ic3ia *e) {
  for (uint32_t i = 0; i < e->n_places; i++) {
    struct place *p = &e->places[i];
    vec_term_release(&p->predicates);
    vec_term_release(&p->invariants);
    map_u32_release(&p->known);
    for (uint32_t k = 0; k < p->clauses.size; k++) vec_int_release(&p->clauses.data[k].cube);
    vec_clause_release(&p->clauses);
    vec_frame_event_release(&p->events);
    vec_u32_release(&p->in);
    vec_u32_release(&p->out);
  }
  mem_free(e->places);
}

static void close(void *engine) {
  struct ic3ia *e = engine;
  if (!limits_want_release(e->run.limits)) return;
  block_forget(e);
  vec_obligation_release(&e->obligations);
  vec_u32_release(&e->queue);
  ic3ia_relations_release(e);
  release_places(e);
  vec_int_release(&e->assumptions);
  vec_int_release(&e->question);
  for (uint32_t i = 0; i < e->n_cores; i++) vec_int_release(&e->cores[i]);
  mem_free(e->cores);
  shapes_release(&e->shapes);
  expansion_free(e->x);
  run_release(&e->run);
  mem_free(e);
}

static const struct option_entry option_entries[] = {
#define OPTIONS struct ic3ia_options
#include "base/table/option_entries.h"
#include "engine/ic3ia/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table option_table = OPTION_TABLE(option_entries, struct ic3ia_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct ic3ia_statistics, name)},
#define TIMER(name, text) {#name, text, true, offsetof(struct ic3ia_statistics, name)},
#include "engine/ic3ia/statistics.def"
#undef COUNTER
#undef TIMER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct ic3ia_statistics);

const struct engine engine_ic3ia = {
    .name = "ic3ia",
    .summary = "IC3 with implicit predicate abstraction (Cimatti, Griggio, Mover, Tonetta)",
    .options = &option_table,
    .statistics = &stats_table,
    .capabilities = ENGINE_LARGE_BLOCKS | ENGINE_PRE_RUN,
    .capabilities_with = capabilities_with,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};
