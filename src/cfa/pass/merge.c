// Branches that do the same: when two edges are equal, and what guard their
// union has.
#include "base/memory/hash.h"
#include "cfa/pass/reduce.h"
#include <stdlib.h>

uint64_t cfa_edge_hash(const struct cfa_edge *e) {
  uint64_t h = hash_mix(e->to.id, e->callee);
  for (uint32_t i = 0; i < e->updates.size; i++)
    h = hash_mix(h, (uint64_t)e->updates.data[i].var << 32 | e->updates.data[i].value.id);
  for (uint32_t i = 0; i < e->inputs.size; i++) h = hash_mix(h, e->inputs.data[i].term.id);
  for (uint32_t i = 0; i < e->allocs.size; i++)
    h = hash_mix(h, (uint64_t)e->allocs.data[i].size.id << 32 | e->allocs.data[i].term.id);
  return hash_u64(h);
}

bool cfa_edges_equal(const struct cfa_edge *a, const struct cfa_edge *b) {
  if (!location_same(a->to, b->to) || a->callee != CFA_NONE || b->callee != CFA_NONE) return false;
  if (a->updates.size != b->updates.size || a->inputs.size != b->inputs.size || a->allocs.size != b->allocs.size)
    return false;
  for (uint32_t i = 0; i < a->updates.size; i++)
    if (a->updates.data[i].var != b->updates.data[i].var ||
        !term_same(a->updates.data[i].value, b->updates.data[i].value))
      return false;
  for (uint32_t i = 0; i < a->inputs.size; i++)
    if (!term_same(a->inputs.data[i].term, b->inputs.data[i].term) ||
        !term_same(a->inputs.data[i].address, b->inputs.data[i].address))
      return false;
  for (uint32_t i = 0; i < a->allocs.size; i++)
    if (!term_same(a->allocs.data[i].term, b->allocs.data[i].term) ||
        !term_same(a->allocs.data[i].size, b->allocs.data[i].size))
      return false;
  return true;
}

// --- disjunctions -----------------------------------------------------------------
// A guard is a set of literals (its conjuncts), ascending by id. The union is
// simplified by subsumption and by self-subsuming resolution:
//   p ∨ (p ∧ q)  gives  p             (x ∧ p) ∨ (¬x ∧ p ∧ q)  gives  (x ∧ p) ∨ (p ∧ q)

// Beyond this many disjuncts only single literals are used to simplify others.
enum { PAIRWISE = 48 };

struct dnf {
  struct terms *tm;
  uint32_t n;
  struct vec_u32 *sets;
  bool *gone;
};

bool cfa_has_literal(const struct vec_u32 *set, uint32_t literal) {
  uint32_t low = 0, high = set->size;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (set->data[mid] < literal) low = mid + 1;
    else high = mid;
  }
  return low < set->size && set->data[low] == literal;
}

static void take_out(struct vec_u32 *set, uint32_t literal) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < set->size; i++)
    if (set->data[i] != literal) set->data[n++] = set->data[i];
  set->size = n;
}

static int by_id(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

void cfa_guard_literals(struct terms *tm, struct term guard, struct vec_u32 *set) {
  if (term_is_true(tm, guard)) return;
  if (term_kind(tm, guard) != TERM_AND) {
    vec_u32_push(set, guard.id);
    return;
  }
  for (uint32_t i = 0; i < term_arity(tm, guard); i++) vec_u32_push(set, term_child(tm, guard, i).id);
  qsort(set->data, set->size, sizeof *set->data, by_id);
}

// Set j simplified by set i. True if something changed.
static bool simplify_by(struct dnf *d, uint32_t i, uint32_t j) {
  const struct vec_u32 *a = &d->sets[i];
  struct vec_u32 *b = &d->sets[j];
  uint32_t missing = 0;  // the one literal of a that b lacks
  for (uint32_t k = 0; k < a->size; k++) {
    if (cfa_has_literal(b, a->data[k])) continue;
    if (missing) return false;
    missing = a->data[k];
  }
  if (!missing) {
    d->gone[j] = true;
    return true;
  }
  uint32_t opposite = term_not(d->tm, (struct term){missing}).id;
  if (!cfa_has_literal(b, opposite)) return false;
  take_out(b, opposite);
  return true;
}

static void simplify_pairs(struct dnf *d) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < d->n; i++)
      for (uint32_t j = 0; j < d->n && !d->gone[i]; j++)
        if (i != j && !d->gone[j] && simplify_by(d, i, j)) changed = true;
  }
}

static void simplify_by_units(struct dnf *d) {
  struct map_u32 opposites = {0};
  for (uint32_t i = 0; i < d->n; i++)
    if (d->sets[i].size == 1) map_u32_put(&opposites, term_not(d->tm, (struct term){d->sets[i].data[0]}).id, i);
  for (uint32_t j = 0; j < d->n; j++) {
    struct vec_u32 *b = &d->sets[j];
    if (b->size < 2) continue;
    uint32_t n = 0;
    for (uint32_t k = 0; k < b->size; k++)
      if (!map_u32_find(&opposites, b->data[k])) b->data[n++] = b->data[k];
    b->size = n;
  }
  map_u32_release(&opposites);
}

// The literals all sets have, taken out of them.
static struct term take_common(struct dnf *d) {
  struct vec_term common = {0};
  for (uint32_t k = 0; k < d->sets[0].size; k++) {
    bool everywhere = true;
    for (uint32_t i = 1; i < d->n && everywhere; i++) everywhere = cfa_has_literal(&d->sets[i], d->sets[0].data[k]);
    if (everywhere) vec_term_push(&common, (struct term){d->sets[0].data[k]});
  }
  for (uint32_t k = 0; k < common.size; k++)
    for (uint32_t i = 0; i < d->n; i++) take_out(&d->sets[i], common.data[k].id);
  struct term t = common.size ? term_and_n(d->tm, common.size, common.data) : term_true(d->tm);
  vec_term_release(&common);
  return t;
}

static struct term write_union(struct dnf *d) {
  struct vec_term all = {0}, one = {0};
  for (uint32_t i = 0; i < d->n; i++) {
    if (d->gone[i]) continue;
    vec_term_clear(&one);
    for (uint32_t k = 0; k < d->sets[i].size; k++) vec_term_push(&one, (struct term){d->sets[i].data[k]});
    vec_term_push(&all, one.size ? term_and_n(d->tm, one.size, one.data) : term_true(d->tm));
  }
  struct term t = all.size ? term_or_n(d->tm, all.size, all.data) : term_false(d->tm);
  vec_term_release(&all);
  vec_term_release(&one);
  return t;
}

struct term cfa_guard_union(struct terms *tm, uint32_t n, const struct term *guards) {
  struct dnf d = {.tm = tm, .n = n, .sets = mem_zalloc(n, sizeof(struct vec_u32)), .gone = mem_zalloc(n, sizeof(bool))};
  for (uint32_t i = 0; i < n; i++) {
    cfa_guard_literals(tm, guards[i], &d.sets[i]);
    d.gone[i] = term_is_false(tm, guards[i]);
  }
  struct term common = take_common(&d);
  if (n <= PAIRWISE) simplify_pairs(&d);
  else simplify_by_units(&d);
  struct term t = term_and(tm, common, write_union(&d));
  for (uint32_t i = 0; i < n; i++) vec_u32_release(&d.sets[i]);
  mem_free(d.sets);
  mem_free(d.gone);
  return t;
}
