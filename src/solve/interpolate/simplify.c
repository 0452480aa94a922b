// Leaves out of a valid sequence what it does not need.
//
// A conjunct may go if the formula still leads into the next one; what comes before leads into the weaker formula all
// the more. From the last cut to the first, so that every formula only has to imply what is left of the next.
#include "solve/solver.h"
#include "solve/interpolate/interpolator.h"

enum { CUT_CHECKS = 8, MERGE_LIMIT = 64 };

// --- bounds and disequalities ----------------------------------------------------------------------------

static bool is_strict(enum term_kind kind) { return kind == TERM_BV_ULT || kind == TERM_BV_SLT; }
static bool is_less(enum term_kind kind) { return is_strict(kind) || kind == TERM_BV_ULE || kind == TERM_BV_SLE; }

// The value that a comparison allows at its very end: for k < x it is k + 1, for x < k it is k - 1; none if it has no
// constant side.
static struct term end_of(struct terms *tm, struct term less) {
  struct term a = term_child(tm, less, 0), b = term_child(tm, less, 1);
  bool lower = term_kind(tm, a) == TERM_CONST_BV;
  struct term k = lower ? a : b;
  if (term_kind(tm, k) != TERM_CONST_BV) return TERM_NONE;
  if (!is_strict(term_kind(tm, less))) return k;
  struct term one = term_bv(tm, term_width(tm, k), 1);
  return lower ? term_add(tm, k, one) : term_sub(tm, k, one);
}

// a <= b and a /= b: a < b. k < x and x /= k + 1: k + 1 < x; likewise above. None if they do not go together.
static struct term merged(struct terms *tm, struct term less, struct term equation) {
  enum term_kind kind = term_kind(tm, less);
  struct term a = term_child(tm, less, 0), b = term_child(tm, less, 1), c = term_child(tm, equation, 0),
              d = term_child(tm, equation, 1);
  bool is_signed = kind == TERM_BV_SLT || kind == TERM_BV_SLE;
  if (!is_strict(kind) && ((term_same(a, c) && term_same(b, d)) || (term_same(a, d) && term_same(b, c))))
    return is_signed ? term_slt(tm, a, b) : term_ult(tm, a, b);
  struct term end = end_of(tm, less);
  if (term_none(end)) return TERM_NONE;
  bool lower = term_kind(tm, a) == TERM_CONST_BV;
  struct term x = lower ? b : a;
  if (!((term_same(x, c) && term_same(end, d)) || (term_same(x, d) && term_same(end, c)))) return TERM_NONE;
  struct term low = lower ? end : x, high = lower ? x : end;
  return is_signed ? term_slt(tm, low, high) : term_ult(tm, low, high);
}

void terms_merge_bounds(struct terms *tm, struct vec_term *conjuncts) {
  if (conjuncts->size > MERGE_LIMIT) return;
  for (uint32_t i = 0; i < conjuncts->size; i++)
    for (uint32_t j = 0; is_less(term_kind(tm, conjuncts->data[i])) && j < conjuncts->size; j++) {
      struct term t = conjuncts->data[j];
      if (term_kind(tm, t) != TERM_NOT || term_kind(tm, term_child(tm, t, 0)) != TERM_EQ) continue;
      struct term both = merged(tm, conjuncts->data[i], term_child(tm, t, 0));
      if (term_none(both)) continue;
      conjuncts->data[i] = both;
      conjuncts->data[j] = term_true(tm);
      j = UINT32_MAX; // the new one may go with one that was passed
    }
  terms_tidy(tm, conjuncts);
}

// --- conjuncts that are not needed -----------------------------------------------------------------------

static void simplify_one(struct interpolator *ip, const struct problem *p, struct term *formula, uint32_t first,
                         uint32_t last, struct term next) {
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
    if (answer == ANSWER_UNSAT && interpolator_core(ip, &fixed, &parts, CUT_CHECKS) == ANSWER_UNSAT)
      *formula = terms_conjunction(tm, &parts);
  }
  vec_term_release(&parts);
  vec_term_release(&fixed);
}

void interpolants_simplify(struct interpolator *ip, const struct problem *p, struct term *out) {
  for (uint32_t k = p->n_cuts; k-- > 0 && !interpolator_stopped(ip);) {
    bool is_last = k + 1 == p->n_cuts;
    simplify_one(ip, p, &out[k], p->cuts[k], is_last ? p->n_steps : p->cuts[k + 1],
                 is_last ? term_false(ip->tm) : out[k + 1]);
  }
}
