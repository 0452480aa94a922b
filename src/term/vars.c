// Free variables and sizes of terms.
//
// Sets of variables are shared: many terms have the same. A set is kept for
// every term on the way if it is small or one of its children's, and for the
// terms asked for; larger ones on the way are not, since a sum of n inputs
// would need a set for each of its n prefixes.
#include "term/node.h"
#include "term/walk.h"
#include <stdlib.h>

#define KEEP_ON_THE_WAY 64

// The index of the set with these ids (sorted), found or added.
static uint32_t set_intern(struct terms *tm, const uint32_t *ids, uint32_t n) {
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++) h = hash_mix(h, ids[i]);
  uint32_t hash = (uint32_t)hash_u64(h);
  // Sets whose hashes collide sit at the following keys.
  uint64_t key = hash;
  for (uint32_t *at; (at = map_u32_find(&tm->var_set_map, key)); key++) {
    const struct var_set *s = &tm->var_sets.data[*at];
    if (s->hash == hash && s->count == n && (!n || !memcmp(s->ids, ids, n * sizeof *ids))) return *at;
  }
  uint32_t *copy = arena_alloc(&tm->arena, (n ? n : 1) * sizeof *copy);
  if (n) memcpy(copy, ids, n * sizeof *copy);
  uint32_t index = tm->var_sets.size;
  vec_var_set_push(&tm->var_sets, (struct var_set){copy, n, hash});
  map_u32_put(&tm->var_set_map, key, index);
  return index;
}

static uint32_t set_of(const struct terms *tm, uint32_t id) {
  return id < tm->var_set_of.size ? tm->var_set_of.data[id] : 0;
}

static void set_put(struct terms *tm, uint32_t id, uint32_t set) {
  if (id >= tm->var_set_of.size) vec_u32_resize(&tm->var_set_of, tm->size);
  tm->var_set_of.data[id] = set + 1;
}

// Is a ⊆ b, both sorted?
static bool subset(const struct var_set *a, const struct var_set *b) {
  if (a->count > b->count) return false;
  uint32_t j = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    while (j < b->count && b->ids[j] < a->ids[i]) j++;
    if (j == b->count || b->ids[j] != a->ids[i]) return false;
  }
  return true;
}

// The set of a term all of whose children have theirs; UINT32_MAX if it should not be kept here.
static uint32_t set_from_children(struct terms *tm, const struct node *n, struct vec_u32 *scratch) {
  const uint32_t *child = node_children(n);
  uint32_t largest = set_of(tm, child[0]) - 1;
  for (uint32_t i = 1; i < n->arity; i++) {
    uint32_t s = set_of(tm, child[i]) - 1;
    if (tm->var_sets.data[s].count > tm->var_sets.data[largest].count) largest = s;
  }
  bool covers = true;
  for (uint32_t i = 0; i < n->arity && covers; i++) {
    uint32_t s = set_of(tm, child[i]) - 1;
    covers = s == largest || subset(&tm->var_sets.data[s], &tm->var_sets.data[largest]);
  }
  if (covers) return largest;
  if (tm->var_sets.data[largest].count > KEEP_ON_THE_WAY) return UINT32_MAX;
  vec_u32_clear(scratch);
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i < n->arity; i++) {
    uint32_t s = set_of(tm, child[i]) - 1;
    if (s == last) continue;
    last = s;
    for (uint32_t j = 0; j < tm->var_sets.data[s].count; j++) vec_u32_push(scratch, tm->var_sets.data[s].ids[j]);
    if (scratch->size > 4096) return UINT32_MAX;
  }
  qsort(scratch->data, scratch->size, sizeof *scratch->data, compare_ids);
  uint32_t k = 0;
  for (uint32_t i = 0; i < scratch->size; i++)
    if (!k || scratch->data[k - 1] != scratch->data[i]) scratch->data[k++] = scratch->data[i];
  return k > KEEP_ON_THE_WAY ? UINT32_MAX : set_intern(tm, scratch->data, k);
}

// Collects the variables of `root` over subterms whose sets are not known, each once.
static uint32_t set_by_search(struct terms *tm, uint32_t root, struct vec_u32 *found) {
  struct vec_u32 stack = {0};
  struct map_u32 seen = {0}, in = {0};
  vec_u32_clear(found);
  vec_u32_push(&stack, root);
  while (stack.size) {
    uint32_t id = vec_u32_pop(&stack);
    if (map_u32_find(&seen, id)) continue;
    map_u32_put(&seen, id, 1);
    uint32_t s = set_of(tm, id);
    if (s) {
      const struct var_set *set = &tm->var_sets.data[s - 1];
      if (map_u32_find(&seen, UINT32_MAX + (uint64_t)s)) continue; // sets are seen under keys beyond the ids
      map_u32_put(&seen, UINT32_MAX + (uint64_t)s, 1);
      for (uint32_t i = 0; i < set->count; i++)
        if (!map_u32_find(&in, set->ids[i])) {
          map_u32_put(&in, set->ids[i], 1);
          vec_u32_push(found, set->ids[i]);
        }
      continue;
    }
    const struct node *n = &tm->nodes[id];
    for (uint32_t i = 0; i < n->arity; i++) vec_u32_push(&stack, node_children(n)[i]);
  }
  vec_u32_release(&stack);
  map_u32_release(&seen);
  map_u32_release(&in);
  qsort(found->data, found->size, sizeof *found->data, compare_ids);
  return set_intern(tm, found->data, found->size);
}

const uint32_t *term_free_vars(struct terms *tm, struct term t, uint32_t *count) {
  uint32_t s = set_of(tm, t.id);
  if (!s) {
    struct vec_u32 stack = {0}, scratch = {0};
    struct map_u32 skipped = {0}; // terms whose sets are not kept: done, though they have none
    vec_u32_push(&stack, t.id);
    while (stack.size) {
      uint32_t id = stack.data[stack.size - 1];
      if (set_of(tm, id) || map_u32_find(&skipped, id)) {
        vec_u32_pop(&stack);
        continue;
      }
      const struct node *n = &tm->nodes[id];
      if (!n->arity || (n->flags & NODE_CONST)) {
        set_put(tm, id, set_intern(tm, &id, n->kind == TERM_VAR));
        vec_u32_pop(&stack);
        continue;
      }
      bool ready = true, known = true;
      for (uint32_t i = 0; i < n->arity; i++) {
        uint32_t c = node_children(n)[i];
        if (set_of(tm, c)) continue;
        known = false;
        if (map_u32_find(&skipped, c)) continue;
        ready = false;
        vec_u32_push(&stack, c);
      }
      if (!ready) continue;
      vec_u32_pop(&stack);
      uint32_t set = known ? set_from_children(tm, n, &scratch) : UINT32_MAX;
      if (set != UINT32_MAX) set_put(tm, id, set);
      else map_u32_put(&skipped, id, 1);
    }
    s = set_of(tm, t.id);
    if (!s) {
      set_put(tm, t.id, set_by_search(tm, t.id, &scratch));
      s = set_of(tm, t.id);
    }
    vec_u32_release(&stack);
    vec_u32_release(&scratch);
    map_u32_release(&skipped);
  }
  *count = tm->var_sets.data[s - 1].count;
  return tm->var_sets.data[s - 1].ids;
}

bool term_mentions(struct terms *tm, struct term t, struct term variable) {
  uint32_t n, low = 0;
  const uint32_t *ids = term_free_vars(tm, t, &n);
  while (n) {
    uint32_t half = n / 2, id = ids[low + half];
    if (id == variable.id) return true;
    if (id < variable.id) low += half + 1, n -= half + 1;
    else n = half;
  }
  return false;
}

uint32_t term_dag_size(const struct terms *tm, struct term t) {
  struct term_walk walk = {.tm = tm};
  uint32_t size = 0;
  term_walk_add(&walk, t);
  while (term_walk_next(&walk, &t)) size++;
  term_walk_release(&walk);
  return size;
}
