// Interpolants by weakest preconditions along the core.
//
// Backwards along the path goes the set of bad states, from which the rest of the path can be run: before a step they
// satisfy the guard and, with the updates substituted, what is bad after it, for some inputs. The interpolant at a cut
// is their complement. Inputs are eliminated; where that is only possible with loss, more states count as bad, which is
// sound as long as no run of the steps before the cut ends in one.
//
// At a cut the bad states are a conjunction, so the interpolant is a disjunction. Where the steps before the cut
// already exclude some of its conjuncts together the others are not needed: leaving them out saves the case split (Chu,
// Jaffar, Murali: the interpolant decides nothing that the state has decided). What is left is what the earlier cuts
// have to exclude.
#include "solve/solver.h"
#include "solve/interpolate/interpolator.h"

enum { CUT_CHECKS = 12, MAX_CONJUNCTS = 400, MAX_SIZE = 20000 };

// False: something was lost.
static bool step_back(struct interpolator *ip, const struct step *s, struct vec_term *bad) {
  struct terms *tm = ip->tm;
  struct substitution *sub = substitution_new(tm);
  for (uint32_t k = 0; k < s->n_updates; k++) substitution_set(sub, s->updates[k].var, s->updates[k].value);
  for (uint32_t k = 0; k < bad->size; k++) bad->data[k] = substitution_apply(sub, bad->data[k]);
  substitution_free(sub);
  vec_term_push(bad, s->guard);
  terms_tidy(tm, bad);
  bool exact = true;
  if (s->n_inputs) {
    exact = eliminate(ip, bad, s->n_inputs, s->inputs);
    terms_compact(ip, bad);
  }
  terms_merge_bounds(tm, bad);
  return exact;
}

// Equations and their negations first: they are rather done without, as a bound is more general than a value.
static void order_parts(struct terms *tm, struct vec_term *parts) {
  uint32_t front = 0;
  for (uint32_t i = 0; i < parts->size; i++) {
    struct term t = parts->data[i], inner = term_kind(tm, t) == TERM_NOT ? term_child(tm, t, 0) : t;
    if (term_kind(tm, inner) != TERM_EQ) continue;
    parts->data[i] = parts->data[front];
    parts->data[front++] = t;
  }
}

// Of the conjuncts keeps those that the steps before the cut exclude together; false if they do not.
static bool exclude(struct interpolator *ip, const struct problem *p, uint32_t cut, struct vec_term *bad) {
  struct segment *before = interpolator_segment(ip, p, 0, cut);
  struct vec_term parts = {0};
  struct map_u32 origin = {0};
  order_parts(ip->tm, bad);
  for (uint32_t i = 0; i < bad->size; i++) {
    struct term t = substitution_apply(before->end, bad->data[i]);
    if (!map_u32_find(&origin, t.id)) vec_term_push(&parts, t);
    map_u32_put(&origin, t.id, bad->data[i].id);
  }
  bool excluded = interpolator_core(ip, &before->guards, &parts, CUT_CHECKS) == ANSWER_UNSAT;
  if (excluded) {
    vec_term_clear(bad);
    for (uint32_t i = 0; i < parts.size; i++)
      vec_term_push(bad, (struct term){*map_u32_find(&origin, parts.data[i].id)});
  }
  vec_term_release(&parts);
  map_u32_release(&origin);
  return excluded;
}

static bool too_large(struct terms *tm, const struct vec_term *bad) {
  return bad->size > MAX_CONJUNCTS || term_dag_size(tm, terms_conjunction(tm, bad)) > MAX_SIZE;
}

bool provide_weakest(struct interpolator *ip, const struct problem *p, struct term *out) {
  struct vec_term bad = {0};
  bool any = false, exact = true; // since the bad states were last seen to be excluded
  uint32_t k = p->n_cuts;
  for (uint32_t i = p->n_steps; i-- > 0 && k > 0;) {
    if (interpolator_stopped(ip)) break;
    exact = step_back(ip, &p->steps[i], &bad) && exact;
    if (too_large(ip->tm, &bad)) break;
    if (p->cuts[k - 1] != i) continue;
    // What is excluded after steps is excluded before them; without a choice there is nothing to ask.
    if ((!exact || bad.size > 1) && !exclude(ip, p, i, &bad)) break;
    exact = true;
    out[--k] = term_not(ip->tm, terms_conjunction(ip->tm, &bad));
    any = true;
  }
  vec_term_release(&bad);
  return any;
}
