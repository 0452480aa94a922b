// Where candidates come from.
//
// First what is inductive by itself (explore/strengthen.h).
//
// Then the facts, and parts of what excludes the targets: with bad(c) the states at c from which a segment leads into
// a target, or to a cut point where it does, these are the conjuncts of its negation and its atoms. An atom that
// compares a counter with its bound says what the counter is when the loop ends: where another speaks of the bound,
// something may hold of the counter in every iteration.
//
// Then templates: how variables that the loop compares stand to each other, and to what they are at first.
#include "engine/kind/kind.h"
#include "explore/array/induction.h"
#include "explore/strengthen.h"
#include "solve/interpolate/interpolate.h"
#include "term/quantified.h"
#include "term/walk.h"

#define CANDIDATES_MOST 256 // of a cut point
#define ATOMS_MOST 24
#define VARIABLES_MOST 10
#define SWEEPS 3 // segments back from the targets
#define STRENGTHEN_SECONDS 6.0
#define CELLS_SECONDS 3.0
#define STRENGTHEN_SHARE 0.3 // of the time that is left, at most

// --- offers ----------------------------------------------------------------------------------------------------------

// Only of variables that a formula at the cut point may have.
static bool fits(struct kind *k, struct context context, struct term formula) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(k->run.tm, formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct context of;
    uint32_t var;
    if (term_same((struct term){ids[i]}, unfold_heap(k->run.unfold))) continue;
    if (!unfold_var_of(k->run.unfold, (struct term){ids[i]}, &of, &var)) return false;
    if (k->run.cfa->vars.data[var].function == CFA_NONE) continue;
    struct context c = context;
    while (!context_none(c) && !context_same(c, of)) c = unfold_parent(k->run.unfold, c);
    if (context_none(c)) return false;
  }
  return true;
}

static const struct expanded_point *cut_at(const struct kind *k, uint32_t cut) {
  return expansion_at(k->x, k->x->cuts.data[cut]);
}

static void kind_offer(struct kind *k, uint32_t cut, struct term formula) {
  const struct expanded_point *p = cut_at(k, cut);
  uint64_t key = (uint64_t)cut << 32 | formula.id;
  if (term_is_const(k->run.tm, formula) || map_u32_find(&k->known, key) || k->at[cut].size >= CANDIDATES_MOST ||
      !fits(k, p->context, formula))
    return;
  map_u32_put(&k->known, key, 1);
  k->statistics->conjuncts_tried++;
  struct term plain = facts_plain(k->run.unfold, p->context, formula);
  if (!term_none(plain) && facts_refute(k->run.facts, p->location, plain)) {
    k->statistics->conjuncts_refuted++;
    return;
  }
  vec_u32_push(&k->at[cut], k->conjuncts.size);
  vec_conjunct_push(&k->conjuncts, (struct conjunct){.cut = cut, .formula = formula});
}

static void offer_both(struct kind *k, uint32_t cut, struct term formula) {
  kind_offer(k, cut, formula);
  kind_offer(k, cut, term_not(k->run.tm, formula));
}

static void of_facts(struct kind *k, uint32_t cut) {
  const struct expanded_point *p = cut_at(k, cut);
  struct vec_term found = {0};
  const struct vec_term *proven = facts_proven(k->run.facts, p->location);
  for (uint32_t i = 0; proven && i < proven->size; i++) vec_term_push(&found, proven->data[i]);
  uint32_t n_proven = found.size; // the negations of these do not hold
  facts_candidates(k->run.facts, p->location, k->options.sources, &found);
  for (uint32_t i = 0; i < found.size; i++) {
    struct term formula = facts_instance(k->run.unfold, p->context, found.data[i]);
    if (!term_none(formula) && term_none(quantified_in(k->run.tm, formula)))
      (i < n_proven ? kind_offer : offer_both)(k, cut, formula);
  }
  vec_term_release(&found);
}

// What others have found out since.
static void of_others(struct kind *k, uint32_t cut) {
  const struct expanded_point *p = cut_at(k, cut);
  struct vec_term found = {0};
  facts_fresh(k->run.facts, p->location, &k->seen[cut], &found);
  for (uint32_t i = 0; i < found.size; i++) {
    struct term formula = facts_instance(k->run.unfold, p->context, found.data[i]);
    if (!term_none(formula) && term_none(quantified_in(k->run.tm, formula))) kind_offer(k, cut, formula);
  }
  vec_term_release(&found);
}

// --- what leads to targets -------------------------------------------------------------------------------------------

static bool is_atom(struct terms *tm, struct term t) {
  if (sort_kind(tm, term_sort(tm, t)) != SORT_BOOL || term_is_const(tm, t)) return false;
  return !term_arity(tm, t) || sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) != SORT_BOOL;
}

static void collect_atoms(struct terms *tm, struct term formula, struct vec_term *out) {
  struct term_walk walk = {.tm = tm, .left_to_right = true};
  term_walk_add(&walk, formula);
  for (struct term t; out->size < ATOMS_MOST && term_walk_next(&walk, &t);) {
    if (!is_atom(tm, t)) continue;
    term_walk_skip(&walk);
    vec_term_push(out, t);
  }
  term_walk_release(&walk);
}

static bool is_number(struct terms *tm, struct term t) { return sort_kind(tm, term_sort(tm, t)) == SORT_BV; }

// The atom with `value` for a variable, and with its neighbours.
static void offer_with(struct kind *k, uint32_t cut, struct term atom, struct term variable, struct term value) {
  struct terms *tm = k->run.tm;
  if (term_kind(tm, variable) != TERM_VAR || !term_mentions(tm, atom, variable)) return;
  struct term one = term_bv(tm, term_width(tm, value), 1);
  struct term values[] = {value, term_sub(tm, value, one), term_add(tm, value, one)};
  for (uint32_t i = 0; i < 3; i++) offer_both(k, cut, term_substitute(tm, atom, 1, &variable, &values[i]));
}

// Two sides that an atom compares are in some order, whatever order it is.
static void offer_orders(struct kind *k, uint32_t cut, struct term a, struct term b) {
  struct terms *tm = k->run.tm;
  kind_offer(k, cut, term_eq(tm, a, b));
  kind_offer(k, cut, term_sle(tm, a, b));
  kind_offer(k, cut, term_sle(tm, b, a));
  kind_offer(k, cut, term_ule(tm, a, b));
  kind_offer(k, cut, term_ule(tm, b, a));
}

static void of_bad(struct kind *k, uint32_t cut, struct term bad) {
  struct terms *tm = k->run.tm;
  struct vec_term conjuncts = {0}, atoms = {0};
  vec_term_push(&conjuncts, term_not(tm, bad));
  terms_tidy(tm, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++) kind_offer(k, cut, conjuncts.data[i]);
  collect_atoms(tm, bad, &atoms);
  for (uint32_t i = 0; i < atoms.size; i++) offer_both(k, cut, atoms.data[i]);
  for (uint32_t i = 0; i < atoms.size; i++) {
    if (term_arity(tm, atoms.data[i]) != 2 || !is_number(tm, term_child(tm, atoms.data[i], 0))) continue;
    struct term a = term_child(tm, atoms.data[i], 0), b = term_child(tm, atoms.data[i], 1);
    offer_orders(k, cut, a, b);
    for (uint32_t j = 0; j < atoms.size; j++) {
      if (j == i) continue;
      offer_with(k, cut, atoms.data[j], a, b);
      offer_with(k, cut, atoms.data[j], b, a);
    }
  }
  vec_term_release(&conjuncts);
  vec_term_release(&atoms);
}

// Back from the targets, segment by segment; each cut point has what is nearest.
static void of_targets(struct kind *k) {
  struct vec_goal goals = {0};
  struct map_u32 swept = {0}, done = {0};
  for (uint32_t i = 0; i < k->x->targets.size; i++) {
    const struct target *t = &k->x->targets.data[i];
    vec_goal_push(&goals, (struct goal){t->point, expansion_target(k->x, t, 0), true});
  }
  for (uint32_t pass = 0; pass < SWEEPS && goals.size && !limits_stopped(k->run.limits); pass++) {
    expansion_sweep(k->x, goals.size, goals.data, pass, NULL, &swept);
    vec_goal_clear(&goals);
    for (uint32_t i = 0; i < k->x->cuts.size; i++) {
      struct point p = k->x->cuts.data[i];
      const uint32_t *bad = map_u32_find(&swept, p.id);
      if (!bad || map_u32_find(&done, p.id)) continue;
      map_u32_put(&done, p.id, 1);
      k->bad[i] = (struct term){*bad};
      of_bad(k, i, k->bad[i]);
      vec_goal_push(&goals, (struct goal){p, {*bad}, false});
    }
  }
  vec_goal_release(&goals);
  map_u32_release(&swept);
  map_u32_release(&done);
}

// --- templates -------------------------------------------------------------------------------------------------------

static void add_variables(struct kind *k, uint32_t cut, struct term t, struct vec_term *out) {
  uint32_t n;
  for (uint32_t i = 0; i < (term_free_vars(k->run.tm, t, &n), n) && out->size < VARIABLES_MOST; i++) {
    struct term v = {term_free_vars(k->run.tm, t, &n)[i]};
    bool known = !is_number(k->run.tm, v) || !fits(k, cut_at(k, cut)->context, v);
    for (uint32_t j = 0; j < out->size && !known; j++) known = term_same(out->data[j], v);
    if (!known) vec_term_push(out, v);
  }
}

// The variables that are compared in the loop, and those that targets depend on.
static void loop_variables(struct kind *k, uint32_t cut, struct vec_term *out) {
  if (!term_none(k->bad[cut])) add_variables(k, cut, k->bad[cut], out);
  struct point head = k->x->cuts.data[cut];
  const struct component *component = &k->x->components.data[cut_at(k, cut)->component];
  for (uint32_t i = 0; i < component->points.size; i++) {
    if (!expansion_in_loop(k->x, component->points.data[i], head)) continue;
    const struct vec_u32 *steps = &expansion_at(k->x, component->points.data[i])->out;
    for (uint32_t s = 0; s < steps->size; s++) {
      const struct unfold_step *step = k->x->steps.data[steps->data[s]].step;
      if (step->known) add_variables(k, cut, step->step.guard, out);
    }
  }
}

// What the variable is at first, if that is a constant.
static struct term first_value(struct kind *k, uint32_t cut, struct term variable) {
  for (uint32_t i = 0; i < k->base.visits.size; i++) {
    const struct window_visit *v = &k->base.visits.data[i];
    if (v->cut != cut) continue;
    struct term value = symbolic_formula(k->run.tm, &v->state, variable);
    return term_is_const(k->run.tm, value) ? value : TERM_NONE;
  }
  return TERM_NONE;
}

static void of_templates(struct kind *k, uint32_t cut) {
  struct terms *tm = k->run.tm;
  struct vec_term variables = {0};
  if (cut_at(k, cut)->component != COMPONENT_NONE) loop_variables(k, cut, &variables);
  for (uint32_t i = 0; i < variables.size; i++) {
    struct term v = variables.data[i], first = first_value(k, cut, v);
    kind_offer(k, cut, term_sle(tm, term_bv(tm, term_width(tm, v), 0), v));
    if (!term_none(first)) offer_orders(k, cut, v, first);
  }
  for (uint32_t i = 0; i < variables.size; i++)
    for (uint32_t j = 0; j < i; j++)
      if (term_width(tm, variables.data[i]) == term_width(tm, variables.data[j]))
        offer_orders(k, cut, variables.data[j], variables.data[i]);
  vec_term_release(&variables);
}

// --- what is inductive by itself -------------------------------------------------------------------------------------

static struct conjunct *find(struct kind *k, uint32_t cut, struct term formula) {
  for (uint32_t i = 0; i < k->at[cut].size; i++) {
    struct conjunct *c = &k->conjuncts.data[k->at[cut].data[i]];
    if (term_same(c->formula, formula)) return c;
  }
  return NULL;
}

// It has proved them. False: not all of them are among the conjuncts now.
static bool take_over(struct kind *k, uint32_t cut, const struct vec_term *formulas, bool needed) {
  bool all = true;
  for (uint32_t i = 0; i < formulas->size; i++) {
    kind_offer(k, cut, formulas->data[i]);
    struct conjunct *c = find(k, cut, formulas->data[i]);
    all = all && c;
    if (!c) continue;
    if (!c->k) k->statistics->conjuncts_proved++;
    k->gained |= !c->k;
    c->k = 1;
    c->needed = needed;
  }
  return all;
}

// Invariants about cells of arrays, where they are a proof.
static bool of_cells(struct kind *k) {
  struct vec_term *cells = mem_zalloc(k->x->points.size + 1, sizeof *cells);
  double seconds = limits_remaining(k->run.limits) * STRENGTHEN_SHARE;
  if (k->options.sources & SOURCE_CELLS &&
      array_induction(k->x, k->options.sources, seconds < CELLS_SECONDS ? seconds : CELLS_SECONDS, cells)) {
    k->cells = cells;
    for (uint32_t cut = 0; cut < k->x->cuts.size; cut++) k->proved[cut] = 1;
    k->minimal = true;
    return true;
  }
  mem_free(cells);
  return false;
}

// Its candidates are more than ours. Where they exclude the targets, nothing is left to be done.
static void of_strengthening(struct kind *k) {
  struct strengthening s;
  double seconds = limits_remaining(k->run.limits) * STRENGTHEN_SHARE;
  strengthen(k->x, k->options.sources, seconds < STRENGTHEN_SECONDS ? seconds : STRENGTHEN_SECONDS, &s);
  bool all = s.excludes;
  for (uint32_t cut = 0; cut < k->x->cuts.size; cut++) {
    struct point p = k->x->cuts.data[cut];
    all &= take_over(k, cut, &s.needed[p.id], s.excludes);
    if (!s.excludes) take_over(k, cut, &s.at[p.id], false);
  }
  for (uint32_t cut = 0; all && cut < k->x->cuts.size; cut++)
    if (!k->proved[cut]) k->proved[cut] = 1;
  k->minimal = all;
  strengthening_release(&s);
}

void kind_candidates(struct kind *k) {
  bool others = k->asked && facts_count(k->run.facts).shared > k->shared && k->options.sources & SOURCE_SHARED;
  k->shared = facts_count(k->run.facts).shared;
  for (uint32_t i = 0; i < k->x->cuts.size && !limits_stopped(k->run.limits); i++) {
    if (others) of_others(k, i);
    if (k->asked == 1) of_facts(k, i);
    if (k->asked == CANDIDATES_EARLY) of_templates(k, i);
  }
  if (k->asked == 0 && !of_cells(k)) of_strengthening(k);
  if (k->asked == 2) of_targets(k);
  k->asked++;
}
