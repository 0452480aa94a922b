// What the search for proofs and their check share (ring.h): what a formula says. It is part of what a check trusts.
#include "solve/ring/ring.h"

void ring_add(struct terms *tm, struct term t, struct vec_term *formulas) {
  struct vec_term todo = {0}; // may be deep
  vec_term_push(&todo, t);
  while (todo.size) {
    t = vec_term_pop(&todo);
    struct term inner = term_kind(tm, t) == TERM_NOT ? term_child(tm, t, 0) : TERM_NONE;
    bool is_and = term_kind(tm, t) == TERM_AND, is_nor = !term_none(inner) && term_kind(tm, inner) == TERM_OR;
    struct term junction = is_and ? t : inner;
    for (uint32_t i = is_and || is_nor ? term_arity(tm, junction) : 0; i-- > 0;) {
      struct term part = term_child(tm, junction, i);
      vec_term_push(&todo, is_nor ? term_not(tm, part) : part);
    }
    bool known = is_and || is_nor || term_is_true(tm, t);
    for (uint32_t i = 0; i < formulas->size && !known; i++) known = term_same(formulas->data[i], t);
    if (!known) vec_term_push(formulas, t);
  }
  vec_term_release(&todo);
}

static bool is_equation(struct terms *tm, struct term t) {
  return term_kind(tm, t) == TERM_EQ && sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) == SORT_BV;
}

bool ring_sides(struct terms *tm, struct term t, uint32_t side, struct term *from, struct term *to) {
  bool negated = term_kind(tm, t) == TERM_NOT;
  struct term equation = negated ? term_child(tm, t, 0) : t;
  if (!is_equation(tm, equation)) return false;
  *from = term_child(tm, equation, side);
  *to = term_child(tm, equation, 1 - side);
  if (!negated) return true;
  if (term_width(tm, *from) != 1) return false;
  *to = term_bvnot(tm, *to);
  return true;
}

void ring_proof_free(struct ring_proof *proof) {
  if (!proof) return;
  ring_proof_free(proof->below[0]);
  ring_proof_free(proof->below[1]);
  vec_term_release(&proof->formulas);
  for (uint32_t i = 0; i < proof->cofactors.size; i++) polynomial_release(&proof->cofactors.data[i]);
  vec_polynomial_release(&proof->cofactors);
  mem_free(proof);
}
