// Interpolants by strongest postconditions along the core.
//
// Forwards along the path goes what is known about the variables that still matter: after a step it is what was known
// and the guard, about old values, together with an equation for every new one; old values, inputs and variables that
// no longer matter are eliminated. Where that loses something less is known, which is sound. At a cut only what the
// rest of the path conflicts with is kept, and an equation is weakened to a bound if that is enough: bounds are what a
// loop is more likely to keep.
#include "solve/solver.h"
#include "solve/interpolate/interpolator.h"

enum { CUT_CHECKS = 12, WEAKER_CHECKS = 8, MAX_CONJUNCTS = 400, MAX_SIZE = 20000, MAX_CELLS = 64 };

static bool in_list(const struct vec_term *list, struct term t) {
  for (uint32_t i = 0; i < list->size; i++)
    if (term_same(list->data[i], t)) return true;
  return false;
}

// An equation with a large constant array says more than anybody can use.
static bool is_large_array(struct terms *tm, struct term t) {
  while (sort_kind(tm, term_sort(tm, t)) == SORT_ARRAY && term_arity(tm, t)) {
    if (term_arity(tm, t) > 2 * MAX_CELLS) return true;
    t = term_child(tm, t, 0);
  }
  return false;
}

// known := what holds after the step, about `live` only. False: something was lost.
static bool step_on(struct interpolator *ip, const struct step *s, const struct vec_term *before,
                    const struct vec_term *live, struct vec_term *known) {
  struct terms *tm = ip->tm;
  struct substitution *old = substitution_new(tm);
  struct vec_term gone = {0};
  bool exact = true;
  for (uint32_t k = 0; k < s->n_inputs; k++) {
    struct term name = interpolator_scratch(ip, term_sort(tm, s->inputs[k]));
    substitution_set(old, s->inputs[k], name);
    vec_term_push(&gone, name);
  }
  for (uint32_t k = 0; k < s->n_updates; k++) {
    struct term name = interpolator_scratch(ip, term_sort(tm, s->updates[k].var));
    substitution_set(old, s->updates[k].var, name);
    vec_term_push(&gone, name);
  }
  for (uint32_t k = 0; k < before->size; k++)
    if (!in_list(live, before->data[k])) vec_term_push(&gone, before->data[k]);
  vec_term_push(known, s->guard);
  for (uint32_t k = 0; k < known->size; k++) known->data[k] = substitution_apply(old, known->data[k]);
  for (uint32_t k = 0; k < s->n_updates; k++) {
    struct term value = substitution_apply(old, s->updates[k].value);
    if (is_large_array(tm, value)) exact = false;
    else vec_term_push(known, term_eq(tm, s->updates[k].var, value));
  }
  exact = eliminate(ip, known, gone.size, gone.data) && exact;
  terms_compact(ip, known);
  terms_merge_bounds(tm, known);
  substitution_free(old);
  vec_term_release(&gone);
  return exact;
}

// --- at a cut --------------------------------------------------------------------------------------------

static struct term weaker(struct terms *tm, uint32_t how, struct term a, struct term b) {
  switch (how) {
  case 0: return term_sle(tm, a, b);
  case 1: return term_sle(tm, b, a);
  case 2: return term_ule(tm, a, b);
  default: return term_ule(tm, b, a);
  }
}

static void weaken_equations(struct interpolator *ip, const struct vec_term *rest, struct vec_term *known) {
  struct terms *tm = ip->tm;
  uint32_t checks = WEAKER_CHECKS;
  for (uint32_t i = 0; i < known->size; i++) {
    struct term t = known->data[i];
    if (term_kind(tm, t) != TERM_EQ || sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) != SORT_BV) continue;
    if (term_width(tm, term_child(tm, t, 0)) == 1) continue;
    bool found = false;
    for (uint32_t how = 0; how < 4 && checks && !found; how++, checks--) {
      known->data[i] = weaker(tm, how, term_child(tm, t, 1), term_child(tm, t, 0));
      found = interpolator_try(ip, rest, known->size, known->data) == ANSWER_UNSAT;
    }
    if (!found) known->data[i] = t;
  }
}

// Keeps what conflicts with the rest of the path; false if nothing does.
static bool needed(struct interpolator *ip, const struct problem *p, uint32_t cut, struct vec_term *known) {
  struct segment *rest = interpolator_segment(ip, p, cut, p->n_steps);
  if (interpolator_core(ip, &rest->guards, known, CUT_CHECKS) != ANSWER_UNSAT) return false;
  weaken_equations(ip, &rest->guards, known);
  return true;
}

bool provide_strongest(struct interpolator *ip, const struct problem *p, struct term *out) {
  struct vec_term known = {0};
  bool any = false, exact = true; // since the rest of the path was last seen to conflict
  for (uint32_t i = 0, k = 0; i < p->n_steps && k < p->n_cuts && !interpolator_stopped(ip); i++) {
    exact = step_on(ip, &p->steps[i], &p->live_before[i], &p->live_before[i + 1], &known) && exact;
    if (known.size > MAX_CONJUNCTS || term_dag_size(ip->tm, terms_conjunction(ip->tm, &known)) > MAX_SIZE) break;
    if (p->cuts[k] != i + 1) continue;
    // With a single bound, and nothing lost, there is nothing to ask.
    bool single = known.size == 1 && term_kind(ip->tm, known.data[0]) != TERM_EQ;
    if ((!exact || !single) && !needed(ip, p, i + 1, &known)) break;
    exact = true;
    out[k++] = terms_conjunction(ip->tm, &known);
    any = true;
  }
  vec_term_release(&known);
  return any;
}
