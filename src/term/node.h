// The representation of terms, for the files of this module.
//
// A term is an index into `nodes`, 32 bytes each. Up to four children (or one
// child and two parameters) lie in the node; more lie in the arena and never
// move, while nodes do move when the table grows: never keep a `struct node *`
// or an inline child pointer across a construction. Constants whose magnitude
// fits 64 bits are inline, others are GMP-style limbs (64 bits, least
// significant first, no leading zero limb) in the arena.
//
// Who defines what: table.c sorts, leaves (also term_float_bits*), term_intern,
// inspection, free variables, sizes; make.c term_make, term_fold and all convenience
// constructors (also term_rne and term_fp*); bool.c, bv*.c, array.c, int.c the
// rewriting of their kinds; float.c fp_make; model.c term_zero.
#ifndef CLEW_TERM_NODE_H
#define CLEW_TERM_NODE_H
#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "term/term.h"
#include <assert.h>

enum rule {
#define RULE(id, match, result) RULE_##id,
#include "term/rewrite/rules.def"
#undef RULE
  RULE_COUNT
};
#define HIT(rule) ((void)tm->hits[RULE_##rule]++)

enum { NODE_CONST = 1, NODE_NEGATIVE = 2 }; // flags; NEGATIVE: a CONST_INT below zero (its limbs are the magnitude)
#define NODE_INLINE 4                       // children in the node

struct node {
  uint8_t kind;       // enum term_kind
  uint8_t flags;
  uint16_t weight;    // of NOT, AND, OR: literals in it (saturating); 0 otherwise. Negation is pushed into light ones
  uint32_t sort;
  uint32_t arity;     // 0 for leaves
  uint32_t hash;
  union {
    uint32_t child[NODE_INLINE];               // arity <= 4; with parameters: child, p0, p1
    const uint32_t *children;                  // arity > 4
    struct {                                   // constants
      union {
        uint64_t value;
        const uint64_t *limb;
      };
      uint32_t limbs;                          // 0 or 1: `value`; else `limb`
    };
    const char *name;                          // VAR
  };
};

struct sort_info {
  uint8_t kind;                 // enum sort_kind
  uint32_t width;               // BV, FLOAT
  uint32_t exponent, significand;
  uint32_t index, element;      // ARRAY
};

struct var_set {
  const uint32_t *ids;
  uint32_t count, hash;
};
VEC_TYPE(vec_var_set, struct var_set)
VEC_TYPE(vec_sort_info, struct sort_info)

#define BV_SORT_CACHE 130
// Rules that walk into both sides stop at this depth and store what they have: chains may be long, the C stack is not.
#define TERM_DEPTH 100

struct terms {
  struct node *nodes;           // [0] is none
  uint32_t size, capacity;
  uint64_t *slots;              // hash << 32 | id; 0 is free
  uint32_t slot_mask;
  struct arena arena;           // long child lists, limbs, names, variable sets
  struct vec_sort_info sorts;   // [0] is none
  uint32_t bv_sorts[BV_SORT_CACHE];
  struct map_u32 sort_map;      // wider or structured sorts, by key
  uint32_t constant_true, constant_false;
  uint64_t fresh;
  struct vec_u32 var_set_of;    // per term: index + 1 into var_sets, 0 if not known
  struct vec_var_set var_sets;
  struct map_u32 var_set_map;   // by hash (first of chain by probing)
  struct map_u32 canonical;     // constant arrays → their canonical form
  uint32_t depth;               // of rewriting that calls itself; see TERM_DEPTH
  uint64_t hits[RULE_COUNT];
};

// --- nodes -------------------------------------------------------------------
static inline struct node *node_at(const struct terms *tm, struct term t) {
  assert(t.id && t.id < tm->size);
  return &tm->nodes[t.id];
}
static inline enum term_kind kind_of(const struct terms *tm, struct term t) {
  return (enum term_kind)node_at(tm, t)->kind;
}
static inline bool is_kind(const struct terms *tm, struct term t, enum term_kind k) {
  return node_at(tm, t)->kind == k;
}
static inline bool is_const(const struct terms *tm, struct term t) { return node_at(tm, t)->flags & NODE_CONST; }
static inline const uint32_t *node_children(const struct node *n) {
  return n->arity > NODE_INLINE ? n->children : n->child;
}
static inline struct term child_of(const struct terms *tm, struct term t, uint32_t i) {
  const struct node *n = node_at(tm, t);
  assert(i < n->arity);
  return (struct term){node_children(n)[i]};
}
static inline uint32_t param_of(const struct terms *tm, struct term t, uint32_t i) {
  return node_at(tm, t)->child[1 + i];
}
static inline struct sort sort_of(const struct terms *tm, struct term t) { return (struct sort){node_at(tm, t)->sort}; }
static inline const struct sort_info *info_of(const struct terms *tm, struct sort s) {
  assert(s.id && s.id < tm->sorts.size);
  return &tm->sorts.data[s.id];
}
static inline uint32_t width_of(const struct terms *tm, struct term t) { return info_of(tm, sort_of(tm, t))->width; }
static inline bool same_sort(const struct terms *tm, struct term a, struct term b) {
  return sort_of(tm, a).id == sort_of(tm, b).id;
}

// Of ids, for qsort.
static inline int compare_ids(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

// The term of that kind, sort, parameters and children: found or added. No rewriting, no sorting of children.
struct term term_intern(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                        const struct term *children);
// The constant that the operation gives on constant children. All children must be constants; the sort as in term_make.
// Equality of values is equality of ids, but for arrays: see const_equal.
struct term term_fold(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                      const struct term *children);
// Like term_intern, but gives none if there is no such term.
struct term term_find(const struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                      const struct term *children);
// The result sort of term_make, by the column of kinds.def.
enum term_result { RESULT_BOOL, RESULT_INT, RESULT_GIVEN, RESULT_FIRST, RESULT_SECOND, RESULT_COMPUTED };
struct sort term_result_sort(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1,
                             const struct term *children);

// --- constants -------------------------------------------------------------------
// Values are equal iff ids are, except for layered constant arrays: compare those by this.
bool const_equal(struct terms *tm, struct term a, struct term b);
// The one form of a constant array: the most frequent value everywhere (ARRAY_CONST), then long runs of others as COPY
// from a constant array, then single cells as STORES. Constant arrays as built may be in layers (STORES and COPY on
// each other), so that writing to a large one is cheap; all of them are values, but only canonical ones are the same
// iff their ids are. Other constants: themselves.
struct term array_canonical(struct terms *tm, struct term a);
// A total order on constants of one sort: unsigned for BV, signed for Int, by bits for floats.
int const_compare(const struct terms *tm, struct term a, struct term b);

static inline uint64_t mask64(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }
// t is a CONST_BV of at most 64 bits: its value.
static inline bool bv_value(const struct terms *tm, struct term t, uint64_t *value) {
  const struct node *n = node_at(tm, t);
  if (n->kind != TERM_CONST_BV || info_of(tm, (struct sort){n->sort})->width > 64) return false;
  *value = n->value;
  return true;
}
static inline bool is_bv_const(const struct terms *tm, struct term t) { return is_kind(tm, t, TERM_CONST_BV); }
bool bv_is_zero(const struct terms *tm, struct term t); // CONST_BV 0
bool bv_is_one(const struct terms *tm, struct term t);
bool bv_is_ones(const struct terms *tm, struct term t); // all ones
bool bv_is_min_signed(const struct terms *tm, struct term t); // 100…0
// Number k if t is the constant 2^k, else -1.
int64_t bv_log2(const struct terms *tm, struct term t);
bool bv_bit(const struct terms *tm, struct term t, uint32_t bit); // of a CONST_BV
struct term bv_ones(struct terms *tm, uint32_t width);
struct term bv_min_signed(struct terms *tm, uint32_t width);
struct term bv_max_signed(struct terms *tm, uint32_t width);

// Puts the two children of a commutative kind in order: constant first, else the smaller id.
static inline void order_commutative(const struct terms *tm, struct term *a, struct term *b) {
  bool ca = is_const(tm, *a), cb = is_const(tm, *b);
  if (ca == cb ? a->id > b->id : cb) {
    struct term t = *a;
    *a = *b;
    *b = t;
  }
}

#endif
