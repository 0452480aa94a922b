// Brute force over small bit-vectors, Booleans and arrays: an evaluator that shares nothing with the solver or with
// models.
//
// A program is a term flattened into an order in which children come first; values are 64-bit words. An array has its
// cells packed into the word, cell 0 lowest. A state gives every variable of a fixed list some bits of a number.
#ifndef CLEW_BRUTE_H
#define CLEW_BRUTE_H
#include "base/memory/map.h"
#include "term/term.h"
#include <assert.h>
#include <stdlib.h>

struct brute_node {
  enum term_kind kind;
  uint32_t width, first_width, p0, p1;  // of the result, of child 0; parameters
  uint32_t index_bits, cell_bits;       // of an array that the node makes or reads
  uint32_t n, child[40];
  uint64_t constant;
  int var;                              // number in the layout, -1
};

struct brute_program {
  uint32_t n;
  struct brute_node *nodes;
  uint64_t *values;
};

// Where each variable lies in a state.
struct brute_layout {
  uint32_t n, bits;
  struct term vars[16];
  uint32_t shift[16], width[16];
};

static inline uint64_t brute_mask(uint32_t width) { return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1; }

static inline uint32_t brute_bits(const struct terms *tm, struct sort s) {
  switch (sort_kind(tm, s)) {
  case SORT_BOOL: return 1;
  case SORT_BV: return sort_width(tm, s);
  case SORT_ARRAY: return brute_bits(tm, sort_element(tm, s)) << brute_bits(tm, sort_index(tm, s));
  default: abort();
  }
}

static inline void brute_add(const struct terms *tm, struct brute_layout *l, struct term var) {
  l->vars[l->n] = var;
  l->shift[l->n] = l->bits;
  l->width[l->n] = brute_bits(tm, term_sort(tm, var));
  l->bits += l->width[l->n++];
}

static inline void brute_fill(const struct terms *tm, const struct brute_layout *l, struct term t,
                              const struct map_u32 *at, struct brute_node *b) {
  struct sort s = term_sort(tm, t);
  b->kind = term_kind(tm, t);
  b->n = term_arity(tm, t);
  b->width = brute_bits(tm, s);
  b->var = -1;
  assert(b->n <= 40);
  for (uint32_t i = 0; i < b->n; i++) b->child[i] = *map_u32_find(at, term_child(tm, t, i).id);
  if (b->n) b->first_width = brute_bits(tm, term_sort(tm, term_child(tm, t, 0)));
  if (b->kind == TERM_BV_EXTRACT) b->p0 = term_param(tm, t, 0), b->p1 = term_param(tm, t, 1);
  if (b->kind == TERM_SELECT) s = term_sort(tm, term_child(tm, t, 0));
  if (sort_kind(tm, s) == SORT_ARRAY)
    b->index_bits = brute_bits(tm, sort_index(tm, s)), b->cell_bits = brute_bits(tm, sort_element(tm, s));
  if (b->kind == TERM_VAR) {
    for (uint32_t i = 0; i < l->n; i++)
      if (term_same(l->vars[i], t)) b->var = (int)i;
    if (b->var < 0) abort(); // a variable that has no business here
  } else if (!b->n) {
    bool ok = term_value64(tm, t, &b->constant);
    assert(ok);
    (void)ok;
  }
}

static inline struct brute_program brute_compile(const struct terms *tm, const struct brute_layout *l,
                                                 struct term root) {
  struct vec_u32 stack = {0}, order = {0};
  struct map_u32 at = {0};
  vec_u32_push(&stack, root.id);
  while (stack.size) {
    struct term t = {stack.data[stack.size - 1]};
    uint32_t before = stack.size;
    for (uint32_t i = 0; i < term_arity(tm, t); i++)
      if (!map_u32_find(&at, term_child(tm, t, i).id)) vec_u32_push(&stack, term_child(tm, t, i).id);
    if (stack.size > before) continue;
    stack.size--;
    if (map_u32_find(&at, t.id)) continue;
    map_u32_put(&at, t.id, order.size);
    vec_u32_push(&order, t.id);
  }
  struct brute_program p = {order.size, mem_zalloc(order.size, sizeof *p.nodes),
                            mem_zalloc(order.size, sizeof *p.values)};
  for (uint32_t i = 0; i < order.size; i++) brute_fill(tm, l, (struct term){order.data[i]}, &at, &p.nodes[i]);
  vec_u32_release(&stack);
  vec_u32_release(&order);
  map_u32_release(&at);
  return p;
}

static inline void brute_release(struct brute_program *p) {
  mem_free(p->nodes);
  mem_free(p->values);
}

static inline int64_t brute_signed(uint64_t v, uint32_t width) { return (int64_t)(v << (64 - width)) >> (64 - width); }

static inline uint64_t brute_divide(enum term_kind kind, uint64_t a, uint64_t b, uint32_t w) {
  uint64_t m = brute_mask(w);
  int64_t x = brute_signed(a, w), y = brute_signed(b, w);
  switch (kind) {
  case TERM_BV_UDIV: return b ? a / b : m;
  case TERM_BV_UREM: return b ? a % b : a;
  case TERM_BV_SDIV: return (uint64_t)(y ? x / y : x < 0 ? 1 : -1) & m;
  default: return (uint64_t)(y ? x % y : x) & m;
  }
}

static inline uint64_t brute_put(const struct brute_node *b, uint64_t array, uint64_t index, uint64_t cell) {
  uint32_t at = (uint32_t)index * b->cell_bits;
  return (array & ~(brute_mask(b->cell_bits) << at)) | cell << at;
}

static inline uint64_t brute_get(const struct brute_node *b, uint64_t array, uint64_t index) {
  return array >> (index * b->cell_bits) & brute_mask(b->cell_bits);
}

static inline uint64_t brute_array(const struct brute_node *b, const uint64_t *v) {
  uint64_t a = v[b->child[0]], r = 0, m = brute_mask(b->index_bits);
  switch (b->kind) {
  case TERM_SELECT: return brute_get(b, a, v[b->child[1]]);
  case TERM_STORE:
  case TERM_STORES:
    for (uint32_t i = 1; i < b->n; i += 2) a = brute_put(b, a, v[b->child[i]], v[b->child[i + 1]]);
    return a;
  case TERM_ARRAY_CONST:
    for (uint64_t i = 0; i <= m; i++) r = brute_put(b, r, i, a);
    return r;
  case TERM_COPY:
    r = a;
    for (uint64_t i = 0; i <= m; i++)
      if (((i - v[b->child[1]]) & m) < v[b->child[4]])
        r = brute_put(b, r, i, brute_get(b, v[b->child[2]], (i - v[b->child[1]] + v[b->child[3]]) & m));
    return r;
  default: abort();
  }
}

static inline uint64_t brute_node_value(const struct brute_node *b, const uint64_t *v) {
  uint64_t x = b->n > 0 ? v[b->child[0]] : 0, y = b->n > 1 ? v[b->child[1]] : 0, m = brute_mask(b->width);
  uint32_t w = b->first_width;
  switch (b->kind) {
  case TERM_TRUE:
  case TERM_FALSE:
  case TERM_CONST_BV: return b->constant;
  case TERM_NOT: return !x;
  case TERM_AND:
    for (uint32_t i = 0; i < b->n; i++)
      if (!v[b->child[i]]) return 0;
    return 1;
  case TERM_OR:
    for (uint32_t i = 0; i < b->n; i++)
      if (v[b->child[i]]) return 1;
    return 0;
  case TERM_EQ: return x == y;
  case TERM_ITE: return x ? y : v[b->child[2]];
  case TERM_BV_NOT: return ~x & m;
  case TERM_BV_NEG: return -x & m;
  case TERM_BV_ADD: return (x + y) & m;
  case TERM_BV_MUL: return x * y & m;
  case TERM_BV_UDIV:
  case TERM_BV_UREM:
  case TERM_BV_SDIV:
  case TERM_BV_SREM: return brute_divide(b->kind, x, y, w);
  case TERM_BV_AND: return x & y;
  case TERM_BV_OR: return x | y;
  case TERM_BV_XOR: return x ^ y;
  case TERM_BV_SHL: return y >= w ? 0 : x << y & m;
  case TERM_BV_LSHR: return y >= w ? 0 : x >> y;
  case TERM_BV_ASHR: return (uint64_t)(brute_signed(x, w) >> (y >= w ? 63 : y)) & m;
  case TERM_BV_ULT: return x < y;
  case TERM_BV_ULE: return x <= y;
  case TERM_BV_SLT: return brute_signed(x, w) < brute_signed(y, w);
  case TERM_BV_SLE: return brute_signed(x, w) <= brute_signed(y, w);
  case TERM_BV_CONCAT: return x << (b->width - w) | y;
  case TERM_BV_EXTRACT: return x >> b->p1 & m;
  case TERM_BV_ZEXT: return x;
  case TERM_BV_SEXT: return (uint64_t)brute_signed(x, w) & m;
  default: return brute_array(b, v);
  }
}

static inline uint64_t brute_run(struct brute_program *p, const struct brute_layout *l, uint64_t state) {
  for (uint32_t i = 0; i < p->n; i++) {
    const struct brute_node *b = &p->nodes[i];
    p->values[i] = b->var >= 0 ? state >> l->shift[b->var] & brute_mask(l->width[b->var])
                               : brute_node_value(b, p->values);
  }
  return p->values[p->n - 1];
}

#endif
