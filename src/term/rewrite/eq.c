// Equality. Constants come first; an equation with a constant is solved for
// what is inside the other side as far as its structure is invertible.
#include "term/node.h"
#include "term/rewrite/constructors.h"

#define PEEL 16   // levels of a chain of ite that are looked through at once

static struct term eq_intern(struct terms *tm, struct term a, struct term b) {
  order_commutative(tm, &a, &b);
  return term_intern(tm, TERM_EQ, sort_bool(tm), 0, 0, 2, (struct term[]){a, b});
}

static struct term eq_bool(struct terms *tm, struct term a, struct term b) {
  bool inverted = false;
  if (is_kind(tm, a, TERM_NOT)) inverted = !inverted, a = child_of(tm, a, 0);
  if (is_kind(tm, b, TERM_NOT)) inverted = !inverted, b = child_of(tm, b, 0);
  if (inverted) HIT(EQ_NOT);
  struct term t;
  if (a.id == b.id) t = term_true(tm);
  else if (is_const(tm, a) && is_const(tm, b)) t = term_false(tm);
  else if (is_const(tm, a)) {
    HIT(EQ_BOOL_CONST);
    t = term_is_true(tm, a) ? b : term_not(tm, b);
  } else if (is_const(tm, b)) {
    HIT(EQ_BOOL_CONST);
    t = term_is_true(tm, b) ? a : term_not(tm, a);
  } else {
    t = eq_intern(tm, a, b);
  }
  return inverted ? term_not(tm, t) : t;
}

// k = ite(c, k1, t): the constant branch decides or drops out. At most PEEL levels, in a loop: chains may be long.
static struct term eq_const_ite(struct terms *tm, struct term k, struct term t) {
  struct term condition[PEEL];
  bool is_or[PEEL];
  uint32_t n = 0;
  while (n < PEEL && is_kind(tm, t, TERM_ITE)) {
    struct term c = child_of(tm, t, 0), a = child_of(tm, t, 1), b = child_of(tm, t, 2);
    bool ca = is_const(tm, a), cb = is_const(tm, b);
    if (!ca && !cb) break;
    HIT(EQ_CONST_ITE);
    if (!ca) {
      struct term swap = a;
      a = b, b = swap;
      c = term_not(tm, c);
    }
    is_or[n] = const_equal(tm, k, a);
    condition[n] = is_or[n] ? c : term_not(tm, c);
    n++;
    t = b;
  }
  struct term r = is_const(tm, t)            ? term_bool(tm, const_equal(tm, k, t))
                  : is_kind(tm, t, TERM_ITE) ? eq_intern(tm, k, t)
                                             : eq_make(tm, k, t);
  while (n--) r = is_or[n] ? term_or(tm, condition[n], r) : term_and(tm, condition[n], r);
  return r;
}

// k = m * x: the odd part of m is invertible modulo a power of two, its power of two decides the low bits of k.
static struct term eq_const_mul(struct terms *tm, struct term k, struct term m, struct term x) {
  uint32_t w = width_of(tm, k);
  mpz_t a, b, p;
  mpz_inits(a, b, p, NULL);
  term_value(tm, k, a);
  term_value(tm, m, b);
  mp_bitcnt_t zeros = mpz_scan1(b, 0);
  struct term t;
  if (mpz_sgn(a) && mpz_scan1(a, 0) < zeros) {
    t = term_false(tm);
  } else {
    uint32_t left = w - (uint32_t)zeros;
    mpz_fdiv_q_2exp(a, a, zeros);
    mpz_fdiv_q_2exp(b, b, zeros);
    mpz_set_ui(p, 1);
    mpz_mul_2exp(p, p, left);
    mpz_invert(b, b, p);
    mpz_mul(a, a, b);
    t = eq_make(tm, term_bv_big(tm, left, a), term_extract(tm, left - 1, 0, x));
  }
  mpz_clears(a, b, p, NULL);
  return t;
}

// An equation with the constant k; none if no rule applies.
static struct term eq_bv_const(struct terms *tm, struct term k, struct term t) {
  uint32_t w = width_of(tm, k);
  enum term_kind kind = kind_of(tm, t);
  uint32_t arity = node_at(tm, t)->arity;
  struct term x = arity > 0 ? child_of(tm, t, 0) : TERM_NONE, y = arity > 1 ? child_of(tm, t, 1) : TERM_NONE;
  switch (kind) {
  case TERM_BV_NOT: HIT(EQ_CONST_INVERT); return eq_make(tm, op1(tm, TERM_BV_NOT, k), x);
  case TERM_BV_NEG: HIT(EQ_CONST_INVERT); return eq_make(tm, op1(tm, TERM_BV_NEG, k), x);
  case TERM_BV_ADD:
    if (!is_const(tm, x)) break;
    HIT(EQ_CONST_INVERT);
    return eq_make(tm, op2(tm, TERM_BV_ADD, k, op1(tm, TERM_BV_NEG, x)), y);
  case TERM_BV_XOR:
    if (!is_const(tm, x)) break;
    HIT(EQ_CONST_INVERT);
    return eq_make(tm, op2(tm, TERM_BV_XOR, k, x), y);
  case TERM_BV_MUL:
    if (!is_const(tm, x) || bv_is_zero(tm, x)) break;
    HIT(EQ_CONST_MUL);
    return eq_const_mul(tm, k, x, y);
  case TERM_BV_CONCAT: {
    HIT(EQ_CONST_CONCAT);
    uint32_t low = width_of(tm, y);
    struct term high = eq_make(tm, term_extract(tm, w - 1, low, k), x);
    if (term_is_false(tm, high)) return high;
    return term_and(tm, high, eq_make(tm, term_extract(tm, low - 1, 0, k), y));
  }
  case TERM_BV_ZEXT: {
    HIT(EQ_CONST_EXTEND);
    uint32_t low = width_of(tm, x);
    if (!bv_is_zero(tm, term_extract(tm, w - 1, low, k))) return term_false(tm);
    return eq_make(tm, term_extract(tm, low - 1, 0, k), x);
  }
  case TERM_BV_SEXT: {
    HIT(EQ_CONST_EXTEND);
    uint32_t low = width_of(tm, x);
    struct term top = term_extract(tm, w - 1, low - 1, k);
    if (!bv_is_zero(tm, top) && !bv_is_ones(tm, top)) return term_false(tm);
    return eq_make(tm, term_extract(tm, low - 1, 0, k), x);
  }
  case TERM_BV_AND:
    if (!is_const(tm, x) || bv_is_zero(tm, op2(tm, TERM_BV_AND, k, op1(tm, TERM_BV_NOT, x)))) break;
    HIT(EQ_CONST_MASK);
    return term_false(tm);
  case TERM_BV_OR:
    if (!is_const(tm, x) || bv_is_zero(tm, op2(tm, TERM_BV_AND, x, op1(tm, TERM_BV_NOT, k)))) break;
    HIT(EQ_CONST_MASK);
    return term_false(tm);
  case TERM_BV_UREM:
    if (!is_const(tm, y) || bv_is_zero(tm, y) || const_compare(tm, k, y) < 0) break;
    HIT(EQ_CONST_REM);
    return term_false(tm);
  default: break;
  }
  if (w == 1 && bv_is_zero(tm, k)) {
    HIT(EQ_BIT_ZERO);
    return term_not(tm, eq_intern(tm, term_bv(tm, 1, 1), t));
  }
  return TERM_NONE;
}

// p + q = p + r is q = r; p + q = p is 0 = q. `a` is the sum.
static struct term eq_sum(struct terms *tm, struct term a, struct term b) {
  struct term p = child_of(tm, a, 0), q = child_of(tm, a, 1);
  struct term zero = term_bv(tm, width_of(tm, a), 0);
  if (p.id == b.id) return eq_make(tm, zero, q);
  if (q.id == b.id) return eq_make(tm, zero, p);
  if (!is_kind(tm, b, TERM_BV_ADD)) return TERM_NONE;
  struct term r = child_of(tm, b, 0), s = child_of(tm, b, 1);
  if (p.id == r.id) return eq_make(tm, q, s);
  if (p.id == s.id) return eq_make(tm, q, r);
  if (q.id == r.id) return eq_make(tm, p, s);
  if (q.id == s.id) return eq_make(tm, p, r);
  if (is_const(tm, p) && is_const(tm, r)) {
    // One constant is enough. If the sums below share a summand, they cancel in the next step.
    struct term d = op2(tm, TERM_BV_ADD, p, op1(tm, TERM_BV_NEG, r));
    return eq_make(tm, op2(tm, TERM_BV_ADD, d, q), s);
  }
  return TERM_NONE;
}

// c + (p + q) against p + r, and the like: sums one level deeper under a constant.
static struct term eq_sum_deep(struct terms *tm, struct term a, struct term b) {
  if (!is_kind(tm, a, TERM_BV_ADD) || !is_const(tm, child_of(tm, a, 0)) ||
      !is_kind(tm, child_of(tm, a, 1), TERM_BV_ADD))
    return TERM_NONE;
  struct term k = child_of(tm, a, 0), s = child_of(tm, a, 1), p = child_of(tm, s, 0), q = child_of(tm, s, 1),
              r = TERM_NONE;
  struct term zero = term_bv(tm, width_of(tm, a), 0);
  if (p.id == b.id || q.id == b.id) {
    r = zero;
    if (q.id == b.id) q = p;
  } else if (is_kind(tm, b, TERM_BV_ADD)) {
    struct term u = child_of(tm, b, 0), v = child_of(tm, b, 1);
    if (p.id == u.id) r = v;
    else if (p.id == v.id) r = u;
    else if (q.id == u.id) r = v, q = p;
    else if (q.id == v.id) r = u, q = p;
  }
  if (!r.id) return TERM_NONE;
  return eq_make(tm, op2(tm, TERM_BV_ADD, k, q), r);
}

static struct term eq_bv(struct terms *tm, struct term a, struct term b) {
  enum term_kind ka = kind_of(tm, a), kb = kind_of(tm, b);
  struct term t = TERM_NONE;
  if (ka == TERM_BV_ADD) t = eq_sum(tm, a, b);
  if (!t.id && kb == TERM_BV_ADD) t = eq_sum(tm, b, a);
  if (!t.id) t = eq_sum_deep(tm, a, b);
  if (!t.id) t = eq_sum_deep(tm, b, a);
  if (t.id) {
    HIT(EQ_SUM);
    return t;
  }
  if (ka == kb && (ka == TERM_BV_NOT || ka == TERM_BV_NEG)) {
    HIT(EQ_SAME_UNARY);
    return eq_make(tm, child_of(tm, a, 0), child_of(tm, b, 0));
  }
  if ((ka == TERM_BV_NOT && child_of(tm, a, 0).id == b.id) || (kb == TERM_BV_NOT && child_of(tm, b, 0).id == a.id)) {
    HIT(EQ_COMPLEMENT);
    return term_false(tm);
  }
  if (ka == kb && (ka == TERM_BV_ZEXT || ka == TERM_BV_SEXT)) {
    // The common extension falls away: both are what the shorter extension leaves.
    struct term x = child_of(tm, a, 0), y = child_of(tm, b, 0);
    uint32_t wx = width_of(tm, x), wy = width_of(tm, y), w = wx > wy ? wx : wy;
    HIT(EQ_EXTEND);
    bool zero = ka == TERM_BV_ZEXT;
    return eq_make(tm, zero ? term_zext(tm, x, w) : term_sext(tm, x, w),
                   zero ? term_zext(tm, y, w) : term_sext(tm, y, w));
  }
  bool parts_a = ka == TERM_BV_CONCAT || ka == TERM_BV_ZEXT, parts_b = kb == TERM_BV_CONCAT || kb == TERM_BV_ZEXT;
  if (parts_a && parts_b && (ka == TERM_BV_CONCAT || kb == TERM_BV_CONCAT)) {
    HIT(EQ_CONCAT);
    uint32_t w = width_of(tm, a), low = width_of(tm, ka == TERM_BV_CONCAT ? child_of(tm, a, 1) : child_of(tm, b, 1));
    struct term high = eq_make(tm, term_extract(tm, w - 1, low, a), term_extract(tm, w - 1, low, b));
    if (term_is_false(tm, high)) return high;
    return term_and(tm, high, eq_make(tm, term_extract(tm, low - 1, 0, a), term_extract(tm, low - 1, 0, b)));
  }
  return TERM_NONE;
}

// x = ite(c, x, y) is c or x = y; ite(c, a, b) = ite(c, d, e) is decided by branch. `a` is an ite.
static struct term eq_ite(struct terms *tm, struct term a, struct term b) {
  struct term c = child_of(tm, a, 0), x = child_of(tm, a, 1), y = child_of(tm, a, 2);
  if (x.id == b.id) {
    HIT(EQ_ITE_BRANCH);
    return term_or(tm, c, eq_make(tm, y, b));
  }
  if (y.id == b.id) {
    HIT(EQ_ITE_BRANCH);
    return term_or(tm, term_not(tm, c), eq_make(tm, x, b));
  }
  if (!is_kind(tm, b, TERM_ITE) || child_of(tm, b, 0).id != c.id) return TERM_NONE;
  struct term u = child_of(tm, b, 1), v = child_of(tm, b, 2);
  if (is_kind(tm, x, TERM_ITE) || is_kind(tm, y, TERM_ITE) || is_kind(tm, u, TERM_ITE) || is_kind(tm, v, TERM_ITE))
    return TERM_NONE; // bounded
  HIT(EQ_ITE_ITE);
  return term_ite(tm, c, eq_make(tm, x, u), eq_make(tm, y, v));
}

static struct term eq_rewrite(struct terms *tm, struct term a, struct term b) {
  if (a.id == b.id) {
    HIT(EQ_SAME);
    return term_true(tm);
  }
  enum sort_kind sort = (enum sort_kind)info_of(tm, sort_of(tm, a))->kind;
  if (sort == SORT_BOOL) return eq_bool(tm, a, b);
  if (is_const(tm, a) && is_const(tm, b)) {
    HIT(FOLD);
    return term_bool(tm, const_equal(tm, a, b));
  }
  order_commutative(tm, &a, &b);
  struct term t = TERM_NONE;
  if (is_const(tm, a)) {
    if (is_kind(tm, b, TERM_ITE)) {
      if (is_const(tm, child_of(tm, b, 1)) || is_const(tm, child_of(tm, b, 2))) return eq_const_ite(tm, a, b);
    } else if (sort == SORT_BV) {
      t = eq_bv_const(tm, a, b);
    } else if (sort == SORT_INT && is_kind(tm, b, TERM_INT_ADD) && is_const(tm, child_of(tm, b, 0))) {
      HIT(EQ_CONST_INVERT);
      mpz_t x, y;
      mpz_inits(x, y, NULL);
      term_value(tm, a, x);
      term_value(tm, child_of(tm, b, 0), y);
      mpz_sub(x, x, y);
      struct term k = term_int(tm, x);
      mpz_clears(x, y, NULL);
      return eq_make(tm, k, child_of(tm, b, 1));
    }
  } else {
    if (is_kind(tm, a, TERM_ITE)) t = eq_ite(tm, a, b);
    if (!t.id && is_kind(tm, b, TERM_ITE)) t = eq_ite(tm, b, a);
    if (!t.id && sort == SORT_BV) t = eq_bv(tm, a, b);
  }
  if (t.id) return t;
  if (sort == SORT_BV && width_of(tm, a) == 1 && bv_is_zero(tm, a))
    return term_not(tm, eq_intern(tm, term_bv(tm, 1, 1), b));
  return eq_intern(tm, a, b);
}

struct term eq_make(struct terms *tm, struct term a, struct term b) {
  assert(same_sort(tm, a, b));
  if (tm->depth >= TERM_DEPTH && !(is_const(tm, a) && is_const(tm, b)) && a.id != b.id && sort_of(tm, a).id != 1)
    return eq_intern(tm, a, b);
  tm->depth++;
  struct term t = eq_rewrite(tm, a, b);
  tm->depth--;
  return t;
}
