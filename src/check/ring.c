// See ring.h.
#include "check/ring.h"

static bool has(const struct vec_term *formulas, struct term t) {
  for (uint32_t i = 0; i < formulas->size; i++)
    if (term_same(formulas->data[i], t)) return true;
  return false;
}

static bool has_all(const struct vec_term *formulas, const struct vec_term *some) {
  for (uint32_t i = 0; i < some->size; i++)
    if (!has(formulas, some->data[i])) return false;
  return true;
}

// The formulas with `from` replaced, and one more.
static struct vec_term replaced(struct terms *tm, const struct vec_term *formulas, struct term from, struct term to,
                                struct term more) {
  struct vec_term out = {0};
  for (uint32_t i = 0; i < formulas->size; i++)
    ring_add(tm, term_substitute(tm, formulas->data[i], 1, &from, &to), &out);
  ring_add(tm, more, &out);
  return out;
}

static bool is_equation(struct terms *tm, struct term t) {
  return !term_none(t) && term_kind(tm, t) == TERM_EQ && sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) == SORT_BV;
}

// Left - right of the disequality, less Σ cofactor · (left - right) of the equations, is 0; or without a disequality
// the sum is a constant other than 0.
static bool check_identity(struct terms *tm, const struct vec_term *formulas, const struct ring_proof *proof) {
  struct polynomial sum = {.width = proof->width};
  bool goal = !term_none(proof->formula);
  struct term equal = goal && term_kind(tm, proof->formula) == TERM_NOT ? term_child(tm, proof->formula, 0) : TERM_NONE;
  bool good = proof->width && proof->width <= POLYNOMIAL_WIDTH && proof->formulas.size == proof->cofactors.size &&
              has_all(formulas, &proof->formulas);
  if (good && goal)
    good = has(formulas, proof->formula) && is_equation(tm, equal) &&
           term_width(tm, term_child(tm, equal, 0)) == proof->width &&
           polynomial_of_equation(tm, equal, proof->width, &sum);
  for (uint32_t i = 0; i < proof->formulas.size && good; i++) {
    struct polynomial equation = {.width = proof->width}, minus = {.width = proof->width};
    struct monomial one = {.coefficient = 1};
    good = is_equation(tm, proof->formulas.data[i]) &&
           polynomial_of_equation(tm, proof->formulas.data[i], proof->width, &equation) &&
           polynomial_add_product(&minus, UINT64_MAX, &one, &proof->cofactors.data[i]) &&
           polynomial_add_product_of(&sum, &minus, &equation);
    polynomial_release(&equation);
    polynomial_release(&minus);
  }
  const struct vec_monomial *left = &sum.monomials;
  good = good && (goal ? left->size == 0 : left->size == 1 && left->data[0].degree == 0);
  polynomial_release(&sum);
  return good;
}

static bool check_cases(struct terms *tm, struct solver *solver, const struct vec_term *formulas,
                        const struct ring_proof *proof) {
  bool good = !term_none(proof->formula) && sort_kind(tm, term_sort(tm, proof->formula)) == SORT_BOOL;
  for (uint32_t i = 0; i < 2 && good; i++) {
    struct term so = i ? term_not(tm, proof->formula) : proof->formula;
    struct vec_term below = replaced(tm, formulas, proof->formula, term_bool(tm, !i), so);
    good = ring_check(tm, solver, &below, proof->below[i]);
    vec_term_release(&below);
  }
  return good;
}

static bool check_substitution(struct terms *tm, struct solver *solver, const struct vec_term *formulas,
                               const struct ring_proof *proof) {
  struct term from, to;
  if (!has(formulas, proof->formula) || proof->formulas.size != 1) return false;
  bool found = false;
  for (uint32_t side = 0; side < 2 && !found; side++)
    found = ring_sides(tm, proof->formula, side, &from, &to) && term_same(from, proof->formulas.data[0]);
  if (!found) return false;
  struct vec_term below = replaced(tm, formulas, from, to, proof->formula);
  bool good = ring_check(tm, solver, &below, proof->below[0]);
  vec_term_release(&below);
  return good;
}

bool ring_check(struct terms *tm, struct solver *solver, const struct vec_term *formulas,
                const struct ring_proof *proof) {
  if (!proof) return false;
  switch (proof->rule) {
  case RING_FALSE: return has(formulas, term_false(tm));
  case RING_CASES: return check_cases(tm, solver, formulas, proof);
  case RING_SUBSTITUTE: return check_substitution(tm, solver, formulas, proof);
  case RING_IDENTITY: return check_identity(tm, formulas, proof);
  case RING_OTHER:
    return has_all(formulas, &proof->formulas) &&
           solver_check(solver, proof->formulas.size, proof->formulas.data) == ANSWER_UNSAT;
  }
  return false;
}
