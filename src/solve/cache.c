// See cache.h.
#include "solve/cache.h"
#include "base/memory/arena.h"
#include "base/memory/map.h"

enum {
  MAX_ENTRIES = 1 << 16,
  MAX_BYTES = 64 << 20,
  MODELS = 8,         // tried before the back end is asked
  CORES_PER_KEY = 24, // looked at for each conjunct
};

struct entry {
  struct entry *next;        // of the same hash
  struct model *model;       // NULL: UNSAT
  uint32_t n, n_core;
  const uint32_t *set, *core;
};

struct core {
  struct core *next;         // of the same key, newest first
  uint32_t n;
  uint32_t ids[];            // ascending
};

struct cache {
  struct terms *tm;
  struct arena arena;        // entries and cores
  struct map_ptr entries;    // by hash of the set
  struct map_ptr cores;      // by the youngest conjunct of the core
  uint32_t n_entries;
  struct vec_ptr held;       // models of entries
  struct model *models[MODELS];
  uint32_t newest;
};

struct cache *cache_new(struct terms *tm) {
  struct cache *c = mem_zalloc(1, sizeof *c);
  c->tm = tm;
  arena_init(&c->arena);
  return c;
}

static void empty(struct cache *c) {
  for (uint32_t i = 0; i < c->held.size; i++) model_unref(c->held.data[i]);
  vec_ptr_clear(&c->held);
  map_ptr_release(&c->entries);
  map_ptr_release(&c->cores);
  arena_release(&c->arena);
  arena_init(&c->arena);
  c->n_entries = 0;
}

void cache_free(struct cache *c) {
  if (!c) return;
  empty(c);
  arena_release(&c->arena);
  vec_ptr_release(&c->held);
  for (uint32_t i = 0; i < MODELS; i++) model_unref(c->models[i]);
  mem_free(c);
}

static uint64_t hash_set(uint32_t n, const struct term *set) {
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++) h = hash_mix(h, set[i].id);
  return hash_u64(h) >> 1; // never the reserved key
}

static struct entry *find_entry(struct cache *c, uint64_t hash, uint32_t n, const struct term *set) {
  for (struct entry *e = map_ptr_get_or(&c->entries, hash, NULL); e; e = e->next)
    if (e->n == n && !memcmp(e->set, set, n * sizeof *set)) return e;
  return NULL;
}

// Both ascending.
static bool is_subset(uint32_t n, const uint32_t *of, uint32_t m, const struct term *set) {
  uint32_t j = 0;
  for (uint32_t i = 0; i < n; i++) {
    while (j < m && set[j].id < of[i]) j++;
    if (j == m || set[j].id != of[i]) return false;
  }
  return true;
}

static const struct core *find_core(struct cache *c, uint32_t n, const struct term *set) {
  if (!c->cores.size) return NULL;
  for (uint32_t i = n; i-- > 0;) {
    uint32_t looked = 0;
    for (const struct core *k = map_ptr_get_or(&c->cores, set[i].id, NULL); k && looked < CORES_PER_KEY;
         k = k->next, looked++)
      if (k->n <= i + 1 && is_subset(k->n, k->ids, i + 1, set)) return k;
  }
  return NULL;
}

static bool satisfies(struct model *m, uint32_t n, const struct term *set) {
  // The youngest conjuncts are those that an older model was not made for.
  for (uint32_t i = n; i-- > 0;)
    if (!model_holds(m, set[i])) return false;
  return true;
}

enum answer cache_find(struct cache *c, uint32_t n, const struct term *set, struct model **model,
                       struct vec_term *core) {
  struct entry *e = find_entry(c, hash_set(n, set), n, set);
  if (e && e->model) {
    *model = model_ref(e->model);
    return ANSWER_SAT;
  }
  const uint32_t *ids = e ? e->core : NULL;
  uint32_t n_ids = e ? e->n_core : 0;
  if (!e) {
    const struct core *k = find_core(c, n, set);
    if (k) {
      ids = k->ids;
      n_ids = k->n;
    }
  }
  if (ids) {
    for (uint32_t i = 0; i < n_ids; i++) vec_term_push(core, (struct term){ids[i]});
    return ANSWER_UNSAT;
  }
  for (uint32_t i = 0; i < MODELS; i++) {
    struct model *m = c->models[(c->newest + MODELS - i) % MODELS];
    if (!m || !satisfies(m, n, set)) continue;
    *model = model_ref(m);
    return ANSWER_SAT;
  }
  return ANSWER_UNKNOWN;
}

static struct entry *add_entry(struct cache *c, uint32_t n, const struct term *set) {
  if (c->n_entries >= MAX_ENTRIES || c->arena.bytes >= MAX_BYTES) empty(c);
  uint64_t hash = hash_set(n, set);
  struct entry *e = arena_alloc(&c->arena, sizeof *e);
  uint32_t *ids = arena_alloc(&c->arena, n * sizeof *ids);
  memcpy(ids, set, n * sizeof *ids);
  *e = (struct entry){.next = map_ptr_get_or(&c->entries, hash, NULL), .n = n, .set = ids};
  map_ptr_put(&c->entries, hash, e);
  c->n_entries++;
  return e;
}

static void set_value(void *context, struct term var, struct term value) { model_set(context, var, value); }

void cache_add_model(struct cache *c, uint32_t n, const struct term *set, struct model *model) {
  struct entry *e = add_entry(c, n, set);
  // Without what was evaluated under it: that may be much, and is not needed to give the values out again.
  e->model = model_new(c->tm);
  model_each(model, set_value, e->model);
  vec_ptr_push(&c->held, e->model);
  c->newest = (c->newest + 1) % MODELS;
  model_unref(c->models[c->newest]);
  c->models[c->newest] = model_ref(model);
}

void cache_add_core(struct cache *c, uint32_t n, const struct term *set, uint32_t n_core, const struct term *core) {
  struct entry *e = add_entry(c, n, set);
  struct core *k = arena_alloc(&c->arena, sizeof *k + n_core * sizeof *k->ids);
  k->n = n_core;
  for (uint32_t i = 0; i < n_core; i++) { // insertion: cores are small and nearly sorted
    uint32_t j = i;
    for (; j && k->ids[j - 1] > core[i].id; j--) k->ids[j] = k->ids[j - 1];
    k->ids[j] = core[i].id;
  }
  e->core = k->ids;
  e->n_core = n_core;
  uint32_t key = k->ids[n_core - 1];
  k->next = map_ptr_get_or(&c->cores, key, NULL);
  map_ptr_put(&c->cores, key, k);
}
