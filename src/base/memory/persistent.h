// Persistent maps from 64-bit keys to 32-bit words, hash-consed.
//
// A map is a handle; 0 is the empty map. Setting a key makes a new map that shares all but the way to the key with the
// old one. Equal nodes are stored once: two maps of a pool have the same entries iff their handles are equal, so that
// a map is found in a hash table by its handle, and what two maps share is skipped when they are compared, united or
// intersected: the cost of an operation is that of what differs. Nothing is freed before the pool.
#ifndef CLEW_BASE_MEMORY_PERSISTENT_H
#define CLEW_BASE_MEMORY_PERSISTENT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct persistent {
  uint32_t id;
};
#define PERSISTENT_EMPTY ((struct persistent){0})
static inline bool persistent_same(struct persistent a, struct persistent b) { return a.id == b.id; }

struct persistents; // a pool
struct persistents *persistents_new(void);
void persistents_free(struct persistents *pool);
size_t persistents_bytes(const struct persistents *pool); // that its nodes take

// The word at the key, or `otherwise`.
uint32_t persistent_get(const struct persistents *pool, struct persistent map, uint64_t key, uint32_t otherwise);
bool persistent_has(const struct persistents *pool, struct persistent map, uint64_t key);
struct persistent persistent_put(struct persistents *pool, struct persistent map, uint64_t key, uint32_t word);
struct persistent persistent_remove(struct persistents *pool, struct persistent map, uint64_t key);
uint32_t persistent_size(const struct persistents *pool, struct persistent map);
// By ascending key.
void persistent_each(const struct persistents *pool, struct persistent map,
                     void (*each)(void *context, uint64_t key, uint32_t word), void *context);

// The same keys, each with word 1: the domain.
struct persistent persistent_domain(struct persistents *pool, struct persistent map);
// The entries whose keys are keys of `keys`.
struct persistent persistent_restrict(struct persistents *pool, struct persistent map, struct persistent keys);
// The entries that are in both.
struct persistent persistent_intersect(struct persistents *pool, struct persistent a, struct persistent b);
// The entries of both; where a key has different words, that of `a`.
struct persistent persistent_unite(struct persistents *pool, struct persistent a, struct persistent b);
// The entries whose keys are no keys of `keys`.
struct persistent persistent_without(struct persistents *pool, struct persistent map, struct persistent keys);
// All keys from `first` to `last` (included) with one word: a few nodes, however many they are.
struct persistent persistent_range(struct persistents *pool, uint64_t first, uint64_t last, uint32_t word);
// Is every entry of `b` in `a`?
bool persistent_includes(const struct persistents *pool, struct persistent a, struct persistent b);
// The keys at which the maps differ, ascending; a word that is not there is UINT32_MAX.
void persistent_differences(const struct persistents *pool, struct persistent a, struct persistent b,
                            void (*each)(void *context, uint64_t key, uint32_t in_a, uint32_t in_b), void *context);

#endif
