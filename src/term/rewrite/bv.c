// Bit-vector kinds: constant folding and rules common to all of them; the other files have single subjects.
#include "term/node.h"
#include "term/rewrite/constructors.h"

// ite(c, k1, k2) with constant branches.
static bool is_const_ite(const struct terms *tm, struct term t) {
  return is_kind(tm, t, TERM_ITE) && is_const(tm, child_of(tm, t, 1)) && is_const(tm, child_of(tm, t, 2));
}

// f(…, ite(c, k1, k2), …) with all else constant is ite(c, f(k1), f(k2)): C's truth values 1 and 0 disappear this way.
static struct term lift_ite(struct terms *tm, enum term_kind kind, uint32_t p0, uint32_t p1, uint32_t n,
                            const struct term *child) {
  struct term c = TERM_NONE;
  for (uint32_t i = 0; i < n; i++) {
    if (is_const(tm, child[i])) continue;
    if (!is_const_ite(tm, child[i])) return TERM_NONE;
    struct term d = child_of(tm, child[i], 0);
    if (c.id && c.id != d.id) return TERM_NONE;
    c = d;
  }
  HIT(LIFT_ITE);
  struct term yes[2], no[2];
  for (uint32_t i = 0; i < n; i++) {
    bool constant = is_const(tm, child[i]);
    yes[i] = constant ? child[i] : child_of(tm, child[i], 1);
    no[i] = constant ? child[i] : child_of(tm, child[i], 2);
  }
  struct term a = bv_fold(tm, kind, p0, p1, yes), b = bv_fold(tm, kind, p0, p1, no);
  return ite_make(tm, c, a, b);
}

struct term bv_make(struct terms *tm, enum term_kind kind, uint32_t p0, uint32_t p1, const struct term *child) {
  bool unary = term_kinds[kind].arity == 1;
  uint32_t n = unary ? 1 : 2;
  bool constant = true, maybe = true;
  for (uint32_t i = 0; i < n; i++) {
    const struct node *c = node_at(tm, child[i]);
    assert(info_of(tm, (struct sort){c->sort})->kind == SORT_BV);
    if (c->kind == TERM_CONST_BV) continue;
    constant = false;
    if (c->kind != TERM_ITE) maybe = false;
  }
  assert(unary || kind == TERM_BV_CONCAT || same_sort(tm, child[0], child[1]));
  if (constant) {
    HIT(FOLD);
    return bv_fold(tm, kind, p0, p1, child);
  }
  if (maybe) {
    struct term t = lift_ite(tm, kind, p0, p1, n, child);
    if (t.id) return t;
  }
  switch (term_class(kind)) {
  case CLASS_BV_UNARY: return (kind == TERM_BV_NEG ? bv_arith_make : bv_bits_make)(tm, kind, child[0], TERM_NONE);
  case CLASS_BV_SUM:
  case CLASS_BV_PRODUCT: return bv_arith_make(tm, kind, child[0], child[1]);
  case CLASS_BV_BITWISE:
  case CLASS_BV_SHIFT: return bv_bits_make(tm, kind, child[0], child[1]);
  case CLASS_BV_COMPARE: return bv_compare_make(tm, kind, child[0], child[1]);
  case CLASS_BV_CONCAT: return bv_concat_make(tm, child[0], child[1]);
  case CLASS_BV_INDEXED:
    return kind == TERM_BV_EXTRACT ? bv_extract_make(tm, p0, p1, child[0]) : bv_extend_make(tm, kind, p0, child[0]);
  default: break;
  }
  assert(!"a bit-vector kind");
  return TERM_NONE;
}
