// Predicates of places: atoms of what facts and interpolants say. See ic3ia.h.
#include "engine/ic3ia/ic3ia.h"
#include "explore/strengthen.h"
#include "explore/suggest.h"
#include "term/walk.h"

#define SEED_SECONDS 2.0 // for invariants by induction beforehand
#define SEED_SHARE 0.2 // of the time that is left, at most
#define PREDICATES_FIRST 24 // of a place, before the first refinement

// --- atoms -----------------------------------------------------------------------------------------------------------

// Only about globals, the bump pointer and the frames that are there?
static bool is_in_scope(struct ic3ia *e, struct point p, struct term formula) {
  struct unfold *u = e->run.unfold;
  uint32_t n, var;
  const uint32_t *vars = term_free_vars(e->run.tm, formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct context owner, at = expansion_at(e->x, p)->context;
    struct term v = {vars[i]};
    if (term_same(v, unfold_heap(u))) continue;
    if (!unfold_var_of(u, v, &owner, &var)) return false;
    while (!context_none(at) && !context_same(at, owner)) at = unfold_parent(u, at);
    if (context_none(at)) return false;
  }
  return n > 0;
}

static bool add_atom(struct ic3ia *e, uint32_t place, struct term atom) {
  struct place *p = &e->places[place];
  struct terms *tm = e->run.tm;
  if (term_kind(tm, atom) == TERM_NOT) atom = term_child(tm, atom, 0);
  if (map_u32_find(&p->known, atom.id) || map_u32_find(&p->known, term_not(tm, atom).id)) return false;
  if (!is_in_scope(e, p->point, atom)) return false;
  map_u32_put(&p->known, atom.id, p->predicates.size);
  vec_term_push(&p->predicates, atom);
  e->statistics->predicates++;
  shapes_add(&e->shapes, tm, expansion_at(e->x, p->point)->location, atom);
  return true;
}

static bool is_connective(struct terms *tm, struct term t) {
  enum term_kind kind = term_kind(tm, t);
  if (kind == TERM_ITE || kind == TERM_EQ) // of Booleans
    return sort_kind(tm, term_sort(tm, term_child(tm, t, term_arity(tm, t) - 1))) == SORT_BOOL;
  return term_class(kind) == CLASS_CONNECTIVE;
}

static bool add_some(struct ic3ia *e, uint32_t place, struct term formula, uint32_t most) {
  struct terms *tm = e->run.tm;
  bool new = false;
  struct term_walk walk = {.tm = tm, .left_to_right = true};
  term_walk_add(&walk, formula);
  for (struct term t; e->places[place].predicates.size < most && term_walk_next(&walk, &t);) {
    if (is_connective(tm, t)) continue;
    new |= add_atom(e, place, t);
    term_walk_skip(&walk);
  }
  term_walk_release(&walk);
  return new;
}

bool predicate_add(struct ic3ia *e, uint32_t place, struct term formula) {
  const struct expanded_point *at = expansion_at(e->x, e->places[place].point);
  struct term plain = facts_plain(e->run.unfold, at->context, formula);
  if (!term_none(plain) && !term_is_const(e->run.tm, plain))
    facts_offer(e->run.facts, at->location, plain, SOURCE_INTERPOLANTS);
  return add_some(e, place, formula, UINT32_MAX);
}

// --- the beginning ---------------------------------------------------------------------------------------------------

// Invariants that candidates of the facts prove by their own induction.
static void strengthen_places(struct ic3ia *e) {
  double seconds = limits_remaining(e->run.limits) * SEED_SHARE;
  struct strengthening seeds;
  strengthen(e->x, e->options.sources, seconds < SEED_SECONDS ? seconds : SEED_SECONDS, &seeds);
  for (uint32_t i = 1; i < e->n_places; i++) {
    uint32_t p = e->places[i].point.id;
    const struct vec_term *known = seeds.excludes ? &seeds.needed[p] : &seeds.at[p];
    for (uint32_t k = 0; k < known->size; k++) vec_term_push(&e->places[i].invariants, known->data[k]);
    e->statistics->invariants += known->size;
  }
  strengthening_release(&seeds);
}

// Of one place.
static void suggest_predicates(struct ic3ia *e, struct suggest *s, uint32_t place) {
  struct point p = e->places[place].point;
  suggest_from_targets(s, 0, p);
  suggest_from_facts(s, p, false);
  const struct vec_term *lists[] = {&s->at[p.id].candidates, &s->at[p.id].refuted};
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t c = 0; c < lists[k]->size; c++) add_some(e, place, lists[k]->data[c], PREDICATES_FIRST);
}

// The first slice may be over long before: without them the engine would go on with next to no predicates.
void predicates_begin(struct ic3ia *e) {
  if (!e->options.sources) return;
  if (!e->options.no_strengthen) strengthen_places(e);
  struct suggest s;
  suggest_init(&s, e->x, e->options.sources);
  for (uint32_t i = 1; i < e->n_places && !limits_stopped(e->run.limits); i++) suggest_predicates(e, &s, i);
  suggest_release(&s);
}
