// A persistent map from 32-bit keys to words: a hash trie with shared, reference-counted nodes.
//
// Setting a key copies the nodes on the way to it (about log16 n of them); the old map stays as it was. NULL is the
// empty map. A value may own something: `hold` is called when a value is copied, `drop` when it goes.
#ifndef CLEW_SOLVE_TRIE_H
#define CLEW_SOLVE_TRIE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct trie;

struct trie_owner {
  void (*hold)(uintptr_t value);
  void (*drop)(uintptr_t value);
};

struct trie *trie_ref(struct trie *t);
void trie_unref(struct trie *t, const struct trie_owner *owner);
bool trie_get(const struct trie *t, uint32_t key, uintptr_t *value);
// The map with key set; takes over the reference to t and the value.
struct trie *trie_set(struct trie *t, uint32_t key, uintptr_t value, const struct trie_owner *owner);
// Bytes of the nodes that it does not share with `before`, which it was made from; costs what is new.
size_t trie_new_bytes(const struct trie *t, const struct trie *before);

#endif
