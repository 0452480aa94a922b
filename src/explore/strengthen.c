// See strengthen.h.
//
// No path is executed forward: with B(c, j) the states at c from which a segment leads into the negation of candidate
// j, which is a sweep, the segment breaks the candidate if what is assumed at c and B(c, j) are satisfiable together.
// The model has values of the inputs, too, so that it tells exactly which candidates it breaks.
//
// Components are settled one after the other, in the order in which the program reaches them: what is assumed before a
// component is final by then, and what was not settled when time is over costs only the components after it. A cut
// point whose turn has not come has no candidates, so that the order is a matter of precision, not of soundness.
#include "explore/strengthen.h"
#include "term/quantified.h"
#include "term/walk.h"
#include <assert.h>

enum {
  MAX_CANDIDATES = 128, // of one cut point
  MAX_ATOMS = 24, // of these, atoms of what leads to targets
  MAX_SWEPT = 1 << 19, // candidates times points that their sweeps may pass, in one component
  MAX_QUESTIONS = 2000, // in one component
};
#define QUERY_SECONDS 0.5

struct candidate {
  struct point point;
  struct term formula;
  bool gone;
};
VEC_TYPE(vec_candidate, struct candidate)

// States from which a segment breaks a candidate.
struct breaking {
  uint32_t candidate;
  struct term formula;
};
VEC_TYPE(vec_breaking, struct breaking)

// Where segments begin: the entry of main, or a cut point.
struct start {
  struct point point;
  bool entry;
  struct vec_breaking breaks;
  bool asked; // since its assumptions were last weakened
};
VEC_TYPE(vec_start, struct start)

struct strengthener {
  struct expansion *x;
  struct strengthening *out;
  struct solver *solver;
  uint32_t sources;
  double deadline;
  struct map_u32 targets; // sweep of the targets: point → formula
  // Of the component at hand.
  struct vec_candidate candidates;
  struct vec_u32 *at; // by point: numbers of its candidates
  struct vec_start starts;
  struct map_u32 start_of; // point → index
  uint32_t questions;
};

static bool out_of_time(const struct strengthener *s) {
  return limits_stopped(s->x->run->limits) || clock_now() > s->deadline;
}

// --- candidates ------------------------------------------------------------------------------------------------------

// Only about globals, the bump pointer and the frames that are there.
static bool speaks_of_frames(struct strengthener *s, struct context context, struct term formula) {
  struct unfold *u = s->x->unfold;
  uint32_t n;
  const uint32_t *vars = term_free_vars(s->x->tm, formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term v = {vars[i]};
    struct context owner, at = context;
    uint32_t var;
    if (term_same(v, unfold_heap(u))) continue;
    if (!unfold_var_of(u, v, &owner, &var)) return false; // an input, or universally quantified
    while (!context_none(at) && !context_same(at, owner)) at = unfold_parent(u, at);
    if (context_none(at)) return false;
  }
  return true;
}

// `plain`: the formula over the automaton's variables, or none.
static void add_candidate(struct strengthener *s, struct point p, struct term formula, struct term plain) {
  const struct expanded_point *at = expansion_at(s->x, p);
  if (s->at[p.id].size == MAX_CANDIDATES || term_is_const(s->x->tm, formula)) return;
  if (!speaks_of_frames(s, at->context, formula)) return;
  for (uint32_t i = 0; i < s->at[p.id].size; i++)
    if (term_same(s->candidates.data[s->at[p.id].data[i]].formula, formula)) return;
  s->out->candidates++;
  if (!term_none(plain) && facts_refute(s->x->run->facts, at->location, plain)) {
    s->out->refuted++;
    return;
  }
  vec_u32_push(&s->at[p.id], s->candidates.size);
  vec_candidate_push(&s->candidates, (struct candidate){p, formula, false});
}

static void add_plain(struct strengthener *s, struct point p, struct term plain) {
  if (!term_none(quantified_in(s->x->tm, plain))) return;
  add_candidate(s, p, facts_instance(s->x->unfold, expansion_at(s->x, p)->context, plain), plain);
}

static void add_instance(struct strengthener *s, struct point p, struct term formula) {
  add_candidate(s, p, formula, facts_plain(s->x->unfold, expansion_at(s->x, p)->context, formula));
}

static void add_from_facts(struct strengthener *s, struct point p) {
  struct facts *facts = s->x->run->facts;
  struct location location = expansion_at(s->x, p)->location;
  struct vec_term plain = {0};
  const struct vec_term *proven = facts_proven(facts, location);
  for (uint32_t i = 0; proven && i < proven->size; i++) vec_term_push(&plain, proven->data[i]);
  facts_candidates(facts, location, s->sources, &plain);
  for (uint32_t i = 0; i < plain.size; i++) add_plain(s, p, plain.data[i]);
  vec_term_release(&plain);
}

static bool is_atom(struct terms *tm, struct term t) {
  if (sort_kind(tm, term_sort(tm, t)) != SORT_BOOL) return false;
  if (!term_arity(tm, t)) return true;
  return sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) != SORT_BOOL;
}

// That no segment from here leads to a target, and parts of that.
static void add_from_targets(struct strengthener *s, struct point p) {
  struct terms *tm = s->x->tm;
  const uint32_t *bad = map_u32_find(&s->targets, p.id);
  if (!bad) return;
  struct vec_term conjuncts = {0};
  vec_term_push(&conjuncts, term_not(tm, (struct term){*bad}));
  terms_tidy(tm, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++) add_instance(s, p, conjuncts.data[i]);
  struct term_walk walk = {.tm = tm, .left_to_right = true};
  term_walk_add(&walk, (struct term){*bad});
  uint32_t atoms = 0;
  for (struct term t; atoms < MAX_ATOMS && term_walk_next(&walk, &t);) {
    if (!is_atom(tm, t)) continue;
    term_walk_skip(&walk);
    if (term_is_const(tm, t)) continue;
    atoms++;
    add_instance(s, p, t);
    add_instance(s, p, term_not(tm, t));
  }
  term_walk_release(&walk);
  vec_term_release(&conjuncts);
}

static void sweep_targets(struct strengthener *s) {
  struct vec_goal goals = {0};
  for (uint32_t i = 0; i < s->x->targets.size; i++) {
    const struct target *t = &s->x->targets.data[i];
    vec_goal_push(&goals, (struct goal){t->point, expansion_target(s->x, t, 0), true});
  }
  expansion_sweep(s->x, goals.size, goals.data, 0, NULL, &s->targets);
  vec_goal_release(&goals);
}

// --- what breaks them ------------------------------------------------------------------------------------------------

static struct start *start_at(struct strengthener *s, struct point p) {
  const uint32_t *known = map_u32_find(&s->start_of, p.id);
  if (known) return &s->starts.data[*known];
  map_u32_put(&s->start_of, p.id, s->starts.size);
  vec_start_push(&s->starts, (struct start){.point = p, .entry = !expansion_at(s->x, p)->cut});
  return &s->starts.data[s->starts.size - 1];
}

// The entry first, then cut points in their order, whatever the sweeps find first.
static void make_starts(struct strengthener *s) {
  if (!expansion_at(s->x, s->x->entry)->cut) start_at(s, s->x->entry);
  for (uint32_t i = 0; i < s->x->cuts.size; i++) start_at(s, s->x->cuts.data[i]);
}

// False: out of time.
static bool sweep_candidates(struct strengthener *s) {
  struct map_u32 swept = {0};
  bool good = true;
  for (uint32_t j = 0; j < s->candidates.size && good; j++) {
    const struct candidate *c = &s->candidates.data[j];
    struct goal goal = {c->point, term_not(s->x->tm, c->formula), false};
    expansion_sweep(s->x, 1, &goal, 0, NULL, &swept);
    for (uint32_t i = 0; i < s->starts.size; i++) {
      const uint32_t *b = map_u32_find(&swept, s->starts.data[i].point.id);
      if (b) vec_breaking_push(&s->starts.data[i].breaks, (struct breaking){j, {*b}});
    }
    good = !out_of_time(s);
  }
  map_u32_release(&swept);
  return good;
}

// --- Houdini
// -----------------------------------------------------------------------------------------------------------

static void drop(struct strengthener *s, uint32_t candidate) {
  struct candidate *c = &s->candidates.data[candidate];
  if (c->gone) return;
  c->gone = true;
  const uint32_t *start = map_u32_find(&s->start_of, c->point.id);
  if (start) s->starts.data[*start].asked = false;
}

static void assume(const struct strengthener *s, const struct start *start, struct vec_term *out) {
  vec_term_clear(out);
  if (start->entry) {
    vec_term_push(out, expansion_initial(s->x));
    return;
  }
  const struct vec_term *settled = &s->out->at[start->point.id];
  for (uint32_t i = 0; i < settled->size; i++) vec_term_push(out, settled->data[i]);
  const struct vec_u32 *own = &s->at[start->point.id];
  for (uint32_t i = 0; i < own->size; i++)
    if (!s->candidates.data[own->data[i]].gone) vec_term_push(out, s->candidates.data[own->data[i]].formula);
}

static enum answer ask(struct strengthener *s, struct vec_term *assumed, struct term broken) {
  if (term_is_false(s->x->tm, broken)) return ANSWER_UNSAT;
  if (s->questions++ >= MAX_QUESTIONS || out_of_time(s)) return ANSWER_UNKNOWN;
  vec_term_push(assumed, broken);
  enum answer answer = solver_check(s->solver, assumed->size, assumed->data);
  assumed->size--;
  return answer;
}

// That some candidate that is left is broken.
static struct term some_broken(const struct strengthener *s, const struct start *start) {
  struct vec_term any = {0};
  for (uint32_t i = 0; i < start->breaks.size; i++)
    if (!s->candidates.data[start->breaks.data[i].candidate].gone) vec_term_push(&any, start->breaks.data[i].formula);
  struct term some = any.size ? term_or_n(s->x->tm, any.size, any.data) : term_false(s->x->tm);
  vec_term_release(&any);
  return some;
}

static bool drop_broken(struct strengthener *s, const struct start *start, struct model *model) {
  bool dropped = false;
  for (uint32_t i = 0; i < start->breaks.size; i++) {
    const struct breaking *b = &start->breaks.data[i];
    if (s->candidates.data[b->candidate].gone || !model_holds(model, b->formula)) continue;
    drop(s, b->candidate);
    dropped = true;
  }
  return dropped;
}

// Each candidate by itself: what is not proved goes.
static void drop_unproved(struct strengthener *s, struct start *start, struct vec_term *assumed) {
  for (uint32_t i = 0; i < start->breaks.size; i++) {
    const struct breaking *b = &start->breaks.data[i];
    if (s->candidates.data[b->candidate].gone) continue;
    assume(s, start, assumed);
    if (ask(s, assumed, b->formula) != ANSWER_UNSAT) drop(s, b->candidate);
  }
}

// Drops what segments from here break.
static void settle(struct strengthener *s, struct start *start, struct vec_term *assumed) {
  enum answer answer = ANSWER_SAT;
  while (answer == ANSWER_SAT) {
    start->asked = true;
    assume(s, start, assumed);
    answer = ask(s, assumed, some_broken(s, start));
    if (answer != ANSWER_SAT) break;
    struct model *model = solver_model(s->solver);
    bool dropped = drop_broken(s, start, model);
    model_unref(model);
    if (!dropped) answer = ANSWER_UNKNOWN; // cannot be, unless the model is wrong
  }
  if (answer == ANSWER_UNKNOWN) drop_unproved(s, start, assumed);
}

// At the entry, when it is a cut point itself, candidates must hold from the beginning.
static void drop_not_initial(struct strengthener *s) {
  struct point entry = s->x->entry;
  if (!expansion_at(s->x, entry)->cut) return;
  struct vec_term assumed = {0};
  vec_term_push(&assumed, expansion_initial(s->x));
  for (uint32_t i = 0; i < s->at[entry.id].size; i++) {
    uint32_t j = s->at[entry.id].data[i];
    if (ask(s, &assumed, term_not(s->x->tm, s->candidates.data[j].formula)) != ANSWER_UNSAT) drop(s, j);
  }
  vec_term_release(&assumed);
}

static void houdini(struct strengthener *s) {
  struct vec_term assumed = {0};
  drop_not_initial(s);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < s->starts.size; i++) {
      if (s->starts.data[i].asked || !s->starts.data[i].breaks.size) continue;
      changed = true;
      settle(s, &s->starts.data[i], &assumed);
    }
  }
  vec_term_release(&assumed);
}

// --- components ------------------------------------------------------------------------------------------------------

static void clear_component(struct strengthener *s) {
  for (uint32_t i = 0; i < s->candidates.size; i++) vec_u32_clear(&s->at[s->candidates.data[i].point.id]);
  vec_candidate_clear(&s->candidates);
  for (uint32_t i = 0; i < s->starts.size; i++) {
    vec_breaking_clear(&s->starts.data[i].breaks);
    s->starts.data[i].asked = false;
  }
  s->questions = 0;
}

// What is left holds.
static void keep(struct strengthener *s) {
  for (uint32_t i = 0; i < s->candidates.size; i++) {
    const struct candidate *c = &s->candidates.data[i];
    if (c->gone) continue;
    vec_term_push(&s->out->at[c->point.id], c->formula);
    s->out->kept++;
  }
}

static void strengthen_component(struct strengthener *s, const struct component *component) {
  clear_component(s);
  for (uint32_t i = 0; i < component->cuts.size && !out_of_time(s); i++) {
    add_from_targets(s, component->cuts.data[i]);
    add_from_facts(s, component->cuts.data[i]);
  }
  if ((uint64_t)s->candidates.size * component->points.size > MAX_SWEPT) return;
  if (!sweep_candidates(s)) return;
  houdini(s);
  keep(s);
}

// --- facts
// -------------------------------------------------------------------------------------------------------------

// Does the expansion have every state that the program reaches? What follows a target that is no error is not looked
// at.
static bool is_complete(const struct expansion *x) {
  for (uint32_t i = 0; i < x->targets.size; i++)
    if (x->targets.data[i].kind != TARGET_ERROR && x->targets.data[i].kind != TARGET_UNSUPPORTED) return false;
  return !x->bounded;
}

static bool has(const struct vec_term *list, struct term t) {
  for (uint32_t i = 0; i < list->size; i++)
    if (term_same(list->data[i], t)) return true;
  return false;
}

static bool holds_in_all_contexts(struct strengthener *s, struct location location, struct term plain) {
  for (uint32_t i = 0; i < s->x->cuts.size; i++) {
    const struct expanded_point *p = expansion_at(s->x, s->x->cuts.data[i]);
    if (!location_same(p->location, location)) continue;
    if (!has(&s->out->at[s->x->cuts.data[i].id], facts_instance(s->x->unfold, p->context, plain))) return false;
  }
  return true;
}

static void offer_proven(struct strengthener *s) {
  if (!is_complete(s->x)) return;
  for (uint32_t i = 0; i < s->x->cuts.size; i++) {
    const struct expanded_point *p = expansion_at(s->x, s->x->cuts.data[i]);
    const struct vec_term *kept = &s->out->at[s->x->cuts.data[i].id];
    for (uint32_t k = 0; k < kept->size; k++) {
      struct term plain = facts_plain(s->x->unfold, p->context, kept->data[k]);
      if (term_none(plain) || !holds_in_all_contexts(s, p->location, plain)) continue;
      facts_prove(s->x->run->facts, p->location, plain);
    }
  }
}

// --- the whole -------------------------------------------------------------------------------------------------------

void strengthen(struct expansion *x, uint32_t sources, double seconds, struct strengthening *out) {
  *out = (struct strengthening){.points = x->points.size, .at = mem_zalloc(x->points.size + 1, sizeof *out->at)};
  struct solver_config config = x->run->setting.solver;
  if (!(config.query_seconds > 0 && config.query_seconds < QUERY_SECONDS)) config.query_seconds = QUERY_SECONDS;
  config.record_file = config.trace_file = NULL;
  struct strengthener s = {.x = x,
                           .out = out,
                           .solver = solver_new(x->tm, x->run->limits, x->run->stats, &config),
                           .sources = sources,
                           .deadline = clock_now() + seconds,
                           .at = mem_zalloc(x->points.size + 1, sizeof *s.at)};
  make_starts(&s);
  sweep_targets(&s);
  // Components are numbered against the order in which they are reached.
  for (uint32_t i = x->components.size; i-- > 0 && !out_of_time(&s);) strengthen_component(&s, &x->components.data[i]);
  offer_proven(&s);
  for (uint32_t i = 0; i < x->points.size; i++) vec_u32_release(&s.at[i]);
  mem_free(s.at);
  for (uint32_t i = 0; i < s.starts.size; i++) vec_breaking_release(&s.starts.data[i].breaks);
  vec_start_release(&s.starts);
  vec_candidate_release(&s.candidates);
  map_u32_release(&s.start_of);
  map_u32_release(&s.targets);
  solver_free(s.solver);
}

void strengthening_release(struct strengthening *s) {
  for (uint32_t i = 0; i < s->points; i++) vec_term_release(&s->at[i]);
  mem_free(s->at);
  *s = (struct strengthening){0};
}

struct term strengthening_at(const struct strengthening *s, struct expansion *x, struct point p) {
  const struct vec_term *at = &s->at[p.id];
  return at->size ? term_and_n(x->tm, at->size, at->data) : term_true(x->tm);
}
