// See trie.h. A node has up to sixteen slots, present ones packed: first the pairs of key and value, then the nodes
// below. Four bits of the key's hash choose the slot; the hash is a bijection, so keys differ within eight levels.
#include "solve/trie.h"
#include "base/memory/alloc.h"
#include <string.h>

struct pair {
  uint32_t key;
  uintptr_t value;
};

struct trie {
  uint32_t references;
  uint16_t pairs, nodes;  // which slots are pairs, which are nodes
  // struct pair[], then struct trie *[]
};

static uint32_t hash(uint32_t key) {
  key *= 0x9e3779b1u;
  return key ^ key >> 16;
}

// Written out: without a flag for newer processors the builtin is a call.
static inline uint32_t count(uint16_t bits) {
  uint32_t x = bits - (bits >> 1 & 0x5555u);
  x = (x & 0x3333u) + (x >> 2 & 0x3333u);
  x = (x + (x >> 4)) & 0x0f0fu;
  return (x + (x >> 8)) & 31;
}
static uint32_t below(uint16_t bits, uint16_t bit) { return count(bits & (uint16_t)(bit - 1)); }
static struct pair *pairs_of(const struct trie *t) { return (struct pair *)((struct trie *)t + 1); }
static struct trie **nodes_of(const struct trie *t) { return (struct trie **)(pairs_of(t) + count(t->pairs)); }

static struct trie *node_new(uint16_t pairs, uint16_t nodes) {
  struct trie *t = mem_alloc(sizeof *t + count(pairs) * sizeof(struct pair) + count(nodes) * sizeof(struct trie *));
  *t = (struct trie){1, pairs, nodes};
  return t;
}

struct trie *trie_ref(struct trie *t) {
  if (t) t->references++;
  return t;
}

// As deep as the trie: eight levels at most.
void trie_unref(struct trie *t, const struct trie_owner *owner) {
  if (!t || --t->references) return;
  for (uint32_t i = 0; i < count(t->pairs); i++) owner->drop(pairs_of(t)[i].value);
  for (uint32_t i = 0; i < count(t->nodes); i++) trie_unref(nodes_of(t)[i], owner);
  mem_free(t);
}

bool trie_get(const struct trie *t, uint32_t key, uintptr_t *value) {
  for (uint32_t h = hash(key); t; h >>= 4) {
    uint16_t bit = (uint16_t)(1u << (h & 15));
    if (t->pairs & bit) {
      const struct pair *p = &pairs_of(t)[below(t->pairs, bit)];
      if (p->key == key) *value = p->value;
      return p->key == key;
    }
    if (!(t->nodes & bit)) return false;
    t = nodes_of(t)[below(t->nodes, bit)];
  }
  return false;
}

size_t trie_new_bytes(const struct trie *t, const struct trie *before) {
  if (!t || t == before) return 0;
  size_t bytes = sizeof *t + count(t->pairs) * sizeof(struct pair) + count(t->nodes) * sizeof(struct trie *);
  struct trie **below_t = nodes_of(t);
  for (uint32_t left = t->nodes; left; left &= left - 1) {
    uint16_t bit = (uint16_t)(left & -left);
    const struct trie *old = before && before->nodes & bit ? nodes_of(before)[below(before->nodes, bit)] : NULL;
    bytes += trie_new_bytes(*below_t++, old);
  }
  return bytes;
}

// A copy of t with the slots of another shape; the slot `bit` is left for the caller to fill. Everything copied is
// held.
static struct trie *reshaped(const struct trie *t, uint16_t pairs, uint16_t nodes, uint16_t bit,
                             const struct trie_owner *owner) {
  struct trie *copy = node_new(pairs, nodes);
  // Both sides list their slots in the same order, so the copies run along each other.
  const struct pair *from_pair = pairs_of(t);
  struct pair *to_pair = pairs_of(copy);
  for (uint32_t left = t->pairs | (pairs & bit); left; left &= left - 1) {
    uint32_t b = left & -left;
    if (b == bit) {
      from_pair += (t->pairs & b) != 0;
      to_pair += (pairs & b) != 0;
    } else {
      owner->hold(from_pair->value);
      *to_pair++ = *from_pair++;
    }
  }
  struct trie **from_node = nodes_of(t), **to_node = nodes_of(copy);
  for (uint32_t left = t->nodes | (nodes & bit); left; left &= left - 1) {
    uint32_t b = left & -left;
    if (b == bit) {
      from_node += (t->nodes & b) != 0;
      to_node += (nodes & b) != 0;
    } else {
      *to_node++ = trie_ref(*from_node++);
    }
  }
  return copy;
}

// A map of two different keys, `level` levels down.
static struct trie *join(struct pair a, struct pair b, uint32_t level) {
  uint32_t x = hash(a.key) >> 4 * level & 15, y = hash(b.key) >> 4 * level & 15;
  if (x == y) {
    struct trie *t = node_new(0, (uint16_t)(1u << x));
    nodes_of(t)[0] = join(a, b, level + 1);
    return t;
  }
  struct trie *t = node_new((uint16_t)(1u << x | 1u << y), 0);
  pairs_of(t)[x > y] = a;
  pairs_of(t)[x < y] = b;
  return t;
}

static struct trie *set(const struct trie *t, struct pair new, uint32_t level, const struct trie_owner *owner) {
  if (!t) {
    struct trie *single = node_new((uint16_t)(1u << (hash(new.key) >> 4 * level & 15)), 0);
    pairs_of(single)[0] = new;
    return single;
  }
  uint16_t bit = (uint16_t)(1u << (hash(new.key) >> 4 * level & 15));
  if (t->nodes & bit) {
    struct trie *copy = reshaped(t, t->pairs, t->nodes, bit, owner);
    uint32_t at = below(t->nodes, bit);
    nodes_of(copy)[at] = set(nodes_of(t)[at], new, level + 1, owner);
    return copy;
  }
  if (t->pairs & bit) {
    struct pair old = pairs_of(t)[below(t->pairs, bit)];
    if (old.key == new.key) {
      struct trie *copy = reshaped(t, t->pairs, t->nodes, bit, owner);
      pairs_of(copy)[below(t->pairs, bit)] = new;
      return copy;
    }
    owner->hold(old.value);
    struct trie *copy = reshaped(t, t->pairs & (uint16_t)~bit, t->nodes | bit, bit, owner);
    nodes_of(copy)[below(copy->nodes, bit)] = join(old, new, level + 1);
    return copy;
  }
  struct trie *copy = reshaped(t, t->pairs | bit, t->nodes, bit, owner);
  pairs_of(copy)[below(copy->pairs, bit)] = new;
  return copy;
}

struct trie *trie_set(struct trie *t, uint32_t key, uintptr_t value, const struct trie_owner *owner) {
  struct trie *result = set(t, (struct pair){key, value}, 0, owner);
  trie_unref(t, owner);
  return result;
}
