// See bse.h.
#include "engine/bse/bse.h"
#include "explore/path.h"
#include <inttypes.h>

static const struct option_entry entries[] = {
#define OPTIONS struct bse_options
#include "base/table/option_entries.h"
#include "engine/bse/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table options_table = OPTION_TABLE(entries, struct bse_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct bse_statistics, name)},
#define TIMER(name, text) {#name, text, true, offsetof(struct bse_statistics, name)},
#include "engine/bse/statistics.def"
#undef COUNTER
#undef TIMER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct bse_statistics);

static bool is_error(const struct bse *b, const struct item *item) {
  return b->expansion->targets.data[item->target].kind == TARGET_ERROR;
}

static struct location location_of(const struct bse *b, const struct item *item) {
  return expansion_at(b->expansion, item->point)->location;
}

// --- feasibility -----------------------------------------------------------------------------------------------------

// On SAT *model is a new reference. Unanswered: TRUE cannot be claimed any more.
static enum answer check(struct bse *b, const struct item *item, struct term formula, struct model **model) {
  struct solver *solver = b->run.solver;
  if (item->model && model_holds(item->model, formula)) {
    b->statistics->by_model++;
    *model = model_ref(item->model);
    return ANSWER_SAT;
  }
  solver_push(solver);
  solver_assert(solver, formula);
  double before = run_asks(&b->run, location_of(b, item));
  enum answer answer = solver_check(solver, 0, NULL);
  run_answered(&b->run, location_of(b, item), before);
  *model = answer == ANSWER_SAT ? solver_model(solver) : NULL;
  solver_pop(solver);
  if (answer == ANSWER_UNKNOWN) run_incomplete(&b->run, run_unanswered(&b->run), "", location_of(b, item));
  return answer;
}

// A feasible path from the entry of main.
static void arrive(struct bse *b, const struct item *item) {
  const struct target *target = &b->expansion->targets.data[item->target];
  b->run.stats->paths++;
  if (target->kind != TARGET_ERROR) {
    run_incomplete(&b->run, target_reason(target->kind), target_text(b->expansion, target),
                   expansion_at(b->expansion, target->point)->location);
    return;
  }
  struct vec_edge edges = {0};
  for (const struct item *i = item; i->parent != ITEM_NONE; i = &b->items.data[i->parent])
    vec_edge_push(&edges, b->expansion->steps.data[i->step].step->edge);
  path_error(&b->run, edges.size, edges.data);
  vec_edge_release(&edges);
}

// --- the search ------------------------------------------------------------------------------------------------------

static void add(struct bse *b, struct item item) {
  if (term_is_false(b->run.tm, item.formula)) {
    b->statistics->infeasible++;
    return;
  }
  vec_item_push(&b->items, item);
  b->mass += item.mass;
}

static void begin(struct bse *b) {
  b->begun = true;
  b->expansion = expansion_new(&b->run, b->options.recursion);
  if (b->expansion) expansion_mark_reached(b->expansion);
  for (uint32_t i = 0; b->expansion && i < b->expansion->targets.size; i++) {
    const struct target *target = &b->expansion->targets.data[i];
    add(b, (struct item){.point = target->point,
                         .formula = expansion_target(b->expansion, target, 0),
                         .parent = ITEM_NONE,
                         .target = i,
                         .mass = MASS_WHOLE / b->expansion->targets.size});
  }
}

// The paths with one more step at the beginning. `model`: of the item's formula.
static void prolong(struct bse *b, uint32_t i, struct model *model) {
  struct expansion *x = b->expansion;
  struct item item = b->items.data[i];
  const struct vec_u32 *in = &expansion_at(x, item.point)->in;
  for (uint32_t k = 0; k < in->size; k++) {
    const struct expanded_step *s = &x->steps.data[in->data[k]];
    if (!s->step->known) continue; // a target of its own
    struct item before = {.point = s->from,
                          .parent = i,
                          .step = in->data[k],
                          .target = item.target,
                          .length = item.length + 1,
                          .cuts = item.cuts,
                          .open_before = item.open,
                          .mass = item.mass / in->size};
    run_note(&b->run, expansion_at(x, s->from)->location, 1);
    before.formula = expansion_pre(x, in->data[k], item.formula, before.length);
    if (!b->options.no_guess)
      before.model = expansion_guess(x, before.step, before.length, item.formula, before.formula, model);
    run_count_step(&b->run, term_arity(b->run.tm, before.formula));
    add(b, before);
  }
}

static void note_feasible(struct bse *b, struct item *item) {
  bool cut = expansion_at(b->expansion, item->point)->cut;
  item->feasible = true;
  item->has_inputs = inputs_in(b->expansion, item->formula);
  item->cuts += cut;
  item->open = cut ? item->has_inputs ? item->open_before + 1 : 0 : item->open_before;
  b->statistics->feasible++;
  if (item->length > b->statistics->longest) b->statistics->longest = item->length;
}

static void explore(struct bse *b, uint32_t i) {
  struct item *item = &b->items.data[i];
  struct model *model = NULL;
  // Nothing but an error is of interest when TRUE cannot be claimed any more.
  if ((b->run.incomplete != REASON_NONE && !is_error(b, item)) || bse_is_duplicate(b, i)) return;
  bool entry = point_same(item->point, b->expansion->entry);
  if (entry &&
      check(b, item, term_and(b->run.tm, item->formula, expansion_initial(b->expansion)), &model) == ANSWER_SAT)
    arrive(b, item);
  if (entry && !expansion_at(b->expansion, item->point)->in.size && !model) {
    b->statistics->infeasible++;
    return;
  }
  if (!model && check(b, item, item->formula, &model) != ANSWER_SAT) {
    b->statistics->infeasible++;
    return;
  }
  if (b->options.inputs == INPUTS_ELIMINATE) item->formula = inputs_eliminate(b->expansion, item->formula, &b->inputs);
  note_feasible(b, item);
  if (!bse_is_duplicate(b, i)) {
    bse_list(b, i);
    prolong(b, i, model);
  }
  model_unref(model);
}

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  (void)error; // its options fit together, whatever they are
  const struct bse_options *o = options;
  struct bse *b = mem_zalloc(1, sizeof *b);
  run_init(&b->run, setting, NULL, claim);
  b->options = *o;
  if (o->paper) b->options.duplicates = DUPLICATES_KEEP;
  if (o->paper) b->options.inputs = INPUTS_KEEP;
  b->options.no_guess |= o->paper;
  b->statistics = statistics;
  return b;
}

static bool advance(void *engine, const struct slice *slice) {
  struct bse *b = engine;
  run_begin_slice(&b->run, slice);
  if (!b->begun) begin(b);
  for (; run_goes_on(&b->run) && b->next < b->items.size; b->next++) {
    if (b->run.incomplete == REASON_NONE) b->certain = b->items.data[b->next].length;
    run_progress(&b->run, b->items.data[b->next].length);
    explore(b, b->next);
    struct item *item = &b->items.data[b->next];
    model_unref(item->model);
    item->model = NULL;
    b->mass -= item->mass;
  }
  b->statistics->inputs = b->inputs.eliminated;
  b->statistics->inputs_left = b->inputs.left;
  b->statistics->time_inputs = b->inputs.seconds;
  enum conclusion conclusion = run_conclude(&b->run, b->next == b->items.size);
  if (conclusion == CONCLUSION_TRUE) bse_certify(b);
  return conclusion != CONCLUSION_NONE;
}

static void view(const void *engine, struct engine_view *view) {
  const struct bse *b = engine;
  struct text work = {0};
  run_view(&b->run, view);
  if (!b->begun) return;
  uint32_t length = b->next < b->items.size ? b->items.data[b->next].length : 0;
  view->progress += mass_progress(b->mass);
  text_printf(&work, "backward paths of %" PRIu32 " edges, %" PRIu32 " done, %" PRIu32 " open, %s", length, b->next,
              b->items.size - b->next, text_cstr(&view->doing));
  text_release(&view->doing);
  view->doing = work;
  // The shortest come first.
  if (!b->run.errors && b->certain > 1)
    view_line(&view->proved, "no error on paths of at most %" PRIu32 " edges of the automaton", b->certain - 1);
}

static void close(void *engine) {
  struct bse *b = engine;
  if (!limits_want_release(b->run.limits)) return;
  for (uint32_t i = b->next; i < b->items.size; i++) model_unref(b->items.data[i].model);
  vec_item_release(&b->items);
  map_u32_release(&b->seen);
  map_u32_release(&b->listed);
  expansion_free(b->expansion);
  run_release(&b->run);
  mem_free(b);
}

const struct engine engine_bse = {
    .name = "bse",
    .summary = "backward symbolic execution from the errors (algorithm 1 of Chalupa, Strejček)",
    .options = &options_table,
    .statistics = &stats_table,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};
