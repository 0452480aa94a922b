// Remainders of floats (array_elimination.h).
#include "solve/arrays/auxiliary.h"

// Facts about r = x rem y (IEEE: x - n·y with n the integer nearest to x/y, ties to even; always exact):
//   r is NaN iff x is NaN or infinite or y is NaN or zero; otherwise
//   2|r| <= |y|, which is exact to compute;
//   if |x| <= |y| then n is 0 or 1: r = x if 2|x| <= |y|, else x -+ |y|, which is exact; a zero has x's sign.
void array_remainder_facts(struct arrays *l, struct aux r, struct vec_term *facts) {
  struct terms *tm = l->tm;
#define FP(kind, ...)                                                                                                  \
  term_fp(tm, TERM_FP_##kind, sizeof((struct term[]){__VA_ARGS__}) / sizeof(struct term), (struct term[]){__VA_ARGS__})
  struct term x = r.a, y = r.b, ax = FP(ABS, x), ay = FP(ABS, y), ar = FP(ABS, r.var), rne = term_rne(tm);
  struct term bad[4] = {FP(IS_NAN, x), FP(IS_INF, x), FP(IS_NAN, y), FP(IS_ZERO, y)};
  struct term none = term_or_n(tm, 4, bad);
  vec_term_push(facts, term_eq(tm, FP(IS_NAN, r.var), none));
  vec_term_push(facts, term_or(tm, none, FP(LE, FP(ADD, rne, ar, ar), ay)));
  struct term less = FP(SUB, rne, ax, ay); // minus the magnitude of x - y, of x's sign if that is positive
  struct term zero = term_zero(tm, term_sort(tm, x));
  struct term one_off = term_ite(tm, FP(IS_NEGATIVE, x), FP(NEG, less), less);
  one_off = term_ite(tm, FP(EQ, ax, ay), term_ite(tm, FP(IS_NEGATIVE, x), FP(NEG, zero), zero), one_off);
  struct term near = term_ite(tm, FP(LE, FP(ADD, rne, ax, ax), ay), x, one_off);
  struct term parts[3] = {none, term_not(tm, FP(LE, ax, ay)), term_eq(tm, r.var, near)};
  vec_term_push(facts, term_or_n(tm, 3, parts));
#undef FP
}

// The value of one remainder at one pair of arguments.
bool array_remainder_refine(struct closure *c, struct model *m, uint32_t aux) {
  struct terms *tm = c->l->tm;
  struct aux r = c->l->auxs.data[aux];
  struct term at[2] = {model_eval(m, r.a), model_eval(m, r.b)};
  struct term value = term_fp(tm, TERM_FP_REM, 2, at);
  if (term_same(value, model_get(m, r.var))) return false;
  struct term here = term_and(tm, term_eq(tm, r.a, at[0]), term_eq(tm, r.b, at[1]));
  return array_add_fact(c, NOT_KEPT, term_implies(tm, here, term_eq(tm, r.var, value)), 0);
}
