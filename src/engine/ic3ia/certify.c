// The certificate of TRUE: what holds in the inductive frame, at all cut points, with k = 1.
//
// Not all of it is needed. The proof is made again from its end: targets are excluded by some conjuncts, those whose
// assumptions failed; each of these is kept up by others, and so on. Where a question is not answered everything stays.
#include "engine/ic3ia/ic3ia.h"
#include <stdlib.h>

struct pruning {
  struct ic3ia *e;
  struct vec_term *at; // by place: conjuncts
  unsigned char **needed; // by place, by conjunct
  struct vec_u64 waiting; // needed, not proved yet: place and conjunct
  struct incremental **solvers; // by relation; NULL: not made yet
  struct vec_int literals; // scratch: of the conjuncts where a relation begins
};

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

static void find_conjuncts(struct pruning *p) {
  struct ic3ia *e = p->e;
  for (uint32_t i = 1; i < e->n_places; i++) {
    const struct place *place = &e->places[i];
    for (uint32_t k = 0; k < place->invariants.size; k++) vec_term_push(&p->at[i], place->invariants.data[k]);
    for (uint32_t k = 0; k < place->clauses.size; k++)
      if (place->clauses.data[k].level >= e->invariant)
        vec_term_push(&p->at[i], clause_formula(e, i, &place->clauses.data[k]));
    p->needed[i] = mem_zalloc(p->at[i].size + 1, 1);
  }
}

// --- what is needed --------------------------------------------------------------------------------------------------

static struct incremental *solver_of(struct pruning *p, uint32_t relation) {
  struct ic3ia *e = p->e;
  if (!p->solvers[relation]) {
    struct incremental *s = p->solvers[relation] = incremental_new(e->run.tm, e->run.limits, e->run.stats);
    const struct vec_term *path = &e->relations.data[relation].path;
    for (uint32_t i = 0; i < path->size; i++) incremental_assert(s, path->data[i]);
  }
  return p->solvers[relation];
}

// The relation leads into the formula, which is about its beginning: the conjuncts there that exclude it are needed.
// False: they do not, or that was not found out.
static bool exclude(struct pruning *p, uint32_t relation, struct term formula) {
  struct incremental *s = solver_of(p, relation);
  uint32_t from = p->e->relations.data[relation].from;
  const struct vec_term *known = &p->at[from];
  struct vec_int *assumptions = &p->e->assumptions;
  vec_int_clear(&p->literals);
  vec_int_clear(assumptions);
  for (uint32_t i = 0; i < known->size; i++) vec_int_push(&p->literals, incremental_literal(s, known->data[i]));
  int literal = incremental_literal(s, formula);
  if (!literal) return false;
  vec_int_push(assumptions, literal);
  for (uint32_t i = 0; i < known->size; i++)
    if (p->literals.data[i]) vec_int_push(assumptions, p->literals.data[i]);
  if (incremental_ask(s, assumptions->size, assumptions->data, 0, NULL, 0) != ANSWER_UNSAT) return false;
  for (uint32_t i = 0; i < known->size; i++) {
    if (!p->literals.data[i] || p->needed[from][i] || !incremental_failed(s, p->literals.data[i])) continue;
    p->needed[from][i] = 1;
    vec_u64_push(&p->waiting, (uint64_t)from << 32 | i);
  }
  return true;
}

static bool exclude_targets(struct pruning *p) {
  struct ic3ia *e = p->e;
  for (uint32_t i = 1; i < e->n_places; i++) {
    uint32_t bad = e->places[i].bad;
    const struct vec_hit *hits = bad == PLACE_NONE ? NULL : &e->relations.data[bad].hits;
    for (uint32_t k = 0; hits && k < hits->size; k++)
      if (!exclude(p, bad, term_and_n(e->run.tm, hits->data[k].path.size, hits->data[k].path.data))) return false;
  }
  return true;
}

static bool prove_waiting(struct pruning *p) {
  struct ic3ia *e = p->e;
  while (p->waiting.size) {
    uint64_t next = vec_u64_pop(&p->waiting);
    uint32_t place = (uint32_t)(next >> 32);
    struct term broken = term_not(e->run.tm, p->at[place].data[(uint32_t)next]);
    for (uint32_t i = 0; i < e->places[place].in.size; i++) {
      uint32_t relation = e->places[place].in.data[i];
      if (!exclude(p, relation, substitution_apply(e->relations.data[relation].end, broken))) return false;
    }
  }
  return true;
}

void ic3ia_certify(struct ic3ia *e) {
  struct annotation *a = &e->run.claim->certificate.annotation;
  struct pruning p = {.e = e,
                      .at = mem_zalloc(e->n_places, sizeof *p.at),
                      .needed = mem_zalloc(e->n_places, sizeof *p.needed),
                      .solvers = mem_zalloc(e->relations.size + 1, sizeof *p.solvers)};
  find_conjuncts(&p);
  bool pruned = exclude_targets(&p) && prove_waiting(&p);
  a->recursion = e->x->recursion;
  for (uint32_t i = 1; i < e->n_places; i++) {
    const struct expanded_point *at = expansion_at(e->x, e->places[i].point);
    struct cut_point *cut = annotation_at(a, at->context, at->location);
    for (uint32_t k = 0; k < p.at[i].size; k++)
      if (!pruned || p.needed[i][k]) vec_term_push(&cut->conjuncts, p.at[i].data[k]);
    e->statistics->conjuncts += cut->conjuncts.size;
    mem_free(p.needed[i]);
    vec_term_release(&p.at[i]);
  }
  for (uint32_t i = 0; i < e->relations.size; i++) incremental_free(p.solvers[i]);
  mem_free(p.at);
  mem_free(p.needed);
  mem_free(p.solvers);
  vec_u64_release(&p.waiting);
  vec_int_release(&p.literals);
}
