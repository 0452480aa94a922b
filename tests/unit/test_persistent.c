// Persistent maps against sorted arrays.
#include "base/memory/persistent.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "random.h"

struct entry {
  uint64_t key;
  uint32_t word;
};
VEC_TYPE(vec_entry, struct entry)

struct pair {
  struct persistent map;
  struct vec_entry entries; // sorted
};

#define MAPS 12
struct world {
  struct persistents *pool;
  struct rng rng;
  struct pair maps[MAPS];
};

static uint32_t position(const struct vec_entry *v, uint64_t key) {
  uint32_t i = 0;
  while (i < v->size && v->data[i].key < key) i++;
  return i;
}

static const struct entry *plain_find(const struct vec_entry *v, uint64_t key) {
  uint32_t i = position(v, key);
  return i < v->size && v->data[i].key == key ? &v->data[i] : NULL;
}

static void plain_put(struct vec_entry *v, uint64_t key, uint32_t word) {
  uint32_t i = position(v, key);
  if (i == v->size || v->data[i].key != key) {
    vec_entry_push(v, (struct entry){0, 0});
    memmove(v->data + i + 1, v->data + i, (v->size - 1 - i) * sizeof *v->data);
  }
  v->data[i] = (struct entry){key, word};
}

static void plain_remove(struct vec_entry *v, uint64_t key) {
  uint32_t i = position(v, key);
  if (i == v->size || v->data[i].key != key) return;
  memmove(v->data + i, v->data + i + 1, (v->size - 1 - i) * sizeof *v->data);
  v->size--;
}

static void plain_copy(struct vec_entry *to, const struct vec_entry *from) {
  vec_entry_clear(to);
  for (uint32_t i = 0; i < from->size; i++) vec_entry_push(to, from->data[i]);
}

struct checking {
  const struct vec_entry *entries;
  uint32_t at;
};

static void check_entry(void *context, uint64_t key, uint32_t word) {
  struct checking *c = context;
  assert_true(c->at < c->entries->size);
  assert_int_equal(c->entries->data[c->at].key, key);
  assert_int_equal(c->entries->data[c->at].word, word);
  c->at++;
}

// The same entries, and the handle that putting them one by one gives.
static void check(struct world *w, const struct pair *p) {
  struct checking c = {.entries = &p->entries};
  persistent_each(w->pool, p->map, check_entry, &c);
  assert_int_equal(c.at, p->entries.size);
  assert_int_equal(persistent_size(w->pool, p->map), p->entries.size);
  struct persistent again = PERSISTENT_EMPTY;
  for (uint32_t i = p->entries.size; i-- > 0;)
    again = persistent_put(w->pool, again, p->entries.data[i].key, p->entries.data[i].word);
  assert_true(persistent_same(again, p->map));
}

// Dense, next to each other at large addresses, and anything.
static uint64_t random_key(struct world *w) {
  switch (rng_below(&w->rng, 5)) {
  case 0: return rng_below(&w->rng, 40);
  case 1: return 0x7f0000000000 + rng_below(&w->rng, 50);
  case 2: return ((uint64_t)1 << rng_below(&w->rng, 64)) - rng_below(&w->rng, 2);
  case 3: return UINT64_MAX - rng_below(&w->rng, 3);
  default: return rng_below(&w->rng, 2000);
  }
}

static void set_operation(struct world *w, uint32_t how, const struct pair *a, const struct pair *b, struct pair *out) {
  struct vec_entry made = {0};
  for (uint32_t i = 0; i < a->entries.size; i++) {
    const struct entry *e = &a->entries.data[i], *other = plain_find(&b->entries, e->key);
    bool keep = how == 0 ? other && other->word == e->word : how == 1 ? other != NULL : how == 2 ? true : !other;
    if (keep) vec_entry_push(&made, *e);
  }
  for (uint32_t i = 0; how == 2 && i < b->entries.size; i++)
    if (!plain_find(&a->entries, b->entries.data[i].key))
      plain_put(&made, b->entries.data[i].key, b->entries.data[i].word);
  struct persistent map = how == 0   ? persistent_intersect(w->pool, a->map, b->map)
                          : how == 1 ? persistent_restrict(w->pool, a->map, b->map)
                          : how == 2 ? persistent_unite(w->pool, a->map, b->map)
                                     : persistent_without(w->pool, a->map, b->map);
  plain_copy(&out->entries, &made);
  out->map = map;
  vec_entry_release(&made);
  check(w, out);
}

struct differing {
  const struct pair *a, *b;
  uint64_t last;
  uint32_t n;
};

static void check_difference(void *context, uint64_t key, uint32_t in_a, uint32_t in_b) {
  struct differing *d = context;
  const struct entry *a = plain_find(&d->a->entries, key), *b = plain_find(&d->b->entries, key);
  assert_true(!d->n || key > d->last);
  assert_int_equal(in_a, a ? a->word : UINT32_MAX);
  assert_int_equal(in_b, b ? b->word : UINT32_MAX);
  assert_true(in_a != in_b);
  d->last = key;
  d->n++;
}

static void compare_two(struct world *w, const struct pair *a, const struct pair *b) {
  uint32_t n = 0, missing = 0;
  for (uint32_t i = 0; i < a->entries.size; i++) {
    const struct entry *other = plain_find(&b->entries, a->entries.data[i].key);
    n += !other || other->word != a->entries.data[i].word;
  }
  for (uint32_t i = 0; i < b->entries.size; i++) {
    const struct entry *other = plain_find(&a->entries, b->entries.data[i].key);
    n += !other;
    missing += !other || other->word != b->entries.data[i].word;
  }
  struct differing d = {.a = a, .b = b};
  persistent_differences(w->pool, a->map, b->map, check_difference, &d);
  assert_int_equal(d.n, n);
  assert_int_equal(persistent_includes(w->pool, a->map, b->map), missing == 0);
  assert_int_equal(persistent_same(a->map, b->map), n == 0);
}

static void random_operation(struct world *w) {
  struct pair *to = &w->maps[rng_below(&w->rng, MAPS)];
  const struct pair *a = &w->maps[rng_below(&w->rng, MAPS)], *b = &w->maps[rng_below(&w->rng, MAPS)];
  uint64_t key = random_key(w);
  uint32_t word = (uint32_t)rng_below(&w->rng, 4), how = (uint32_t)rng_below(&w->rng, 30);
  if (how < 14) {
    if (to != a) plain_copy(&to->entries, &a->entries);
    plain_put(&to->entries, key, word);
    to->map = persistent_put(w->pool, a->map, key, word);
    assert_int_equal(persistent_get(w->pool, to->map, key, 77), word);
    assert_true(persistent_has(w->pool, to->map, key));
  } else if (how < 20) {
    if (to != a) plain_copy(&to->entries, &a->entries);
    if (to->entries.size && rng_below(&w->rng, 2)) key = to->entries.data[rng_below(&w->rng, to->entries.size)].key;
    plain_remove(&to->entries, key);
    to->map = persistent_remove(w->pool, a->map, key);
    assert_int_equal(persistent_get(w->pool, to->map, key, 77), 77);
    assert_false(persistent_has(w->pool, to->map, key));
  } else if (how < 24) {
    set_operation(w, how - 20, a, b, to);
  } else if (how == 24) {
    uint64_t n = rng_below(&w->rng, 100), last = key + n < key ? UINT64_MAX : key + n;
    vec_entry_clear(&to->entries);
    for (uint64_t k = key;; k++) {
      vec_entry_push(&to->entries, (struct entry){k, word});
      if (k == last) break;
    }
    to->map = persistent_range(w->pool, key, last, word);
  } else if (how == 25) {
    to->map = persistent_domain(w->pool, a->map);
    if (to != a) plain_copy(&to->entries, &a->entries);
    for (uint32_t i = 0; i < to->entries.size; i++) to->entries.data[i].word = 1;
  } else {
    compare_two(w, a, b);
    return;
  }
  check(w, to);
}

static void random_maps(void **unused) {
  (void)unused;
  for (uint64_t seed = 0; seed < 40; seed++) {
    struct world w = {.pool = persistents_new(), .rng = rng_new(seed)};
    for (uint32_t i = 0; i < 1000; i++) random_operation(&w);
    for (uint32_t i = 0; i < MAPS; i++) vec_entry_release(&w.maps[i].entries);
    persistents_free(w.pool);
  }
}

static void all_keys(void **unused) {
  (void)unused;
  struct persistents *pool = persistents_new();
  struct persistent all = persistent_range(pool, 0, UINT64_MAX, 5);
  assert_int_equal(persistent_get(pool, all, 0x123456789abcdef0, 0), 5);
  struct persistent hole = persistent_remove(pool, all, 1u << 20);
  assert_false(persistent_has(pool, hole, 1u << 20));
  assert_true(persistent_same(persistent_put(pool, hole, 1u << 20, 5), all));
  assert_true(persistent_includes(pool, all, hole));
  assert_false(persistent_includes(pool, hole, all));
  // A long range takes few nodes, wherever it begins.
  size_t before = persistents_bytes(pool);
  for (uint32_t i = 0; i < 100; i++) persistent_range(pool, 12345 + i * 1000003u, 12345 + i * 1000003u + (1u << 30), 9);
  assert_true(persistents_bytes(pool) - before <= 1u << 20);
  persistents_free(pool);
}

// A put costs the way to its key.
static void costs(void **unused) {
  (void)unused;
  struct persistents *pool = persistents_new();
  struct persistent map = PERSISTENT_EMPTY;
  for (uint32_t i = 0; i < 50; i++) map = persistent_put(pool, map, i, 1);
  size_t before = persistents_bytes(pool);
  for (uint32_t i = 0; i < 100000; i++) map = persistent_put(pool, map, i % 50, i);
  assert_true(persistents_bytes(pool) - before < 100000 * (size_t)200);
  persistents_free(pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_maps),
      cmocka_unit_test(all_keys),
      cmocka_unit_test(costs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
