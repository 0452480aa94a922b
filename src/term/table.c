// The table of a run: sorts, hash-consing, leaves, inspection.
#include "term/node.h"
#include "term/rewrite/constructors.h"
#include <stdio.h>
#include <stdlib.h>

#define INITIAL_NODES 512
#define INITIAL_SLOTS 2048

struct terms *terms_new(void) {
  struct terms *tm = mem_zalloc(1, sizeof *tm);
  tm->capacity = INITIAL_NODES;
  tm->nodes = mem_alloc(tm->capacity * sizeof *tm->nodes);
  memset(&tm->nodes[0], 0, sizeof tm->nodes[0]);
  tm->size = 1;
  tm->slots = mem_zalloc(INITIAL_SLOTS, sizeof *tm->slots);
  tm->slot_mask = INITIAL_SLOTS - 1;
  arena_init(&tm->arena);
  vec_sort_info_push(&tm->sorts, (struct sort_info){0});
  vec_sort_info_push(&tm->sorts, (struct sort_info){.kind = SORT_BOOL});
  vec_sort_info_push(&tm->sorts, (struct sort_info){.kind = SORT_INT});
  tm->constant_false = term_intern(tm, TERM_FALSE, sort_bool(tm), 0, 0, 0, NULL).id;
  tm->constant_true = term_intern(tm, TERM_TRUE, sort_bool(tm), 0, 0, 0, NULL).id;
  return tm;
}

void terms_free(struct terms *tm) {
  if (!tm) return;
  mem_free(tm->nodes);
  mem_free(tm->slots);
  arena_release(&tm->arena);
  vec_sort_info_release(&tm->sorts);
  map_u32_release(&tm->sort_map);
  vec_u32_release(&tm->var_set_of);
  vec_var_set_release(&tm->var_sets);
  map_u32_release(&tm->var_set_map);
  map_u32_release(&tm->canonical);
  mem_free(tm);
}

uint32_t terms_count(const struct terms *tm) { return tm->size - 1; }

void terms_rule_hits(const struct terms *tm, void (*each)(void *context, const char *rule, uint64_t hits),
                     void *context) {
  static const char *const names[RULE_COUNT] = {
#define RULE(id, match, result) #id,
#include "term/rewrite/rules.def"
#undef RULE
  };
  for (uint32_t i = 0; i < RULE_COUNT; i++) each(context, names[i], tm->hits[i]);
}

// --- sorts -----------------------------------------------------------------

struct sort sort_bool(struct terms *tm) {
  (void)tm;
  return (struct sort){1};
}

struct sort sort_int(struct terms *tm) {
  (void)tm;
  return (struct sort){2};
}

// The sort with this key, added if new. Keys: two numbers of 30 bits under the kind.
static struct sort sort_intern(struct terms *tm, uint64_t x, uint64_t y, struct sort_info info) {
  assert(x < (1u << 30) && y < (1u << 30));
  uint64_t key = (uint64_t)info.kind << 60 | x << 30 | y;
  uint32_t *at = map_u32_find(&tm->sort_map, key);
  if (at) return (struct sort){*at};
  uint32_t id = tm->sorts.size;
  vec_sort_info_push(&tm->sorts, info);
  map_u32_put(&tm->sort_map, key, id);
  return (struct sort){id};
}

struct sort sort_bv(struct terms *tm, uint32_t width) {
  assert(width > 0);
  if (width < BV_SORT_CACHE && tm->bv_sorts[width]) return (struct sort){tm->bv_sorts[width]};
  struct sort s = sort_intern(tm, width, 0, (struct sort_info){.kind = SORT_BV, .width = width});
  if (width < BV_SORT_CACHE) tm->bv_sorts[width] = s.id;
  return s;
}

struct sort sort_float(struct terms *tm, uint32_t exponent_bits, uint32_t significand_bits) {
  assert(exponent_bits >= 2 && significand_bits >= 2);
  return sort_intern(tm, exponent_bits, significand_bits,
                     (struct sort_info){.kind = SORT_FLOAT,
                                        .width = exponent_bits + significand_bits,
                                        .exponent = exponent_bits,
                                        .significand = significand_bits});
}

struct sort sort_array(struct terms *tm, struct sort index, struct sort element) {
  return sort_intern(tm, index.id, element.id,
                     (struct sort_info){.kind = SORT_ARRAY, .index = index.id, .element = element.id});
}

enum sort_kind sort_kind(const struct terms *tm, struct sort s) { return (enum sort_kind)info_of(tm, s)->kind; }
uint32_t sort_width(const struct terms *tm, struct sort s) { return info_of(tm, s)->width; }
uint32_t sort_exponent(const struct terms *tm, struct sort s) { return info_of(tm, s)->exponent; }
uint32_t sort_significand(const struct terms *tm, struct sort s) { return info_of(tm, s)->significand; }
struct sort sort_index(const struct terms *tm, struct sort s) { return (struct sort){info_of(tm, s)->index}; }
struct sort sort_element(const struct terms *tm, struct sort s) { return (struct sort){info_of(tm, s)->element}; }

// --- hash-consing --------------------------------------------------------------

static void slots_grow(struct terms *tm) {
  uint32_t capacity = (tm->slot_mask + 1) * 2;
  uint64_t *slots = mem_zalloc(capacity, sizeof *slots);
  for (uint32_t i = 0; i <= tm->slot_mask; i++) {
    uint64_t slot = tm->slots[i];
    if (!slot) continue;
    uint32_t j = (uint32_t)(slot >> 32) & (capacity - 1);
    while (slots[j]) j = (j + 1) & (capacity - 1);
    slots[j] = slot;
  }
  mem_free(tm->slots);
  tm->slots = slots;
  tm->slot_mask = capacity - 1;
}

// Adds `node` (hash set) at the free slot where probing for it ended.
static struct term node_add(struct terms *tm, uint32_t slot, const struct node *node) {
  if (tm->size == tm->capacity) {
    tm->capacity *= 2;
    if (!tm->capacity) limits_exhausted(); // ids are 32 bits
    tm->nodes = mem_realloc(tm->nodes, (size_t)tm->capacity * sizeof *tm->nodes);
  }
  uint32_t id = tm->size++;
  tm->nodes[id] = *node;
  tm->slots[slot] = (uint64_t)node->hash << 32 | id;
  if ((uint64_t)tm->size * 3 > (uint64_t)tm->slot_mask * 2) slots_grow(tm);
  return (struct term){id};
}

static inline uint32_t hash_finish(uint64_t h) {
  h = hash_u64(h);
  return (uint32_t)(h ^ h >> 32);
}

// Values have only values below them, in arrays; other kinds would have folded.
static uint8_t node_flags(const struct terms *tm, enum term_kind kind, uint32_t n, const struct term *children) {
  switch (kind) {
  case TERM_TRUE:
  case TERM_FALSE: return NODE_CONST;
  case TERM_ARRAY_CONST: return is_const(tm, children[0]) ? NODE_CONST : 0;
  case TERM_STORES:
    if (!is_const(tm, children[0])) return 0;
    for (uint32_t i = 2; i < n; i += 2)
      if (!is_const(tm, children[i])) return 0;
    return NODE_CONST;
  case TERM_COPY:
    for (uint32_t i = 0; i < n; i++)
      if (!is_const(tm, children[i])) return 0;
    return NODE_CONST;
  default: return 0;
  }
}

// Literals in a term, seen as a tree of AND, OR and NOT; saturating.
static uint16_t node_weight(const struct terms *tm, enum term_kind kind, uint32_t n, const struct term *children) {
  if (kind != TERM_AND && kind != TERM_OR && kind != TERM_NOT) return 0;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < n; i++) sum += tm->nodes[children[i].id].weight ? tm->nodes[children[i].id].weight : 1;
  return sum > UINT16_MAX ? UINT16_MAX : (uint16_t)sum;
}

// Fills in the fields that are compared, and looks for an equal term: the slot that has it, or that it would get.
static struct term node_probe(const struct terms *tm, struct node *node, uint32_t p0, uint32_t p1,
                              const struct term *children, uint32_t *at) {
  uint32_t n = node->arity;
  uint64_t h = hash_mix((uint64_t)node->kind << 32 | node->sort, (uint64_t)p0 << 32 | p1);
  for (uint32_t i = 0; i < n; i++) h = hash_mix(h, children[i].id + 1);
  node->hash = hash_finish(h);
  if (n <= NODE_INLINE) {
    for (uint32_t i = 0; i < n; i++) node->child[i] = children[i].id;
    if (n == 1) node->child[1] = p0, node->child[2] = p1;
  }
  uint32_t slot = node->hash & tm->slot_mask;
  for (; tm->slots[slot]; slot = (slot + 1) & tm->slot_mask) {
    if (tm->slots[slot] >> 32 != node->hash) continue;
    uint32_t id = (uint32_t)tm->slots[slot];
    const struct node *m = &tm->nodes[id];
    if (m->kind != node->kind || m->sort != node->sort || m->arity != n) continue;
    const void *ours = n <= NODE_INLINE ? (const void *)node->child : (const void *)children;
    if (!memcmp(node_children(m), ours, n <= NODE_INLINE ? sizeof node->child : n * sizeof(uint32_t)))
      return (struct term){id};
  }
  *at = slot;
  return TERM_NONE;
}

struct term term_find(const struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                      const struct term *children) {
  struct node node = {.kind = (uint8_t)kind, .sort = s.id, .arity = n};
  uint32_t slot;
  return node_probe(tm, &node, p0, p1, children, &slot);
}

struct term term_intern(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                        const struct term *children) {
  struct node node = {.kind = (uint8_t)kind, .sort = s.id, .arity = n};
  uint32_t slot;
  struct term found = node_probe(tm, &node, p0, p1, children, &slot);
  if (found.id) return found;
  for (uint32_t i = 0; i < n; i++) assert(children[i].id && children[i].id < tm->size);
  node.flags = node_flags(tm, kind, n, children);
  node.weight = node_weight(tm, kind, n, children);
  if (n > NODE_INLINE) {
    uint32_t *copy = arena_alloc(&tm->arena, n * sizeof *copy);
    for (uint32_t i = 0; i < n; i++) copy[i] = children[i].id;
    node.children = copy;
  }
  return node_add(tm, slot, &node);
}

// --- constants -------------------------------------------------------------------

static struct term intern_small(struct terms *tm, enum term_kind kind, struct sort s, uint64_t value, bool negative) {
  uint32_t hash = hash_finish(hash_mix(hash_mix((uint64_t)kind << 32 | s.id, value), negative));
  uint8_t flags = negative ? NODE_CONST | NODE_NEGATIVE : NODE_CONST;
  uint32_t slot = hash & tm->slot_mask;
  for (; tm->slots[slot]; slot = (slot + 1) & tm->slot_mask) {
    if (tm->slots[slot] >> 32 != hash) continue;
    uint32_t id = (uint32_t)tm->slots[slot];
    const struct node *m = &tm->nodes[id];
    if (m->kind == kind && m->sort == s.id && m->limbs <= 1 && m->value == value && m->flags == flags)
      return (struct term){id};
  }
  struct node node = {.kind = (uint8_t)kind, .flags = flags, .sort = s.id, .hash = hash};
  node.value = value;
  node.limbs = value != 0;
  return node_add(tm, slot, &node);
}

// A constant of any magnitude; `value` is the magnitude's sign carrier only for CONST_INT, else non-negative and
// reduced.
static struct term intern_big(struct terms *tm, enum term_kind kind, struct sort s, const mpz_t value) {
  bool negative = mpz_sgn(value) < 0;
  size_t n = mpz_size(value);
  const mp_limb_t *limb = mpz_limbs_read(value);
  _Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t), "limbs of 64 bits");
  if (n <= 1) return intern_small(tm, kind, s, n ? limb[0] : 0, negative);
  uint64_t h = hash_mix((uint64_t)kind << 32 | s.id, negative + 2 * n);
  for (size_t i = 0; i < n; i++) h = hash_mix(h, limb[i]);
  uint32_t hash = hash_finish(h);
  uint8_t flags = negative ? NODE_CONST | NODE_NEGATIVE : NODE_CONST;
  uint32_t slot = hash & tm->slot_mask;
  for (; tm->slots[slot]; slot = (slot + 1) & tm->slot_mask) {
    if (tm->slots[slot] >> 32 != hash) continue;
    uint32_t id = (uint32_t)tm->slots[slot];
    const struct node *m = &tm->nodes[id];
    if (m->kind == kind && m->sort == s.id && m->flags == flags && m->limbs == n &&
        !memcmp(m->limb, limb, n * sizeof *limb))
      return (struct term){id};
  }
  uint64_t *copy = arena_alloc(&tm->arena, n * sizeof *copy);
  memcpy(copy, limb, n * sizeof *copy);
  struct node node = {.kind = (uint8_t)kind, .flags = flags, .sort = s.id, .hash = hash};
  node.limb = copy;
  node.limbs = (uint32_t)n;
  return node_add(tm, slot, &node);
}

struct term term_true(struct terms *tm) { return (struct term){tm->constant_true}; }
struct term term_false(struct terms *tm) { return (struct term){tm->constant_false}; }
struct term term_bool(struct terms *tm, bool value) { return value ? term_true(tm) : term_false(tm); }

struct term term_bv(struct terms *tm, uint32_t width, uint64_t value) {
  return intern_small(tm, TERM_CONST_BV, sort_bv(tm, width), value & mask64(width), false);
}

struct term term_bv_signed(struct terms *tm, uint32_t width, int64_t value) {
  if (width <= 64 || value >= 0) return term_bv(tm, width, (uint64_t)value);
  mpz_t z;
  mpz_init_set_si(z, value);
  struct term t = term_bv_big(tm, width, z);
  mpz_clear(z);
  return t;
}

struct term term_bv_big(struct terms *tm, uint32_t width, const mpz_t value) {
  if (mpz_sgn(value) >= 0 && mpz_sizeinbase(value, 2) <= width)
    return intern_big(tm, TERM_CONST_BV, sort_bv(tm, width), value);
  mpz_t z;
  mpz_init(z);
  mpz_fdiv_r_2exp(z, value, width);
  struct term t = intern_big(tm, TERM_CONST_BV, sort_bv(tm, width), z);
  mpz_clear(z);
  return t;
}

// There is one NaN: sign 0, exponent all ones, the quiet bit only.
struct term term_float_bits(struct terms *tm, struct sort s, const mpz_t bits) {
  const struct sort_info *info = info_of(tm, s);
  assert(info->kind == SORT_FLOAT);
  uint32_t exponent = info->exponent, fraction = info->significand - 1, width = info->width;
  mpz_t z, part;
  mpz_init(z);
  mpz_init(part);
  mpz_fdiv_r_2exp(z, bits, width);
  mpz_fdiv_r_2exp(part, z, fraction);
  bool has_fraction = mpz_sgn(part) != 0;
  mpz_fdiv_q_2exp(part, z, fraction);
  mpz_clrbit(part, exponent); // the sign
  if (has_fraction && mpz_popcount(part) == exponent) {
    mpz_set_ui(z, 1);
    mpz_mul_2exp(z, z, exponent + 1);
    mpz_sub_ui(z, z, 1);
    mpz_mul_2exp(z, z, fraction - 1);
  }
  struct term t = intern_big(tm, TERM_CONST_FLOAT, s, z);
  mpz_clear(z);
  mpz_clear(part);
  return t;
}

struct term term_float_bits64(struct terms *tm, struct sort s, uint64_t bits) {
  const struct sort_info *info = info_of(tm, s);
  assert(info->kind == SORT_FLOAT);
  uint32_t fraction = info->significand - 1, width = info->width;
  if (width > 64) {
    mpz_t z;
    mpz_init_set_ui(z, bits);
    struct term t = term_float_bits(tm, s, z);
    mpz_clear(z);
    return t;
  }
  bits &= mask64(width);
  uint64_t ones = mask64(info->exponent);
  if ((bits >> fraction & ones) == ones && (bits & mask64(fraction)))
    bits = ones << fraction | (uint64_t)1 << (fraction - 1);
  return intern_small(tm, TERM_CONST_FLOAT, s, bits, false);
}

struct term term_int(struct terms *tm, const mpz_t value) {
  return intern_big(tm, TERM_CONST_INT, sort_int(tm), value);
}

struct term term_int64(struct terms *tm, int64_t value) {
  uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
  return intern_small(tm, TERM_CONST_INT, sort_int(tm), magnitude, value < 0);
}

// --- variables -----------------------------------------------------------------

// The variable of that name or none; *slot is where probing ended.
static struct term var_find(const struct terms *tm, const char *name, uint32_t hash, uint32_t *slot) {
  uint32_t i = hash & tm->slot_mask;
  for (; tm->slots[i]; i = (i + 1) & tm->slot_mask) {
    if (tm->slots[i] >> 32 != hash) continue;
    uint32_t id = (uint32_t)tm->slots[i];
    if (tm->nodes[id].kind == TERM_VAR && !strcmp(tm->nodes[id].name, name)) return (struct term){id};
  }
  *slot = i;
  return TERM_NONE;
}

struct term term_var(struct terms *tm, struct sort s, const char *name) {
  uint32_t slot = 0, hash = hash_finish(hash_string(name));
  struct term t = var_find(tm, name, hash, &slot);
  if (t.id) {
    assert(tm->nodes[t.id].sort == s.id);
    return t;
  }
  assert(s.id && s.id < tm->sorts.size);
  struct node node = {.kind = TERM_VAR, .sort = s.id, .hash = hash};
  node.name = arena_strdup(&tm->arena, name);
  return node_add(tm, slot, &node);
}

struct term term_var_named(const struct terms *tm, const char *name) {
  return var_find(tm, name, hash_finish(hash_string(name)), &(uint32_t){0});
}

struct term term_fresh(struct terms *tm, struct sort s, const char *prefix) {
  for (;;) {
    char *name = arena_printf(&tm->arena, "%s!%llu", prefix, (unsigned long long)tm->fresh++);
    uint32_t slot = 0, hash = hash_finish(hash_string(name));
    if (var_find(tm, name, hash, &slot).id) continue;
    struct node node = {.kind = TERM_VAR, .sort = s.id, .hash = hash};
    node.name = name;
    return node_add(tm, slot, &node);
  }
}

// --- inspection --------------------------------------------------------------

enum term_kind term_kind(const struct terms *tm, struct term t) { return kind_of(tm, t); }
struct sort term_sort(const struct terms *tm, struct term t) { return sort_of(tm, t); }
uint32_t term_width(const struct terms *tm, struct term t) { return width_of(tm, t); }
uint32_t term_arity(const struct terms *tm, struct term t) { return node_at(tm, t)->arity; }
struct term term_child(const struct terms *tm, struct term t, uint32_t i) { return child_of(tm, t, i); }

uint32_t term_param(const struct terms *tm, struct term t, uint32_t i) {
  assert(node_at(tm, t)->arity == 1 && i < 2);
  return param_of(tm, t, i);
}

const char *term_var_name(const struct terms *tm, struct term t) {
  assert(is_kind(tm, t, TERM_VAR));
  return node_at(tm, t)->name;
}

bool term_is_const(const struct terms *tm, struct term t) { return is_const(tm, t); }
bool term_is_true(const struct terms *tm, struct term t) { return t.id == tm->constant_true; }
bool term_is_false(const struct terms *tm, struct term t) { return t.id == tm->constant_false; }

bool term_value64(const struct terms *tm, struct term t, uint64_t *value) {
  const struct node *n = node_at(tm, t);
  switch (n->kind) {
  case TERM_TRUE: *value = 1; return true;
  case TERM_FALSE: *value = 0; return true;
  case TERM_CONST_BV:
  case TERM_CONST_FLOAT:
    if (width_of(tm, t) > 64) return false;
    *value = n->value;
    return true;
  default: return false;
  }
}

void term_value(const struct terms *tm, struct term t, mpz_t value) {
  const struct node *n = node_at(tm, t);
  assert(term_class((enum term_kind)n->kind) == CLASS_NUMBER);
  if (n->limbs <= 1) {
    mpz_set_ui(value, n->value);
  } else {
    mpz_import(value, n->limbs, -1, sizeof(uint64_t), 0, 0, n->limb);
  }
  if (n->flags & NODE_NEGATIVE) mpz_neg(value, value);
}

const struct term_kind_info term_kinds[TERM_KIND_COUNT] = {
#define KIND(id, name, arity, theory, class, sort) {name, arity, THEORY_##theory, CLASS_##class, RESULT_##sort},
#include "term/kinds.def"
#undef KIND
};

const char *term_kind_name(enum term_kind kind) { return term_kinds[kind].name; }

int const_compare(const struct terms *tm, struct term a, struct term b) {
  if (a.id == b.id) return 0;
  const struct node *x = node_at(tm, a), *y = node_at(tm, b);
  if (term_class((enum term_kind)x->kind) != CLASS_NUMBER)
    return a.id < b.id ? -1 : 1; // FALSE was made before TRUE; arrays have no order of their own
  bool xn = x->flags & NODE_NEGATIVE, yn = y->flags & NODE_NEGATIVE;
  if (xn != yn) return xn ? -1 : 1;
  int c;
  if (x->limbs <= 1 && y->limbs <= 1) c = x->value < y->value ? -1 : x->value > y->value;
  else if (x->limbs != y->limbs) c = x->limbs < y->limbs ? -1 : 1;
  else c = mpn_cmp((const mp_limb_t *)x->limb, (const mp_limb_t *)y->limb, x->limbs);
  return xn ? -c : c;
}

// --- properties of bit-vector constants -------------------------------------------

static uint32_t limb_count(const struct node *n) { return n->limbs ? n->limbs : 1; }
static uint64_t limb_at(const struct node *n, uint32_t i) {
  if (i >= limb_count(n)) return 0;
  return n->limbs <= 1 ? n->value : n->limb[i];
}

bool bv_is_zero(const struct terms *tm, struct term t) {
  const struct node *n = node_at(tm, t);
  return n->kind == TERM_CONST_BV && n->limbs == 0;
}

bool bv_is_one(const struct terms *tm, struct term t) {
  const struct node *n = node_at(tm, t);
  return n->kind == TERM_CONST_BV && n->limbs == 1 && n->value == 1;
}

bool bv_bit(const struct terms *tm, struct term t, uint32_t bit) {
  return limb_at(node_at(tm, t), bit / 64) >> bit % 64 & 1;
}

bool bv_is_ones(const struct terms *tm, struct term t) {
  const struct node *n = node_at(tm, t);
  if (n->kind != TERM_CONST_BV) return false;
  uint32_t w = width_of(tm, t);
  if (w <= 64) return n->value == mask64(w);
  for (uint32_t i = 0; i * 64 < w; i++)
    if (limb_at(n, i) != mask64(w - i * 64)) return false;
  return true;
}

int64_t bv_log2(const struct terms *tm, struct term t) {
  const struct node *n = node_at(tm, t);
  if (n->kind != TERM_CONST_BV || n->limbs == 0) return -1;
  uint64_t top = limb_at(n, n->limbs - 1);
  if (top & (top - 1)) return -1;
  for (uint32_t i = 0; i + 1 < n->limbs; i++)
    if (limb_at(n, i)) return -1;
  return (int64_t)(n->limbs - 1) * 64 + __builtin_ctzll(top);
}

bool bv_is_min_signed(const struct terms *tm, struct term t) {
  return is_bv_const(tm, t) && bv_log2(tm, t) == (int64_t)width_of(tm, t) - 1;
}

// 2^bits - 1 of that width.
static struct term low_ones(struct terms *tm, uint32_t width, uint32_t bits) {
  if (bits <= 64) return term_bv(tm, width, bits ? mask64(bits) : 0);
  mpz_t z;
  mpz_init_set_ui(z, 1);
  mpz_mul_2exp(z, z, bits);
  mpz_sub_ui(z, z, 1);
  struct term t = term_bv_big(tm, width, z);
  mpz_clear(z);
  return t;
}

struct term bv_ones(struct terms *tm, uint32_t width) { return low_ones(tm, width, width); }
struct term bv_max_signed(struct terms *tm, uint32_t width) { return low_ones(tm, width, width - 1); }

struct term bv_min_signed(struct terms *tm, uint32_t width) {
  if (width <= 64) return term_bv(tm, width, (uint64_t)1 << (width - 1));
  mpz_t z;
  mpz_init_set_ui(z, 1);
  mpz_mul_2exp(z, z, width - 1);
  struct term t = term_bv_big(tm, width, z);
  mpz_clear(z);
  return t;
}
