// See uncheck.h.
//
// A check is a branch: a side that goes on, and a side all of whose paths lead to an error of the check and nowhere
// else. Its condition, as the front end has it, is a set of conjuncts in the guard of the one side whose negations are
// in the guard of the other; conjuncts without a negation there are of something else.
#include "cfa/uncheck.h"
#include "cfa/internal.h"
#include <string.h>

struct unchecking {
  struct cfa *cfa;
  unsigned char *doomed; // location: all paths lead to an error that is dropped
  struct map_u32 tables; // terms of the tables that only checks have
  bool tables_only; // only conditions that ask these
};

static bool is_doomed(const struct unchecking *u, const struct cfa_location *l) {
  if (l->kind != LOC_PLAIN || !l->out.size) return false;
  for (uint32_t i = 0; i < l->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(u->cfa, l->out.data[i]);
    if (location_none(e->from)) continue;
    if (e->callee != CFA_NONE || !u->doomed[e->to.id]) return false;
  }
  return true;
}

static bool is_dropped(const struct cfa_location *l, properties of) {
  if (l->kind != LOC_ERROR || !(of >> l->property & 1)) return false;
  return strcmp(l->text, PROPERTY_TEXT_UNREACHABLE) && strcmp(l->text, PROPERTY_TEXT_ASSUMED);
}

static void find_doomed(struct unchecking *u, properties of) {
  const struct cfa *cfa = u->cfa;
  for (uint32_t i = 0; i < cfa->locations.size; i++) u->doomed[i] = is_dropped(&cfa->locations.data[i], of);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = cfa->locations.size; i-- > 0;) {
      if (u->doomed[i] || !is_doomed(u, &cfa->locations.data[i])) continue;
      u->doomed[i] = changed = true;
    }
  }
}

static bool has_child(const struct terms *tm, struct term t, struct term child) {
  for (uint32_t i = 0; i < term_arity(tm, t); i++)
    if (term_same(term_child(tm, t, i), child)) return true;
  return false;
}

// Is the conjunct's negation in the guard: as a conjunct, a part of one that is a disjunction, or as several conjuncts?
static bool is_negated(struct terms *tm, struct term conjunct, const struct vec_u32 *guard) {
  struct term not = term_not(tm, conjunct);
  if (cfa_has_literal(guard, not.id)) return true;
  for (uint32_t i = 0; i < guard->size; i++) {
    struct term t = {guard->data[i]};
    if (term_kind(tm, t) == TERM_OR && has_child(tm, t, not)) return true;
    // A large disjunction is the negation of a conjunction.
    bool large = term_kind(tm, t) == TERM_NOT && term_kind(tm, term_child(tm, t, 0)) == TERM_AND;
    if (large && has_child(tm, term_child(tm, t, 0), conjunct)) return true;
  }
  if (term_kind(tm, not) != TERM_AND) return false;
  for (uint32_t i = 0; i < term_arity(tm, not); i++)
    if (!cfa_has_literal(guard, term_child(tm, not, i).id)) return false;
  return true;
}

static bool asks_table(struct unchecking *u, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(u->cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (map_u32_find(&u->tables, vars[i])) return true;
  return false;
}

// The guard of a side that goes on, without the condition of the check that `failed` is the guard of. False: there is a
// conjunct among them that has to stay.
static bool without(struct unchecking *u, const struct cfa_edge *side, const struct vec_u32 *failed, struct term *out) {
  struct terms *tm = u->cfa->tm;
  struct vec_u32 conjuncts = {0};
  bool good = true;
  cfa_guard_literals(tm, side->guard, &conjuncts);
  *out = term_true(tm);
  for (uint32_t i = 0; i < conjuncts.size && good; i++) {
    struct term c = {conjuncts.data[i]};
    bool negated = is_negated(tm, c, failed);
    good = !negated || !u->tables_only || asks_table(u, c);
    if (!negated) *out = term_and(tm, *out, c);
  }
  vec_u32_release(&conjuncts);
  return good;
}

// Takes the condition of the check from all sides that go on, and the side away where it fails.
static void drop(struct unchecking *u, struct cfa_location *l, struct edge failed) {
  struct cfa *cfa = u->cfa;
  struct vec_u32 guard = {0};
  struct vec_term guards = {0};
  bool good = true;
  cfa_guard_literals(cfa->tm, cfa_edge(cfa, failed)->guard, &guard);
  for (uint32_t i = 0; i < l->out.size && good; i++) {
    const struct cfa_edge *side = cfa_edge(cfa, l->out.data[i]);
    struct term without_check = side->guard;
    if (!location_none(side->from) && !u->doomed[side->to.id]) good = without(u, side, &guard, &without_check);
    vec_term_push(&guards, without_check);
  }
  for (uint32_t i = 0; i < l->out.size && good; i++) cfa_edge(cfa, l->out.data[i])->guard = guards.data[i];
  if (good) cfa_edge(cfa, failed)->from = LOCATION_NONE;
  if (good) l->complete = false;
  vec_term_release(&guards);
  vec_u32_release(&guard);
}

static void drop_all(struct unchecking *u, properties of, bool tables_only) {
  struct cfa *cfa = u->cfa;
  u->tables_only = tables_only;
  find_doomed(u, of);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    if (u->doomed[i] || l->kind != LOC_PLAIN) continue;
    for (uint32_t k = 0; k < l->out.size; k++) {
      const struct cfa_edge *e = cfa_edge(cfa, l->out.data[k]);
      if (!location_none(e->from) && e->callee == CFA_NONE && u->doomed[e->to.id]) drop(u, l, l->out.data[k]);
    }
  }
}

void cfa_uncheck(struct cfa *cfa, properties of) {
  const properties undefined = PROPERTY_SET(UNDEFINED) | PROPERTY_SET(OVERFLOW);
  struct unchecking u = {.cfa = cfa};
  u.doomed = mem_zalloc(cfa->locations.size + 1, 1);
  for (uint32_t i = 0; i < cfa->vars.size; i++) // no variable of a program has a name with a blank
    if (cfa->vars.data[i].kind == VAR_REGION && strchr(cfa->vars.data[i].name, ' '))
      map_u32_put(&u.tables, cfa->vars.data[i].term.id, 1);
  drop_all(&u, of & undefined, false);
  drop_all(&u, of & ~undefined & ~PROPERTY_SET(UNREACH), true);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    cfa_drop_dead(cfa, &l->out);
    cfa_drop_dead(cfa, &l->in);
    if (l->kind == LOC_ERROR && of >> l->property & 1) l->kind = LOC_STOP;
  }
  map_u32_release(&u.tables);
  mem_free(u.doomed);
}
