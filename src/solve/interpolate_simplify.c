// Leaves out of a valid sequence what it does not need.
//
// A conjunct may go if the formula still leads into the next one; what comes before leads into the weaker formula all the more. From the last
// cut to the first, so that every formula only has to imply what is left of the next.
#include "solve/internal.h"
#include "solve/interpolate_internal.h"

enum { CUT_CHECKS = 8 };

static void simplify_one(struct interpolator *ip, const struct problem *p, struct term *formula, uint32_t first, uint32_t last, struct term next) {
  struct terms *tm = ip->tm;
  struct vec_term parts = {0}, fixed = {0};
  vec_term_push(&parts, *formula);
  terms_tidy(tm, &parts);
  if (term_is_true(tm, next)) {
    *formula = term_true(tm);
  } else if (parts.size && !term_is_false(tm, *formula)) {
    struct segment *g = interpolator_segment(ip, p, first, last);
    for (uint32_t i = 0; i < g->guards.size; i++) vec_term_push(&fixed, g->guards.data[i]);
    vec_term_push(&fixed, term_not(tm, substitution_apply(g->end, next)));
    enum answer answer = interpolator_try(ip, &fixed, parts.size, parts.data);
    if (answer == ANSWER_UNSAT && interpolator_core(ip, &fixed, &parts, CUT_CHECKS) == ANSWER_UNSAT) *formula = terms_conjunction(tm, &parts);
  }
  vec_term_release(&parts);
  vec_term_release(&fixed);
}

void interpolants_simplify(struct interpolator *ip, const struct problem *p, struct term *out) {
  for (uint32_t k = p->n_cuts; k-- > 0 && !interpolator_stopped(ip);) {
    bool is_last = k + 1 == p->n_cuts;
    simplify_one(ip, p, &out[k], p->cuts[k], is_last ? p->n_steps : p->cuts[k + 1], is_last ? term_false(ip->tm) : out[k + 1]);
  }
}
