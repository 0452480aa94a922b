// NEG, ADD, MUL and the divisions.
//
// Normal form: x - y is x + (-y); a sum has its constant outermost and no two
// like terms; multiplication by a power of two stays a multiplication.
#include "term/node.h"
#include "term/rewrite/constructors.h"

#define SUMMANDS 8 // of a sum that are looked at for like terms

static struct term intern1(struct terms *tm, enum term_kind kind, struct term a) {
  return term_intern(tm, kind, sort_of(tm, a), 0, 0, 1, &a);
}

static struct term neg_make(struct terms *tm, struct term a) {
  switch (kind_of(tm, a)) {
  case TERM_BV_NEG: HIT(NEG_NEG); return child_of(tm, a, 0);
  case TERM_BV_NOT: HIT(NEG_NOT); return op2(tm, TERM_BV_ADD, term_bv(tm, width_of(tm, a), 1), child_of(tm, a, 0));
  case TERM_BV_ADD:
    if (!is_const(tm, child_of(tm, a, 0))) break;
    HIT(NEG_SUM);
    return op2(tm, TERM_BV_ADD, fold1(tm, TERM_BV_NEG, child_of(tm, a, 0)), op1(tm, TERM_BV_NEG, child_of(tm, a, 1)));
  case TERM_BV_MUL:
    if (!is_const(tm, child_of(tm, a, 0))) break;
    HIT(NEG_PRODUCT);
    return op2(tm, TERM_BV_MUL, fold1(tm, TERM_BV_NEG, child_of(tm, a, 0)), child_of(tm, a, 1));
  case TERM_CONST_BV: return fold1(tm, TERM_BV_NEG, a);
  default: break;
  }
  if (width_of(tm, a) == 1) {
    HIT(NEG_BIT);
    return a;
  }
  return intern1(tm, TERM_BV_NEG, a);
}

// --- sums ------------------------------------------------------------------------------

struct summand {
  struct term factor, of;
};   // factor * of; the factor is constant
struct sum {
  struct summand part[SUMMANDS];
  uint32_t n;
  struct term constant;
  bool changed;                               // like terms were found
};

static void sum_add(struct terms *tm, struct sum *s, struct term factor, struct term of) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->part[i].of.id == of.id) {
      s->part[i].factor = fold2(tm, TERM_BV_ADD, s->part[i].factor, factor);
      s->changed = true;
      return;
    }
  s->part[s->n++] = (struct summand){factor, of};
}

// Adds sign * t to the sum, looking into sums, negations and multiples; false if there are too many summands.
static bool sum_collect(struct terms *tm, struct sum *s, struct term t, bool negative, int depth) {
  struct term one = term_bv(tm, width_of(tm, t), 1), sign = negative ? fold1(tm, TERM_BV_NEG, one) : one;
  switch (kind_of(tm, t)) {
  case TERM_CONST_BV: s->constant = fold2(tm, TERM_BV_ADD, s->constant, fold2(tm, TERM_BV_MUL, sign, t)); return true;
  case TERM_BV_ADD: {
    if (!depth) break;
    struct term x = child_of(tm, t, 0), y = child_of(tm, t, 1);
    return sum_collect(tm, s, x, negative, depth - 1) && sum_collect(tm, s, y, negative, depth - 1);
  }
  case TERM_BV_NEG:
    if (!depth) break;
    return sum_collect(tm, s, child_of(tm, t, 0), !negative, depth - 1);
  case TERM_BV_NOT: { // -x - 1
    if (!depth) break;
    struct term minus = fold1(tm, TERM_BV_NEG, one);
    s->constant = fold2(tm, TERM_BV_ADD, s->constant, fold2(tm, TERM_BV_MUL, sign, minus));
    return sum_collect(tm, s, child_of(tm, t, 0), !negative, depth - 1);
  }
  case TERM_BV_MUL:
    if (!is_const(tm, child_of(tm, t, 0))) break;
    if (s->n == SUMMANDS) return false;
    sum_add(tm, s, fold2(tm, TERM_BV_MUL, sign, child_of(tm, t, 0)), child_of(tm, t, 1));
    return true;
  default: break;
  }
  if (s->n == SUMMANDS) return false;
  sum_add(tm, s, sign, t);
  return true;
}

static bool is_atom(const struct terms *tm, struct term t) {
  enum term_kind k = kind_of(tm, t);
  return k != TERM_BV_ADD && k != TERM_BV_NEG && k != TERM_BV_NOT &&
         !(k == TERM_BV_MUL && is_const(tm, child_of(tm, t, 0)));
}

// a + b where like terms come together or fall away; none if there are none.
static struct term add_like_terms(struct terms *tm, struct term a, struct term b) {
  uint32_t w = width_of(tm, a);
  if (a.id != b.id && is_atom(tm, a) && is_atom(tm, b)) return TERM_NONE;
  struct sum s = {.constant = term_bv(tm, w, 0)};
  if (!sum_collect(tm, &s, a, false, 4) || !sum_collect(tm, &s, b, false, 4) || !s.changed) return TERM_NONE;
  HIT(ADD_LIKE);
  struct term t = TERM_NONE;
  for (uint32_t i = 0; i < s.n; i++) {
    if (bv_is_zero(tm, s.part[i].factor)) continue;
    struct term p = op2(tm, TERM_BV_MUL, s.part[i].factor, s.part[i].of);
    if (!t.id) {
      t = p;
      continue;
    }
    // Distinct summands: nothing more to be found among them, but a product may have turned out a sum with a constant.
    struct term x = t, y = p;
    bool flat = !(is_kind(tm, x, TERM_BV_ADD) && is_const(tm, child_of(tm, x, 0))) &&
                !(is_kind(tm, y, TERM_BV_ADD) && is_const(tm, child_of(tm, y, 0)));
    if (is_const(tm, x) || is_const(tm, y)) flat = false;
    order_commutative(tm, &x, &y);
    t = flat ? intern_like(tm, TERM_BV_ADD, x, y) : op2(tm, TERM_BV_ADD, x, y);
  }
  if (!t.id) return s.constant;
  return op2(tm, TERM_BV_ADD, s.constant, t);
}

static struct term add_make(struct terms *tm, struct term a, struct term b) {
  order_commutative(tm, &a, &b);
  uint32_t w = width_of(tm, a);
  if (is_const(tm, a)) {
    if (is_const(tm, b)) return fold2(tm, TERM_BV_ADD, a, b);
    if (bv_is_zero(tm, a)) {
      HIT(ADD_ZERO);
      return b;
    }
    if (is_kind(tm, b, TERM_BV_ADD) && is_const(tm, child_of(tm, b, 0))) {
      HIT(ADD_CONST);
      struct term k = fold2(tm, TERM_BV_ADD, a, child_of(tm, b, 0));
      return add_make(tm, k, child_of(tm, b, 1));
    }
    if (is_kind(tm, b, TERM_BV_NOT)) {
      // c + ~x is (c - 1) - x
      HIT(ADD_NOT);
      struct term k = fold2(tm, TERM_BV_ADD, a, bv_ones(tm, w));
      return add_make(tm, k, neg_make(tm, child_of(tm, b, 0)));
    }
    if (w == 1) {
      HIT(ADD_BIT);
      return op1(tm, TERM_BV_NOT, b);
    }
    return intern_like(tm, TERM_BV_ADD, a, b);
  }
  // A constant inside moves out.
  bool ca = is_kind(tm, a, TERM_BV_ADD) && is_const(tm, child_of(tm, a, 0)),
       cb = is_kind(tm, b, TERM_BV_ADD) && is_const(tm, child_of(tm, b, 0));
  if (ca || cb) {
    HIT(ADD_CONST_OUT);
    struct term k = ca && cb ? fold2(tm, TERM_BV_ADD, child_of(tm, a, 0), child_of(tm, b, 0))
                             : child_of(tm, ca ? a : b, 0);
    struct term x = ca ? child_of(tm, a, 1) : a, y = cb ? child_of(tm, b, 1) : b;
    return op2(tm, TERM_BV_ADD, k, op2(tm, TERM_BV_ADD, x, y));
  }
  struct term t = add_like_terms(tm, a, b);
  if (t.id) return t;
  return intern_like(tm, TERM_BV_ADD, a, b);
}

// --- products ----------------------------------------------------------------------------

static struct term mul_make(struct terms *tm, struct term a, struct term b) {
  order_commutative(tm, &a, &b);
  if (is_const(tm, a)) {
    if (is_const(tm, b)) return fold2(tm, TERM_BV_MUL, a, b);
    if (bv_is_zero(tm, a)) {
      HIT(MUL_ZERO);
      return a;
    }
    if (bv_is_one(tm, a)) {
      HIT(MUL_ONE);
      return b;
    }
    if (bv_is_ones(tm, a)) {
      HIT(MUL_MINUS_ONE);
      return neg_make(tm, b);
    }
    if (is_kind(tm, b, TERM_BV_NEG)) {
      HIT(MUL_NEG);
      return mul_make(tm, fold1(tm, TERM_BV_NEG, a), child_of(tm, b, 0));
    }
    if ((is_kind(tm, b, TERM_BV_MUL) || is_kind(tm, b, TERM_BV_ADD)) && is_const(tm, child_of(tm, b, 0))) {
      struct term k = fold2(tm, TERM_BV_MUL, a, child_of(tm, b, 0));
      if (is_kind(tm, b, TERM_BV_MUL)) {
        HIT(MUL_CONST);
        return mul_make(tm, k, child_of(tm, b, 1));
      }
      HIT(MUL_DISTRIBUTE);
      return add_make(tm, k, mul_make(tm, a, child_of(tm, b, 1)));
    }
    if (is_kind(tm, b, TERM_ITE) && is_const(tm, child_of(tm, b, 1)) && is_const(tm, child_of(tm, b, 2)))
      return op2(tm, TERM_BV_MUL, a, b);
    return intern_like(tm, TERM_BV_MUL, a, b);
  }
  bool na = is_kind(tm, a, TERM_BV_NEG), nb = is_kind(tm, b, TERM_BV_NEG);
  if (na || nb) {
    HIT(MUL_NEG);
    struct term t = op2(tm, TERM_BV_MUL, na ? child_of(tm, a, 0) : a, nb ? child_of(tm, b, 0) : b);
    return na && nb ? t : op1(tm, TERM_BV_NEG, t);
  }
  bool ca = is_kind(tm, a, TERM_BV_MUL) && is_const(tm, child_of(tm, a, 0)),
       cb = is_kind(tm, b, TERM_BV_MUL) && is_const(tm, child_of(tm, b, 0));
  if (ca || cb) {
    HIT(MUL_CONST_OUT);
    struct term k = ca && cb ? fold2(tm, TERM_BV_MUL, child_of(tm, a, 0), child_of(tm, b, 0))
                             : child_of(tm, ca ? a : b, 0);
    return op2(tm, TERM_BV_MUL, k, op2(tm, TERM_BV_MUL, ca ? child_of(tm, a, 1) : a, cb ? child_of(tm, b, 1) : b));
  }
  if (width_of(tm, a) == 1) {
    HIT(MUL_BIT);
    return op2(tm, TERM_BV_AND, a, b);
  }
  return intern_like(tm, TERM_BV_MUL, a, b);
}

// --- divisions ---------------------------------------------------------------------------

// k fits the width of what t extends with zeros: the constant at that width.
static bool fits_unsigned(struct terms *tm, struct term k, uint32_t width) {
  return bv_is_zero(tm, term_extract(tm, width_of(tm, k) - 1, width, k));
}
static bool fits_signed(struct terms *tm, struct term k, uint32_t width) {
  struct term top = term_extract(tm, width_of(tm, k) - 1, width - 1, k);
  return bv_is_zero(tm, top) || bv_is_ones(tm, top);
}

// x / x, x % x, 0 / x and 0 % x, signed or not; none for anything else.
static struct term division_plain(struct terms *tm, bool quotient, struct term a, struct term b) {
  uint32_t w = width_of(tm, a);
  struct term zero = term_bv(tm, w, 0);
  if (a.id == b.id) {
    HIT(DIV_SAME);
    return quotient ? ite_make(tm, eq_make(tm, zero, a), bv_ones(tm, w), term_bv(tm, w, 1)) : zero;
  }
  if (bv_is_zero(tm, a)) {
    HIT(DIV_OF_ZERO);
    return quotient ? ite_make(tm, eq_make(tm, zero, b), bv_ones(tm, w), zero) : zero;
  }
  return TERM_NONE;
}

static struct term unsigned_division(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  uint32_t w = width_of(tm, a);
  bool quotient = kind == TERM_BV_UDIV;
  if (is_const(tm, b)) {
    if (bv_is_zero(tm, b)) {
      HIT(DIV_ZERO);
      return quotient ? bv_ones(tm, w) : a;
    }
    int64_t k = bv_log2(tm, b);
    if (k == 0) {
      HIT(DIV_ONE);
      return quotient ? a : term_bv(tm, w, 0);
    }
    if (k > 0) {
      HIT(DIV_POWER);
      if (quotient) return term_zext(tm, term_extract(tm, w - 1, (uint32_t)k, a), w);
      return term_zext(tm, term_extract(tm, (uint32_t)k - 1, 0, a), w);
    }
    if (is_kind(tm, a, TERM_BV_ZEXT)) {
      struct term x = child_of(tm, a, 0);
      uint32_t wx = width_of(tm, x);
      HIT(DIV_NARROW);
      if (!fits_unsigned(tm, b, wx)) return quotient ? term_bv(tm, w, 0) : a;
      return term_zext(tm, op2(tm, kind, x, term_extract(tm, wx - 1, 0, b)), w);
    }
    if (!quotient && is_kind(tm, a, TERM_BV_UREM) && child_of(tm, a, 1).id == b.id) {
      HIT(REM_REM);
      return a;
    }
  } else {
    struct term plain = division_plain(tm, quotient, a, b);
    if (!term_none(plain)) return plain;
    // x urem 0 is x, which the narrow operation says too; the quotient's all ones it would not.
    if (!quotient && is_kind(tm, a, TERM_BV_ZEXT) && is_kind(tm, b, TERM_BV_ZEXT)) {
      struct term x = child_of(tm, a, 0), y = child_of(tm, b, 0);
      uint32_t wx = width_of(tm, x), wy = width_of(tm, y), narrow = wx > wy ? wx : wy;
      HIT(DIV_NARROW);
      return term_zext(tm, op2(tm, kind, term_zext(tm, x, narrow), term_zext(tm, y, narrow)), w);
    }
  }
  return intern_like(tm, kind, a, b);
}

static bool msb_is_zero(const struct terms *tm, struct term t) {
  if (is_kind(tm, t, TERM_BV_ZEXT)) return true;
  if (is_kind(tm, t, TERM_BV_CONCAT)) t = child_of(tm, t, 0);
  return is_bv_const(tm, t) && !bv_bit(tm, t, width_of(tm, t) - 1);
}

static struct term signed_division(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  uint32_t w = width_of(tm, a);
  bool quotient = kind == TERM_BV_SDIV;
  if (msb_is_zero(tm, a) && msb_is_zero(tm, b)) {
    // On two values that are not negative the signed and unsigned operations agree, on zero too.
    HIT(SDIV_UNSIGNED);
    return op2(tm, quotient ? TERM_BV_UDIV : TERM_BV_UREM, a, b);
  }
  if (is_const(tm, b)) {
    if (bv_is_zero(tm, b)) {
      HIT(DIV_ZERO);
      if (!quotient) return a;
      return ite_make(tm, term_slt(tm, a, b), term_bv(tm, w, 1), bv_ones(tm, w));
    }
    if (bv_is_ones(tm, b)) { // -1, also 1 at one bit
      HIT(DIV_ONE);
      return quotient ? neg_make(tm, a) : term_bv(tm, w, 0);
    }
    if (bv_is_one(tm, b)) {
      HIT(DIV_ONE);
      return quotient ? a : term_bv(tm, w, 0);
    }
    if (!quotient && bv_bit(tm, b, w - 1) && !bv_is_min_signed(tm, b)) {
      HIT(SREM_SIGN); // the remainder has the dividend's sign
      return op2(tm, kind, a, fold1(tm, TERM_BV_NEG, b));
    }
    if (is_kind(tm, a, TERM_BV_SEXT) && fits_signed(tm, b, width_of(tm, child_of(tm, a, 0)))) {
      // b is not -1, so that the narrow quotient does not overflow
      struct term x = child_of(tm, a, 0);
      HIT(DIV_NARROW);
      return term_sext(tm, op2(tm, kind, x, term_extract(tm, width_of(tm, x) - 1, 0, b)), w);
    }
  } else {
    struct term plain = division_plain(tm, quotient, a, b);
    if (!term_none(plain)) return plain;
  }
  return intern_like(tm, kind, a, b);
}

struct term bv_arith_make(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  switch (kind) {
  case TERM_BV_NEG: return neg_make(tm, a);
  case TERM_BV_ADD: return add_make(tm, a, b);
  case TERM_BV_MUL: return mul_make(tm, a, b);
  case TERM_BV_UDIV:
  case TERM_BV_UREM: return unsigned_division(tm, kind, a, b);
  case TERM_BV_SDIV:
  case TERM_BV_SREM: return signed_division(tm, kind, a, b);
  default: break;
  }
  assert(!"an arithmetic kind");
  return TERM_NONE;
}
