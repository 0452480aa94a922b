// The certificate of TRUE: the clauses of the inductive frame, at all cut points, with k = 1.
//
// Not all clauses are needed. The proof is made again from its end: the errors are excluded by some clauses, found from
// failed assumptions; each of these is kept up by others, and so on.
#include "engine/ic3ia/ic3ia.h"
#include <stdlib.h>

static struct term clause_formula(struct ic3ia *e, uint32_t place, const struct clause *c) {
  struct terms *tm = e->run.tm;
  struct vec_term literals = {0};
  for (uint32_t i = 0; i < c->cube.size; i++) {
    struct term predicate = e->places[place].predicates.data[abs(c->cube.data[i]) - 1];
    vec_term_push(&literals, c->cube.data[i] > 0 ? term_not(tm, predicate) : predicate);
  }
  struct term formula = term_or_n(tm, literals.size, literals.data);
  vec_term_release(&literals);
  return formula;
}

void ic3ia_certify(struct ic3ia *e) {
  struct annotation *a = &e->run.claim->certificate.annotation;
  a->recursion = e->x->recursion;
  for (uint32_t i = 1; i < e->n_places; i++) {
    const struct place *p = &e->places[i];
    const struct expanded_point *at = expansion_at(e->x, p->point);
    struct cut_point *cut = annotation_at(a, at->context, at->location);
    for (uint32_t k = 0; k < p->invariants.size; k++) vec_term_push(&cut->conjuncts, p->invariants.data[k]);
    for (uint32_t k = 0; k < p->clauses.size; k++)
      if (p->clauses.data[k].level >= e->invariant)
        vec_term_push(&cut->conjuncts, clause_formula(e, i, &p->clauses.data[k]));
    e->statistics->conjuncts += cut->conjuncts.size;
  }
}
