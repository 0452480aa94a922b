// Disjunctions about one bit-vector as intervals.
//
// Elimination over many steps piles up cases: s < 10, or s - 9 < 10, or …. Where they are about a single variable and
// make up an interval, signed or unsigned, or all but one, the interval says the same in two comparisons. Its ends are
// found by bisection with the solver.
#include "solve/solver.h"
#include "solve/interpolate/interpolator.h"

enum { MIN_SIZE = 5 };

static struct term at_most(struct terms *tm, bool is_signed, struct term a, struct term b) {
  return is_signed ? term_sle(tm, a, b) : term_ule(tm, a, b);
}

// The number at place `rank` of the order, counted from the least.
static struct term ranked(struct terms *tm, uint32_t width, bool is_signed, uint64_t rank) {
  return term_bv(tm, width, is_signed ? rank ^ UINT64_C(1) << (width - 1) : rank);
}

// The least (or greatest) value of x for which the formula holds, as a rank; false if that is not to be had.
static bool find_end(struct interpolator *ip, struct term formula, struct term x, bool is_signed, bool greatest,
                     uint64_t *rank) {
  struct terms *tm = ip->tm;
  uint32_t width = term_width(tm, x);
  uint64_t low = 0, high = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
  while (low < high) {
    uint64_t middle = greatest ? high - (high - low) / 2 : low + (high - low) / 2;
    struct term k = ranked(tm, width, is_signed, middle);
    struct term query[2] = {formula, greatest ? at_most(tm, is_signed, k, x) : at_most(tm, is_signed, x, k)};
    enum answer answer = interpolator_try(ip, NULL, 2, query);
    if (answer == ANSWER_UNKNOWN) return false;
    uint64_t found = middle;
    if (answer == ANSWER_SAT) { // the model may be better than the middle
      struct model *model = solver_model(ip->solver);
      uint64_t value;
      if (term_value64(tm, model_get(model, x), &value)) found = is_signed ? value ^ UINT64_C(1) << (width - 1) : value;
      model_unref(model);
    }
    if (greatest) *(answer == ANSWER_SAT ? &low : &high) = answer == ANSWER_SAT ? found : middle - 1;
    else *(answer == ANSWER_SAT ? &high : &low) = answer == ANSWER_SAT ? found : middle + 1;
  }
  *rank = low;
  return true;
}

// The formula as an interval of x; none if it is not one.
static struct term as_interval(struct interpolator *ip, struct term formula, struct term x, bool is_signed) {
  struct terms *tm = ip->tm;
  uint64_t low, high;
  if (!find_end(ip, formula, x, is_signed, false, &low) || !find_end(ip, formula, x, is_signed, true, &high) ||
      low > high)
    return TERM_NONE;
  uint32_t width = term_width(tm, x);
  struct term least = ranked(tm, width, is_signed, low), most = ranked(tm, width, is_signed, high);
  struct term interval = term_and(tm, at_most(tm, is_signed, least, x), at_most(tm, is_signed, x, most));
  struct term query[2] = {interval, term_not(tm, formula)}, reverse[2] = {formula, term_not(tm, interval)};
  bool same = interpolator_try(ip, NULL, 2, query) == ANSWER_UNSAT &&
              interpolator_try(ip, NULL, 2, reverse) == ANSWER_UNSAT;
  return same ? interval : TERM_NONE;
}

static struct term compact(struct interpolator *ip, struct term t) {
  struct terms *tm = ip->tm;
  enum term_kind kind = term_kind(tm, t);
  bool disjunction = kind == TERM_OR || (kind == TERM_NOT && term_kind(tm, term_child(tm, t, 0)) == TERM_AND);
  uint32_t n;
  const uint32_t *ids = term_free_vars(tm, t, &n);
  if (!disjunction || n != 1) return t;
  struct term x = {ids[0]}, result = TERM_NONE;
  if (sort_kind(tm, term_sort(tm, x)) != SORT_BV || term_width(tm, x) > 64 || term_dag_size(tm, t) < MIN_SIZE) return t;
  for (int is_signed = 0; is_signed < 2 && term_none(result); is_signed++) {
    result = as_interval(ip, t, x, is_signed);
    if (!term_none(result)) break;
    result = as_interval(ip, term_not(tm, t), x, is_signed);
    if (!term_none(result)) result = term_not(tm, result);
  }
  return term_none(result) || term_dag_size(tm, result) >= term_dag_size(tm, t) ? t : result;
}

void terms_compact(struct interpolator *ip, struct vec_term *conjuncts) {
  for (uint32_t i = 0; i < conjuncts->size; i++) conjuncts->data[i] = compact(ip, conjuncts->data[i]);
  terms_tidy(ip->tm, conjuncts);
}
