// A radix trie of 16 children, hash-consed.
//
// A node covers the keys below one slot of its parent (the root: all 64-bit keys), cut to the digits (of 4 bits) that
// the way down has not used yet. It has a level, the number of the digit that it branches on, and a prefix: the digits
// above that one which all its keys share. An inner node has at least two children, a leaf (level 0) at least one word,
// so a map has one form. Neither keys nor the place in the trie are stored: what is the same relative to its slot is
// one node, wherever it stands; a long range with the same word everywhere takes a few nodes.
//
//   header: children (16 bits, one for each digit) | level << 16 | words of the prefix << 20
//   the prefix (0 to 2 words); for inner nodes the number of entries; then the children or words, by ascending digit
#include "base/memory/persistent.h"
#include "base/memory/alloc.h"
#include "base/memory/hash.h"
#include "base/memory/vec.h"
#include <assert.h>

#define BLOCK_BITS 16
#define BLOCK_WORDS (1u << BLOCK_BITS)
#define NODE_WORDS 20 // of the largest: header, prefix, size, 16 children
#define ABSENT UINT32_MAX

struct slot {
  uint32_t hash, id; // id 0: empty
};

// A result that was computed: maps that are combined with the same one again and again share most of their nodes.
struct memo {
  uint32_t a, b, operation, id; // a 0: none
  uint64_t prefix;
};
#define MEMO_BITS 15

struct persistents {
  struct vec_ptr blocks; // of BLOCK_WORDS words: nodes do not move
  uint32_t next, end; // the next node's id, and where its block ends
  struct slot *slots;
  uint32_t n_slots, n_nodes;
  struct memo *memo; // 2^MEMO_BITS, by hash; the newest stays
};

// A node as seen from a slot: its prefix may have lost digits that the slot has already used.
struct view {
  uint32_t id; // 0: no entries
  uint64_t prefix;
};
#define VIEW_EMPTY ((struct view){0, 0})

struct persistents *persistents_new(void) {
  struct persistents *p = mem_zalloc(1, sizeof *p);
  p->n_slots = 1024;
  p->slots = mem_zalloc(p->n_slots, sizeof *p->slots);
  p->memo = mem_zalloc((size_t)1 << MEMO_BITS, sizeof *p->memo);
  return p;
}

void persistents_free(struct persistents *p) {
  if (!p) return;
  for (uint32_t i = 0; i < p->blocks.size; i++) mem_free(p->blocks.data[i]);
  vec_ptr_release(&p->blocks);
  mem_free(p->slots);
  mem_free(p->memo);
  mem_free(p);
}

size_t persistents_bytes(const struct persistents *p) {
  return (size_t)p->blocks.size * BLOCK_WORDS * sizeof(uint32_t) + (size_t)p->n_slots * sizeof *p->slots;
}

// --- nodes -----------------------------------------------------------------------------------------------------------

static inline const uint32_t *node_at(const struct persistents *p, uint32_t id) {
  return (const uint32_t *)p->blocks.data[id >> BLOCK_BITS] + (id & (BLOCK_WORDS - 1));
}
static inline uint32_t node_mask(const uint32_t *n) { return n[0] & 0xffff; }
static inline uint32_t node_level(const uint32_t *n) { return n[0] >> 16 & 15; }
static inline uint32_t prefix_words(const uint32_t *n) { return n[0] >> 20; }
static inline uint64_t node_prefix(const uint32_t *n) {
  uint32_t words = prefix_words(n);
  return words == 0 ? 0 : words == 1 ? n[1] : n[1] | (uint64_t)n[2] << 32;
}
// Its children or words.
static inline const uint32_t *node_slots(const uint32_t *n) { return n + 1 + prefix_words(n) + (node_level(n) != 0); }
// Of 16 bits; the compiler's own is a call where the processor is not known to have an instruction.
static inline uint32_t count_bits(uint32_t mask) {
  mask -= mask >> 1 & 0x5555;
  mask = (mask & 0x3333) + (mask >> 2 & 0x3333);
  mask = (mask + (mask >> 4)) & 0x0f0f;
  return (mask + (mask >> 8)) & 0x1f;
}
static inline uint32_t rank(uint32_t mask, uint32_t digit) { return count_bits(mask & ((1u << digit) - 1)); }
static inline uint64_t low_digits(uint64_t key, uint32_t n) {
  return n >= 16 ? key : key & (((uint64_t)1 << 4 * n) - 1);
}
static inline uint64_t drop_digits(uint64_t key, uint32_t n) { return n >= 16 ? 0 : key >> 4 * n; }
static inline uint32_t digit_at(uint64_t key, uint32_t level) { return key >> 4 * level & 15; }

static uint32_t entries(const struct persistents *p, uint32_t id) {
  if (!id) return 0;
  const uint32_t *n = node_at(p, id);
  return node_level(n) ? n[1 + prefix_words(n)] : count_bits(node_mask(n));
}

static inline uint32_t hash_node(const uint32_t *words, uint32_t n) {
  uint64_t h = n;
  uint32_t i = 0;
  for (; i + 2 <= n; i += 2) h = hash_mix(h, words[i] | (uint64_t)words[i + 1] << 32);
  if (i < n) h = hash_mix(h, words[i]);
  return (uint32_t)(hash_u64(h) >> 16);
}

static void grow_table(struct persistents *p) {
  uint32_t n = p->n_slots * 2;
  struct slot *slots = mem_zalloc(n, sizeof *slots);
  for (uint32_t i = 0; i < p->n_slots; i++) {
    if (!p->slots[i].id) continue;
    uint32_t at = p->slots[i].hash & (n - 1);
    while (slots[at].id) at = (at + 1) & (n - 1);
    slots[at] = p->slots[i];
  }
  mem_free(p->slots);
  p->slots = slots;
  p->n_slots = n;
}

static uint32_t add_node(struct persistents *p, const uint32_t *words, uint32_t n) {
  if (p->next + n > p->end || !p->blocks.size) {
    assert(p->blocks.size < UINT32_MAX >> BLOCK_BITS);
    p->next = p->blocks.size << BLOCK_BITS;
    p->end = p->next + BLOCK_WORDS;
    if (!p->next) p->next = 1; // 0 is the empty map
    vec_ptr_push(&p->blocks, mem_alloc(BLOCK_WORDS * sizeof(uint32_t)));
  }
  uint32_t id = p->next;
  memcpy((uint32_t *)p->blocks.data[id >> BLOCK_BITS] + (id & (BLOCK_WORDS - 1)), words, n * sizeof *words);
  p->next += n;
  p->n_nodes++;
  return id;
}

// The header tells how many words a node has.
static inline bool same_node(const uint32_t *node, const uint32_t *words, uint32_t n) {
  return node[0] == words[0] && !memcmp(node, words, n * sizeof *words);
}

// The node with these words.
static uint32_t intern(struct persistents *p, const uint32_t *words, uint32_t n) {
  uint32_t hash = hash_node(words, n), at = hash & (p->n_slots - 1);
  for (; p->slots[at].id; at = (at + 1) & (p->n_slots - 1))
    if (p->slots[at].hash == hash && same_node(node_at(p, p->slots[at].id), words, n)) return p->slots[at].id;
  uint32_t id = add_node(p, words, n);
  p->slots[at] = (struct slot){hash, id};
  if (p->n_nodes * 3 > p->n_slots * 2) grow_table(p);
  return id;
}

// Header and prefix; returns how many words that is.
static inline uint32_t begin_node(uint32_t *words, uint32_t mask, uint32_t level, uint64_t prefix) {
  uint32_t n = !prefix ? 0 : prefix >> 32 ? 2 : 1;
  words[0] = mask | level << 16 | n << 20;
  words[1] = (uint32_t)prefix;
  words[2] = (uint32_t)(prefix >> 32);
  return 1 + n;
}

static struct view view_of(const struct persistents *p, uint32_t id) {
  return (struct view){id, id ? node_prefix(node_at(p, id)) : 0};
}

// The node of a view, with its prefix as it is seen there.
static uint32_t view_node(struct persistents *p, struct view v) {
  if (!v.id) return 0;
  const uint32_t *n = node_at(p, v.id);
  if (node_prefix(n) == v.prefix) return v.id;
  uint32_t words[NODE_WORDS], rest = count_bits(node_mask(n)) + (node_level(n) != 0),
                              size = begin_node(words, node_mask(n), node_level(n), v.prefix);
  memcpy(words + size, n + 1 + prefix_words(n), rest * sizeof *words);
  return intern(p, words, size + rest);
}

// A node with these children or words, by digit (those of the mask).
static struct view make_node(struct persistents *p, uint32_t mask, uint32_t level, uint64_t prefix,
                             const uint32_t *children) {
  if (!mask) return VIEW_EMPTY;
  uint32_t n = count_bits(mask), words[NODE_WORDS];
  if (level && n == 1) {
    const uint32_t *child = node_at(p, children[0]);
    uint32_t digit = (uint32_t)__builtin_ctz(mask), below = level - 1 - node_level(child);
    return (struct view){children[0], (prefix << 4 | digit) << 4 * below | node_prefix(child)};
  }
  uint32_t size = begin_node(words, mask, level, prefix);
  if (level) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < n; i++) total += entries(p, children[i]);
    words[size++] = total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
  }
  memcpy(words + size, children, n * sizeof *words);
  return (struct view){intern(p, words, size + n), prefix};
}

// What a view has under the node's digit: for a node of a level above its own.
static struct view view_below(const struct persistents *p, struct view v, uint32_t level) {
  v.prefix = low_digits(v.prefix, level - 1 - node_level(node_at(p, v.id)));
  return v;
}

// Two views without a common key.
static struct view join_views(struct persistents *p, struct view a, struct view b) {
  uint32_t la = node_level(node_at(p, a.id)), lb = node_level(node_at(p, b.id)), high = la > lb ? la : lb;
  uint64_t x = drop_digits(a.prefix, high - la), y = drop_digits(b.prefix, high - lb);
  assert(x != y);
  uint32_t level = high + 1 + (63 - (uint32_t)__builtin_clzll(x ^ y)) / 4;
  uint32_t da = digit_at(a.prefix, level - la - 1), db = digit_at(b.prefix, level - lb - 1);
  uint64_t prefix = drop_digits(a.prefix, level - la);
  uint32_t ids[2] = {view_node(p, view_below(p, a, level)), view_node(p, view_below(p, b, level))};
  uint32_t children[2] = {da < db ? ids[0] : ids[1], da < db ? ids[1] : ids[0]};
  return make_node(p, 1u << da | 1u << db, level, prefix, children);
}

// Copies the children of a node into an array, with one put, replaced or (child 0 or no word) taken away at a digit.
static struct view change_child(struct persistents *p, const uint32_t *n, uint64_t prefix, uint32_t digit, bool there,
                                uint32_t child) {
  uint32_t mask = node_mask(n), at = rank(mask, digit), size = count_bits(mask), children[16];
  const uint32_t *old = node_slots(n);
  bool was = mask >> digit & 1;
  memcpy(children, old, at * sizeof *old);
  if (there) children[at] = child;
  memcpy(children + at + there, old + at + was, (size - at - was) * sizeof *old);
  mask = there ? mask | 1u << digit : mask & ~(1u << digit);
  return make_node(p, mask, node_level(n), prefix, children);
}

// --- single keys -----------------------------------------------------------------------------------------------------

static inline const uint32_t *find_word(const struct persistents *p, uint32_t id, uint64_t key) {
  while (id) {
    const uint32_t *n = node_at(p, id);
    uint32_t level = node_level(n), digit = digit_at(key, level), mask = node_mask(n);
    if ((key >> 4 * level) >> 4 != node_prefix(n) || !(mask >> digit & 1)) return NULL;
    const uint32_t *slot = node_slots(n) + rank(mask, digit);
    if (!level) return slot;
    key = low_digits(key, level);
    id = *slot;
  }
  return NULL;
}

uint32_t persistent_get(const struct persistents *p, struct persistent map, uint64_t key, uint32_t otherwise) {
  const uint32_t *word = find_word(p, map.id, key);
  return word ? *word : otherwise;
}

bool persistent_has(const struct persistents *p, struct persistent map, uint64_t key) {
  return find_word(p, map.id, key) != NULL;
}

static struct view put(struct persistents *p, struct view v, uint64_t key, uint32_t word) {
  struct view single;
  if (v.id) {
    const uint32_t *n = node_at(p, v.id);
    uint32_t level = node_level(n), digit = digit_at(key, level);
    if ((key >> 4 * level) >> 4 == v.prefix) {
      if (level) {
        bool was = node_mask(n) >> digit & 1;
        struct view child = was ? view_of(p, node_slots(n)[rank(node_mask(n), digit)]) : VIEW_EMPTY;
        word = view_node(p, put(p, child, low_digits(key, level), word));
      }
      return change_child(p, n, v.prefix, digit, true, word);
    }
  }
  single = make_node(p, 1u << (key & 15), 0, key >> 4, &word);
  return v.id ? join_views(p, v, single) : single;
}

struct persistent persistent_put(struct persistents *p, struct persistent map, uint64_t key, uint32_t word) {
  return (struct persistent){view_node(p, put(p, view_of(p, map.id), key, word))};
}

static struct view take_away(struct persistents *p, struct view v, uint64_t key) {
  const uint32_t *n = node_at(p, v.id);
  uint32_t level = node_level(n), digit = digit_at(key, level), child = 0;
  if (level) {
    struct view below = view_of(p, node_slots(n)[rank(node_mask(n), digit)]);
    child = view_node(p, take_away(p, below, low_digits(key, level)));
  }
  return change_child(p, n, v.prefix, digit, child != 0, child);
}

struct persistent persistent_remove(struct persistents *p, struct persistent map, uint64_t key) {
  if (!find_word(p, map.id, key)) return map;
  return (struct persistent){view_node(p, take_away(p, view_of(p, map.id), key))};
}

uint32_t persistent_size(const struct persistents *p, struct persistent map) { return entries(p, map.id); }

// --- walks -----------------------------------------------------------------------------------------------------------

// `above`: the digits of the way down.
static void each_below(const struct persistents *p, struct view v, uint64_t above, uint32_t n_above,
                       void (*each)(void *context, uint64_t key, uint32_t word), void *context) {
  const uint32_t *n = node_at(p, v.id), *slots = node_slots(n);
  uint32_t level = node_level(n), i = 0, skipped = 16 - n_above - level - 1;
  uint64_t way = (skipped >= 16 ? 0 : above << 4 * skipped) | v.prefix;
  for (uint32_t mask = node_mask(n); mask; mask &= mask - 1, i++) {
    uint64_t key = way << 4 | (uint32_t)__builtin_ctz(mask);
    if (level) each_below(p, view_of(p, slots[i]), key, 16 - level, each, context);
    else each(context, key, slots[i]);
  }
}

void persistent_each(const struct persistents *p, struct persistent map,
                     void (*each)(void *context, uint64_t key, uint32_t word), void *context) {
  if (map.id) each_below(p, view_of(p, map.id), 0, 0, each, context);
}

enum operation { INTERSECT, RESTRICT, UNITE, SUBTRACT, DOMAIN };

static struct memo *memo_of(struct persistents *p, enum operation how, uint32_t a, uint32_t b) {
  return &p->memo[hash_mix((uint64_t)a << 32 | b, how) >> (64 - MEMO_BITS)];
}
static bool memo_has(const struct memo *m, enum operation how, uint32_t a, uint32_t b) {
  return m->a == a && m->b == b && m->operation == how;
}

static uint32_t domain_of(struct persistents *p, uint32_t id) {
  struct memo *m = memo_of(p, DOMAIN, id, 0);
  if (memo_has(m, DOMAIN, id, 0)) return m->id;
  const uint32_t *n = node_at(p, id), *slots = node_slots(n);
  uint32_t children[16], size = count_bits(node_mask(n)), level = node_level(n);
  for (uint32_t i = 0; i < size; i++) {
    // Equal neighbours have equal domains: long ranges.
    if (level && i && slots[i] == slots[i - 1]) children[i] = children[i - 1];
    else children[i] = level ? domain_of(p, slots[i]) : 1;
  }
  uint32_t made = view_node(p, make_node(p, node_mask(n), level, node_prefix(n), children));
  *m = (struct memo){.a = id, .operation = DOMAIN, .id = made};
  return made;
}

struct persistent persistent_domain(struct persistents *p, struct persistent map) {
  return map.id ? (struct persistent){domain_of(p, map.id)} : map;
}

// The keys of a slot with so many digits, from `first` to `last`.
static struct view range_of(struct persistents *p, uint32_t digits, uint64_t first, uint64_t last, uint32_t word) {
  uint32_t level = digits - 1, children[16], n = 0, mask = 0;
  uint64_t all = low_digits(UINT64_MAX, level);
  for (uint32_t digit = digit_at(first, level), end = digit_at(last, level); digit <= end; digit++) {
    uint64_t from = digit == digit_at(first, level) ? first & all : 0, to = digit == end ? last & all : all;
    mask |= 1u << digit;
    // What is covered wholly is the same for all digits.
    bool whole = !from && to == all, repeats = n > 1 && whole && digit > digit_at(first, level) + 1;
    children[n] = repeats ? children[n - 1] : level ? view_node(p, range_of(p, level, from, to, word)) : word;
    n++;
  }
  return make_node(p, mask, level, 0, children);
}

struct persistent persistent_range(struct persistents *p, uint64_t first, uint64_t last, uint32_t word) {
  assert(first <= last);
  return (struct persistent){view_node(p, range_of(p, 16, first, last, word))};
}

// --- two maps --------------------------------------------------------------------------------------------------------

// How two views at one slot lie to each other.
enum relation { APART, ALIGNED, A_ABOVE, B_ABOVE };
static enum relation relate(const struct persistents *p, struct view a, struct view b) {
  uint32_t la = node_level(node_at(p, a.id)), lb = node_level(node_at(p, b.id));
  if (la == lb) return a.prefix == b.prefix ? ALIGNED : APART;
  if (la > lb) return drop_digits(b.prefix, la - lb) == a.prefix ? A_ABOVE : APART;
  return drop_digits(a.prefix, lb - la) == b.prefix ? B_ABOVE : APART;
}

// The digit at which a view lies below a node of a higher level.
static uint32_t digit_of(const struct persistents *p, struct view v, uint32_t level) {
  return digit_at(v.prefix, level - 1 - node_level(node_at(p, v.id)));
}

static struct view child_view(const struct persistents *p, const uint32_t *n, uint32_t digit) {
  return node_mask(n) >> digit & 1 ? view_of(p, node_slots(n)[rank(node_mask(n), digit)]) : VIEW_EMPTY;
}

static struct view combine(struct persistents *p, enum operation how, struct view a, struct view b);

static struct view combine_aligned(struct persistents *p, enum operation how, struct view a, struct view b) {
  const uint32_t *na = node_at(p, a.id), *nb = node_at(p, b.id);
  uint32_t level = node_level(na), all = node_mask(na);
  if (how == UNITE) all |= node_mask(nb);
  else if (how != SUBTRACT) all &= node_mask(nb);
  uint32_t children[16], mask = 0, n = 0;
  for (uint32_t rest = all; rest; rest &= rest - 1) {
    uint32_t digit = (uint32_t)__builtin_ctz(rest), word;
    if (level) {
      word = view_node(p, combine(p, how, child_view(p, na, digit), child_view(p, nb, digit)));
      if (!word) continue;
    } else {
      bool in_a = node_mask(na) >> digit & 1, in_b = node_mask(nb) >> digit & 1;
      word = in_a ? node_slots(na)[rank(node_mask(na), digit)] : node_slots(nb)[rank(node_mask(nb), digit)];
      if (how == INTERSECT && node_slots(nb)[rank(node_mask(nb), digit)] != word) continue;
      if (how == SUBTRACT && in_b) continue;
    }
    mask |= 1u << digit;
    children[n++] = word;
  }
  return make_node(p, mask, level, a.prefix, children);
}

// One lies below a child of the other.
static struct view combine_nested(struct persistents *p, enum operation how, struct view a, struct view b,
                                  bool a_above) {
  struct view outer = a_above ? a : b, inner = a_above ? b : a;
  const uint32_t *n = node_at(p, outer.id);
  uint32_t level = node_level(n), digit = digit_of(p, inner, level);
  struct view child = child_view(p, n, digit);
  inner = view_below(p, inner, level);
  uint32_t made = view_node(p, a_above ? combine(p, how, child, inner) : combine(p, how, inner, child));
  if (how == UNITE || (how == SUBTRACT && a_above)) return change_child(p, n, outer.prefix, digit, made != 0, made);
  return make_node(p, made ? 1u << digit : 0, level, outer.prefix, &made);
}

static struct view combine(struct persistents *p, enum operation how, struct view a, struct view b) {
  if (!a.id) return how == UNITE ? b : VIEW_EMPTY;
  if (!b.id) return how == UNITE || how == SUBTRACT ? a : VIEW_EMPTY;
  if (a.id == b.id && a.prefix == b.prefix) return how == SUBTRACT ? VIEW_EMPTY : a;
  enum relation relation = relate(p, a, b);
  if (relation == APART) return how == UNITE ? join_views(p, a, b) : how == SUBTRACT ? a : VIEW_EMPTY;
  struct memo *m = memo_of(p, how, a.id, b.id);
  bool whole = a.prefix == node_prefix(node_at(p, a.id)) && b.prefix == node_prefix(node_at(p, b.id));
  if (whole && memo_has(m, how, a.id, b.id)) return (struct view){m->id, m->prefix};
  struct view made = relation == ALIGNED ? combine_aligned(p, how, a, b)
                                         : combine_nested(p, how, a, b, relation == A_ABOVE);
  if (whole) *m = (struct memo){a.id, b.id, how, made.id, made.prefix};
  return made;
}

static struct persistent combine_maps(struct persistents *p, enum operation how, struct persistent a,
                                      struct persistent b) {
  return (struct persistent){view_node(p, combine(p, how, view_of(p, a.id), view_of(p, b.id)))};
}
struct persistent persistent_restrict(struct persistents *p, struct persistent map, struct persistent keys) {
  return combine_maps(p, RESTRICT, map, keys);
}
struct persistent persistent_intersect(struct persistents *p, struct persistent a, struct persistent b) {
  return combine_maps(p, INTERSECT, a, b);
}
struct persistent persistent_unite(struct persistents *p, struct persistent a, struct persistent b) {
  return combine_maps(p, UNITE, a, b);
}
struct persistent persistent_without(struct persistents *p, struct persistent map, struct persistent keys) {
  return combine_maps(p, SUBTRACT, map, keys);
}

static bool includes(const struct persistents *p, struct view a, struct view b) {
  if (!b.id || (a.id == b.id && a.prefix == b.prefix)) return true;
  if (!a.id || entries(p, a.id) < entries(p, b.id)) return false;
  enum relation relation = relate(p, a, b);
  if (relation == APART || relation == B_ABOVE) return false; // b has keys under two digits where a has one
  const uint32_t *na = node_at(p, a.id), *nb = node_at(p, b.id);
  uint32_t level = node_level(na);
  if (relation == A_ABOVE) return includes(p, child_view(p, na, digit_of(p, b, level)), view_below(p, b, level));
  if (node_mask(nb) & ~node_mask(na)) return false;
  for (uint32_t rest = node_mask(nb), i = 0; rest; rest &= rest - 1, i++) {
    uint32_t in_a = node_slots(na)[rank(node_mask(na), (uint32_t)__builtin_ctz(rest))], in_b = node_slots(nb)[i];
    if (in_a != in_b && (!level || !includes(p, view_of(p, in_a), view_of(p, in_b)))) return false;
  }
  return true;
}

bool persistent_includes(const struct persistents *p, struct persistent a, struct persistent b) {
  return includes(p, view_of(p, a.id), view_of(p, b.id));
}

// --- differences -----------------------------------------------------------------------------------------------------

struct difference {
  void (*each)(void *context, uint64_t key, uint32_t in_a, uint32_t in_b);
  void *context;
  bool in_b; // of single_entry: the map that has the entry
};

static void single_entry(void *context, uint64_t key, uint32_t word) {
  struct difference *d = context;
  d->each(d->context, key, d->in_b ? ABSENT : word, d->in_b ? word : ABSENT);
}

// All entries of a view that the other map has not.
static void all_below(const struct persistents *p, struct difference *d, bool in_b, struct view v, uint64_t above,
                      uint32_t n_above) {
  d->in_b = in_b;
  if (v.id) each_below(p, v, above, n_above, single_entry, d);
}

static void differ(const struct persistents *p, struct difference *d, struct view a, struct view b, uint64_t above,
                   uint32_t n_above);

// The views' common node: both, or one of them with the other below it; digit by digit.
static void differ_below(const struct persistents *p, struct difference *d, struct view a, struct view b,
                         enum relation relation, uint64_t above, uint32_t n_above) {
  struct view outer = relation == B_ABOVE ? b : a;
  const uint32_t *n = node_at(p, outer.id), *na = node_at(p, a.id), *nb = node_at(p, b.id);
  uint32_t level = node_level(n), skipped = 16 - n_above - level - 1, mask = node_mask(n);
  uint64_t way = (skipped >= 16 ? 0 : above << 4 * skipped) | outer.prefix;
  if (relation == ALIGNED) mask |= node_mask(nb);
  else mask |= 1u << digit_of(p, relation == A_ABOVE ? b : a, level);
  for (; mask; mask &= mask - 1) {
    uint32_t digit = (uint32_t)__builtin_ctz(mask);
    uint64_t key = way << 4 | digit;
    if (!level) {
      bool in_a = node_mask(na) >> digit & 1, in_b = node_mask(nb) >> digit & 1;
      uint32_t x = in_a ? node_slots(na)[rank(node_mask(na), digit)] : ABSENT;
      uint32_t y = in_b ? node_slots(nb)[rank(node_mask(nb), digit)] : ABSENT;
      if (in_a != in_b || x != y) d->each(d->context, key, x, y);
      continue;
    }
    struct view x = VIEW_EMPTY, y = VIEW_EMPTY;
    if (relation != B_ABOVE) x = child_view(p, na, digit);
    else if (digit_of(p, a, level) == digit) x = view_below(p, a, level);
    if (relation != A_ABOVE) y = child_view(p, nb, digit);
    else if (digit_of(p, b, level) == digit) y = view_below(p, b, level);
    differ(p, d, x, y, key, 16 - level);
  }
}

static void differ(const struct persistents *p, struct difference *d, struct view a, struct view b, uint64_t above,
                   uint32_t n_above) {
  if (a.id == b.id && a.prefix == b.prefix) return;
  enum relation relation = a.id && b.id ? relate(p, a, b) : APART;
  if (relation != APART) {
    differ_below(p, d, a, b, relation, above, n_above);
    return;
  }
  bool b_first = false;
  if (a.id && b.id) {
    uint32_t la = node_level(node_at(p, a.id)), lb = node_level(node_at(p, b.id)), high = la > lb ? la : lb;
    b_first = drop_digits(b.prefix, high - lb) < drop_digits(a.prefix, high - la);
  }
  if (b_first) all_below(p, d, true, b, above, n_above);
  all_below(p, d, false, a, above, n_above);
  if (!b_first) all_below(p, d, true, b, above, n_above);
}

void persistent_differences(const struct persistents *p, struct persistent a, struct persistent b,
                            void (*each)(void *context, uint64_t key, uint32_t in_a, uint32_t in_b), void *context) {
  struct difference d = {.each = each, .context = context};
  differ(p, &d, view_of(p, a.id), view_of(p, b.id), 0, 0);
}
