// The engine around the search: what is known beforehand, the frames, the certificate. See bself.h.
#include "engine/bself/bself.h"
#include "engine/engines.h"
#include <inttypes.h>

#define QUERY_SECONDS 0.5 // for a query in folding
#define SEED_SECONDS 2.0 // for invariants by induction beforehand
#define SEED_SHARE 0.2 // of the time that is left, at most
#define SHARED_SECONDS 0.5 // the same for what others have found out
#define SHARED_SHARE 0.05
#define QUESTION_EFFORT 256 // in steps, of a question that no back end may ever see
#define TARGETS_APART 8 // so many errors are searched for one by one

static const struct option_entry entries[] = {
#define OPTIONS struct bself_options
#include "base/table/option_entries.h"
#include "engine/bself/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
const struct option_table bself_option_table = OPTION_TABLE(entries, struct bself_options);

static const struct stats_entry statistics_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct bself_statistics, name)},
#define TIMER(name, text) {#name, text, true, offsetof(struct bself_statistics, name)},
#include "engine/bself/statistics.def"
#undef COUNTER
#undef TIMER
};
const struct stats_table bself_statistics_table = STATS_TABLE(statistics_entries, struct bself_statistics);

// --- asking ----------------------------------------------------------------------------------------------------------

struct term bself_invariant(struct bself *b, struct point p) {
  return term_and_n(b->tm, b->proven[p.id].size, b->proven[p.id].data);
}

// Does the location have no other point? Then what holds at this one holds whenever the location is reached.
static bool is_only_point(const struct expansion *x, struct point p) {
  for (uint32_t i = 0; i < x->points.size; i++)
    if (i != p.id && location_same(x->points.data[i].location, expansion_at(x, p)->location)) return false;
  return true;
}

void bself_prove(struct bself *b, struct point p, struct term formula) {
  if (term_is_true(b->tm, formula)) return;
  for (uint32_t i = 0; i < b->proven[p.id].size; i++)
    if (term_same(b->proven[p.id].data[i], formula)) return;
  vec_term_push(&b->proven[p.id], formula);
  const struct expanded_point *at = expansion_at(b->x, p);
  struct term plain = facts_plain(b->run.unfold, at->context, formula);
  if (!term_none(plain) && expansion_is_complete(b->x) && is_only_point(b->x, p))
    facts_prove(b->run.facts, at->location, plain);
}

enum answer bself_ask(struct bself *b, struct solver *solver, uint32_t n, const struct term *conjuncts) {
  if (term_is_false(b->tm, term_and_n(b->tm, n, conjuncts))) return ANSWER_UNSAT;
  b->run.stats->steps += QUESTION_EFFORT;
  return solver_check(solver, n, conjuncts);
}

bool bself_excluded(struct bself *b, uint32_t n, const struct term *conjuncts) {
  return bself_ask(b, b->run.best_effort, n, conjuncts) == ANSWER_UNSAT;
}

void bself_sweep(struct bself *b, uint32_t n, const struct goal *goals, uint32_t pass, const unsigned char *within,
                 struct map_u32 *out) {
  uint32_t before = terms_count(b->tm);
  expansion_sweep(b->x, n, goals, pass, within, out);
  b->run.stats->steps += out->size + (terms_count(b->tm) - before); // formulas that nothing prunes grow and grow
}

struct term bself_swept(struct bself *b, const struct map_u32 *out, struct point p) {
  return (struct term){map_u32_get_or(out, p.id, term_false(b->tm).id)};
}

// --- frames ----------------------------------------------------------------------------------------------------------

void bself_push_search(struct bself *b, struct search *s) {
  vec_frame_push(&b->stack, (struct frame){.kind = FRAME_SEARCH, .search = s});
}

static void free_frame(struct frame *f) {
  if (f->kind == FRAME_SEARCH) search_free(f->search);
  else fold_free(f->folding);
}

void bself_return(struct bself *b, enum outcome outcome, uint32_t depth) {
  free_frame(&b->stack.data[--b->stack.size]);
  b->returned = outcome;
  b->returned_depth = depth;
}

static void step(struct bself *b) {
  struct frame *top = &b->stack.data[b->stack.size - 1];
  double began = clock_cpu(), *seconds = b->stack.size == 1 ? &b->seconds_searching : &b->seconds_folding;
  b->run.stats->steps++;
  if (top->kind == FRAME_SEARCH) search_step(b, top->search);
  else fold_step(b, top->folding);
  *seconds += clock_cpu() - began;
}

// --- the beginning ---------------------------------------------------------------------------------------------------

static struct goal target_goal(struct bself *b, const struct target *t) {
  return (struct goal){.point = t->point, .formula = expansion_target(b->x, t, 0), .here = true};
}

// Errors one by one, if they are few; what else makes TRUE impossible all at once.
static void add_targets(struct bself *b, struct search *s) {
  const struct vec_target *targets = &b->x->targets;
  struct vec_goal errors = {0}, others = {0};
  uint32_t n_errors = 0;
  while (n_errors < targets->size && targets->data[n_errors].kind == TARGET_ERROR) n_errors++;
  for (uint32_t i = 0; i < targets->size; i++)
    vec_goal_push(i < n_errors ? &errors : &others, target_goal(b, &targets->data[i]));
  if (n_errors > TARGETS_APART) search_add_root(s, TARGET_ERROR, &targets->data[0], n_errors, errors.data);
  else
    for (uint32_t i = 0; i < n_errors; i++) search_add_root(s, TARGET_ERROR, &targets->data[i], 1, &errors.data[i]);
  if (others.size) {
    const struct target *first = &targets->data[n_errors];
    search_add_root(s, first->kind, first, others.size, others.data);
  }
  vec_goal_release(&errors);
  vec_goal_release(&others);
}

static bool is_disjunction(struct terms *tm, struct term t) {
  return term_kind(tm, t) == TERM_OR ||
         (term_kind(tm, t) == TERM_NOT && term_kind(tm, term_child(tm, t, 0)) == TERM_AND);
}

// Invariants that candidates of the facts prove by their own induction. Disjunctions, of which there are many, only
// where they are a proof already: a folding with all of them in each of its queries takes many times as long.
static void plant_seeds(struct bself *b) {
  double began = clock_now(), seconds = limits_remaining(b->run.limits) * SEED_SHARE;
  struct strengthening seeds;
  strengthen(b->x, b->options.sources, seconds < SEED_SECONDS ? seconds : SEED_SECONDS, &seeds);
  for (uint32_t i = 0; i < b->x->cuts.size; i++) {
    struct point p = b->x->cuts.data[i];
    // Where they are a proof already, what it needs is enough.
    const struct vec_term *known = seeds.excludes ? &seeds.needed[p.id] : &seeds.at[p.id];
    for (uint32_t k = 0; k < known->size; k++) {
      if (!seeds.excludes && is_disjunction(b->x->cfa->tm, known->data[k])) continue;
      bself_prove(b, p, known->data[k]);
      b->statistics->seeds++;
    }
  }
  strengthening_release(&seeds);
  b->statistics->time_seeds += clock_now() - began;
}

// The same with what others have found out since, when that is as much again: each time costs an induction.
static void plant_shared(struct bself *b) {
  uint64_t shared = facts_count(b->run.facts).shared;
  if (!b->x || b->options.paper || !(b->options.sources & SOURCE_SHARED) || shared < 2 * b->shared || !shared) return;
  b->shared = shared;
  double began = clock_now(), seconds = limits_remaining(b->run.limits) * SHARED_SHARE;
  struct strengthening found;
  strengthen_facts(b->x, SOURCE_SHARED, seconds < SHARED_SECONDS ? seconds : SHARED_SECONDS, &found);
  for (uint32_t i = 0; i < b->x->cuts.size; i++) {
    struct point p = b->x->cuts.data[i];
    for (uint32_t k = 0; k < found.at[p.id].size; k++) bself_prove(b, p, found.at[p.id].data[k]);
  }
  strengthening_release(&found);
  b->statistics->time_seeds += clock_now() - began;
}

static void begin_search(struct bself *b, bool plain) {
  struct search *s = search_new(false, NULL);
  s->plain = plain;
  add_targets(b, s);
  bself_push_search(b, s);
}

// What is easily verified, or has an error near by, needs no folding: the first optimisation of section 4.4, not for
// each loop, but for all of them at first. Then the search begins again.
static void go_on(struct bself *b) {
  bool decided = b->looked || b->returned == OUTCOME_CORRECT;
  b->looked = true;
  if (!decided) begin_search(b, false);
}

static void begin(struct bself *b) {
  b->x = expansion_new(&b->run, b->options.recursion);
  if (!b->x) return;
  expansion_mark_reached(b->x);
  uint32_t n = b->x->points.size + 1;
  b->proven = mem_zalloc(n, sizeof *b->proven);
  b->k = mem_zalloc(n, sizeof *b->k);
  families_find(b);
  if (!b->options.no_seeds) plant_seeds(b);
  b->looked = !bself_adds(b, ADDITION_PLAIN);
  begin_search(b, !b->looked);
}

// --- the end ---------------------------------------------------------------------------------------------------------

static void copy_counts(struct bself *b) {
  b->statistics->relations = b->counts.relations;
  b->statistics->validity_checks = b->counts.validity_checks;
  b->statistics->clauses_dropped = b->counts.clauses_dropped;
  b->statistics->relaxed = b->counts.relaxed;
  b->statistics->time_overapproximation = b->counts.seconds;
}

// The paper's paths are those of the automaton as it is.
static unsigned capabilities_with(const void *options) {
  bool paper = ((const struct bself_options *)options)->paper;
  return paper ? ENGINE_SINGLE_GOALS : ENGINE_LARGE_BLOCKS | ENGINE_SINGLE_GOALS;
}

// --- the engine ------------------------------------------------------------------------------------------------------

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  const struct bself_options *o = options;
  if (!facts_load(setting->facts, o->precision, error)) return NULL;
  struct bself *b = mem_zalloc(1, sizeof *b);
  b->options = *o;
  if (o->paper) b->options.additions = 0;
  if (o->paper) b->options.fold = FOLD_PATHS;
  b->options.no_seeds |= o->paper;
  double seconds = bself_adds(b, ADDITION_BOUNDS) ? QUERY_SECONDS : limits_remaining(setting->limits);
  run_init(&b->run, setting, &(struct run_wishes){.best_effort_seconds = seconds}, claim);
  b->tm = b->run.tm;
  b->statistics = statistics;
  arena_init(&b->arena);
  return b;
}

static bool advance(void *engine, const struct slice *slice) {
  struct bself *b = engine;
  run_begin_slice(&b->run, slice);
  if (!b->begun) begin(b);
  else plant_shared(b);
  b->begun = true;
  while (run_goes_on(&b->run) && b->stack.size) {
    step(b);
    if (!b->stack.size) go_on(b);
  }
  copy_counts(b);
  // Before the verdict: a run that is interrupted meanwhile has none.
  if (b->x && !b->stack.size && !b->run.found && b->run.incomplete == REASON_NONE) certify(b, b->returned_depth);
  return run_conclude(&b->run, !b->stack.size) != CONCLUSION_NONE;
}

// The loop that is being folded, the innermost of several.
static struct location folded(const struct bself *b) {
  for (uint32_t i = b->stack.size; i-- > 0;)
    if (b->stack.data[i].kind == FRAME_FOLDING)
      return expansion_at(b->x, b->stack.data[i].folding->family->cuts.data[0])->location;
  return LOCATION_NONE;
}

// The loop that could not be folded most often.
static struct location stubborn(const struct bself *b) {
  const struct family *most = NULL;
  for (uint32_t i = 0; i < b->families.size; i++)
    if (b->families.data[i]->failures > (most ? most->failures : 0)) most = b->families.data[i];
  return most ? expansion_at(b->x, most->cuts.data[0])->location : LOCATION_NONE;
}

static void view(const void *engine, struct engine_view *view) {
  const struct bself *b = engine;
  run_view(&b->run, view);
  if (!b->x) return;
  struct location at = folded(b);
  text_clear(&view->doing);
  text_add(&view->doing, location_none(at) ? "searching backward from " : "folding ");
  view_place(b->run.cfa, location_none(at) ? view->at : at, &view->doing);
  text_printf(&view->doing, ", sets of states searched: %" PRIu64, b->statistics->items);
  if (b->statistics->foldings)
    text_printf(&view->doing, ", %" PRIu64 " of %" PRIu64 " foldings with an invariant", b->statistics->loops_folded,
                b->statistics->foldings);
  view_slow(&b->run, &view->doing);
  if (!location_none(stubborn(b))) view->at = stubborn(b);
  else if (!location_none(at)) view->at = at;
  view->progress += b->statistics->loops_folded + b->statistics->subsumed_items;
  for (uint32_t i = 0; i < b->x->points.size; i++) view->progress += b->proven[i].size;
  view_advise_invariant(&b->run, view);
}

static void close(void *engine) {
  struct bself *b = engine;
  if (!limits_want_release(b->run.limits)) return;
  while (b->stack.size) free_frame(&b->stack.data[--b->stack.size]);
  vec_frame_release(&b->stack);
  families_release(b);
  for (uint32_t i = 0; b->x && i < b->x->points.size; i++) vec_term_release(&b->proven[i]);
  mem_free(b->proven);
  mem_free(b->k);
  expansion_free(b->x);
  arena_release(&b->arena);
  run_release(&b->run);
  mem_free(b);
}

const struct engine engine_bself = {
    .name = "bself",
    .summary = "backward symbolic execution with loop folding (algorithms 3 and 4 of Chalupa, Strejček)",
    .options = &bself_option_table,
    .statistics = &bself_statistics_table,
    .capabilities = ENGINE_LARGE_BLOCKS | ENGINE_SINGLE_GOALS,
    .capabilities_with = capabilities_with,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};
