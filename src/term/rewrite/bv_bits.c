// NOT, AND, OR, XOR and the shifts.
//
// Normal form: masks of few runs of bits are concatenations of extracts and
// constants, shifts by constants are extracts, extensions and multiplications.
#include "term/node.h"
#include "term/rewrite/constructors.h"

#define RUNS 4 // of equal bits in a mask that is taken apart

static struct term not_make(struct terms *tm, struct term a) {
  switch (kind_of(tm, a)) {
  case TERM_BV_NOT: HIT(BVNOT_NOT); return child_of(tm, a, 0);
  case TERM_BV_NEG: HIT(BVNOT_NEG); return op2(tm, TERM_BV_ADD, bv_ones(tm, width_of(tm, a)), child_of(tm, a, 0));
  case TERM_BV_ADD:
    // ~(c + x) is (-c - 1) - x
    if (!is_const(tm, child_of(tm, a, 0))) break;
    HIT(BVNOT_SUM);
    return op2(tm, TERM_BV_ADD, op1(tm, TERM_BV_NOT, child_of(tm, a, 0)), op1(tm, TERM_BV_NEG, child_of(tm, a, 1)));
  case TERM_BV_XOR:
    if (!is_const(tm, child_of(tm, a, 0))) break;
    HIT(BVNOT_XOR);
    return op2(tm, TERM_BV_XOR, op1(tm, TERM_BV_NOT, child_of(tm, a, 0)), child_of(tm, a, 1));
  case TERM_BV_CONCAT:
    if (!is_const(tm, child_of(tm, a, 0)) && !is_const(tm, child_of(tm, a, 1))) break;
    HIT(BVNOT_CONCAT);
    return term_concat(tm, op1(tm, TERM_BV_NOT, child_of(tm, a, 0)), op1(tm, TERM_BV_NOT, child_of(tm, a, 1)));
  default: break;
  }
  return term_intern(tm, TERM_BV_NOT, sort_of(tm, a), 0, 0, 1, &a);
}

static bool complements(const struct terms *tm, struct term a, struct term b) {
  return (is_kind(tm, a, TERM_BV_NOT) && child_of(tm, a, 0).id == b.id) ||
         (is_kind(tm, b, TERM_BV_NOT) && child_of(tm, b, 0).id == a.id);
}

// The end of the run of equal bits of k that starts at `bit`.
static uint32_t run_end(const struct terms *tm, struct term k, uint32_t bit, uint32_t w) {
  bool value = bv_bit(tm, k, bit);
  while (bit < w && bv_bit(tm, k, bit) == value) bit++;
  return bit;
}

// k & x and k | x for a constant k of few runs: constants where k decides, bits of x elsewhere. None if there are too
// many runs.
static struct term mask(struct terms *tm, bool is_and, struct term k, struct term x) {
  uint32_t w = width_of(tm, k), runs = 0;
  for (uint32_t bit = 0; bit < w; runs++) {
    if (runs == RUNS) return TERM_NONE;
    bit = run_end(tm, k, bit, w);
  }
  HIT(MASK);
  struct term t = TERM_NONE;
  for (uint32_t bit = 0; bit < w;) {
    uint32_t end = run_end(tm, k, bit, w);
    bool ones = bv_bit(tm, k, bit);
    struct term part = ones == is_and ? term_extract(tm, end - 1, bit, x)
                       : ones         ? bv_ones(tm, end - bit)
                                      : term_bv(tm, end - bit, 0);
    t = t.id ? term_concat(tm, part, t) : part;
    bit = end;
  }
  return t;
}

// One operand is made of parts of which one is constant, and so is the other: part by part. None if not so.
static struct term by_parts(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  uint32_t w = width_of(tm, a), low;
  if (is_kind(tm, a, TERM_BV_ZEXT)) low = width_of(tm, child_of(tm, a, 0));
  else if (is_kind(tm, a, TERM_BV_CONCAT) && (is_const(tm, child_of(tm, a, 0)) || is_const(tm, child_of(tm, a, 1))))
    low = width_of(tm, child_of(tm, a, 1));
  else return TERM_NONE;
  // zext(x) & y needs only y's low bits whatever y is; otherwise both must be in parts.
  bool zext = is_kind(tm, a, TERM_BV_ZEXT), both = is_kind(tm, b, TERM_BV_ZEXT) || is_kind(tm, b, TERM_BV_CONCAT);
  if (!both && !(zext && kind == TERM_BV_AND)) return TERM_NONE;
  HIT(BY_PARTS);
  struct term high = op2(tm, kind, term_extract(tm, w - 1, low, a), term_extract(tm, w - 1, low, b));
  struct term rest = op2(tm, kind, term_extract(tm, low - 1, 0, a), term_extract(tm, low - 1, 0, b));
  return term_concat(tm, high, rest);
}

// Rules for a ∘ (p ∘' q) that drop or keep a: absorption, idempotence, constants. None if none applies.
static struct term and_or_nested(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  enum term_kind dual = kind == TERM_BV_AND ? TERM_BV_OR : TERM_BV_AND, k = kind_of(tm, b);
  if (k != kind && k != dual) return TERM_NONE;
  struct term p = child_of(tm, b, 0), q = child_of(tm, b, 1);
  if (p.id == a.id || q.id == a.id) {
    HIT(AND_OR_ABSORB);
    return k == kind ? b : a;
  }
  bool cp = complements(tm, a, p), cq = complements(tm, a, q);
  if (cp || cq) {
    HIT(AND_OR_ABSORB);
    // x & (~x & q) is 0; x & (~x | q) is x & q; and the duals
    if (k == kind) return kind == TERM_BV_AND ? term_bv(tm, width_of(tm, a), 0) : bv_ones(tm, width_of(tm, a));
    return op2(tm, kind, a, cp ? q : p);
  }
  if (k == kind && is_const(tm, a) && is_const(tm, p)) {
    HIT(BITS_CONST);
    return op2(tm, kind, fold2(tm, kind, a, p), q);
  }
  return TERM_NONE;
}

static struct term and_or(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  bool is_and = kind == TERM_BV_AND;
  order_commutative(tm, &a, &b);
  if (a.id == b.id) {
    HIT(BITS_SAME);
    return a;
  }
  if (is_const(tm, a)) {
    if (bv_is_zero(tm, a)) {
      HIT(BITS_UNIT);
      return is_and ? a : b;
    }
    if (bv_is_ones(tm, a)) {
      HIT(BITS_UNIT);
      return is_and ? b : a;
    }
  }
  if (complements(tm, a, b)) {
    HIT(BITS_COMPLEMENT);
    return is_and ? term_bv(tm, width_of(tm, a), 0) : bv_ones(tm, width_of(tm, a));
  }
  struct term t = and_or_nested(tm, kind, a, b);
  if (!t.id) t = and_or_nested(tm, kind, b, a);
  if (!t.id && is_const(tm, a)) t = mask(tm, is_and, a, b);
  if (!t.id) t = by_parts(tm, kind, a, b);
  if (!t.id) t = by_parts(tm, kind, b, a);
  return t.id ? t : intern_like(tm, kind, a, b);
}

static struct term xor_make(struct terms *tm, struct term a, struct term b) {
  order_commutative(tm, &a, &b);
  uint32_t w = width_of(tm, a);
  if (a.id == b.id) {
    HIT(BITS_SAME);
    return term_bv(tm, w, 0);
  }
  if (is_const(tm, a)) {
    if (bv_is_zero(tm, a)) {
      HIT(BITS_UNIT);
      return b;
    }
    if (bv_is_ones(tm, a)) {
      HIT(BITS_UNIT);
      return op1(tm, TERM_BV_NOT, b);
    }
    if (is_kind(tm, b, TERM_BV_XOR) && is_const(tm, child_of(tm, b, 0))) {
      HIT(BITS_CONST);
      return op2(tm, TERM_BV_XOR, fold2(tm, TERM_BV_XOR, a, child_of(tm, b, 0)), child_of(tm, b, 1));
    }
    if (is_kind(tm, b, TERM_BV_NOT)) {
      HIT(XOR_NOT);
      return op2(tm, TERM_BV_XOR, op1(tm, TERM_BV_NOT, a), child_of(tm, b, 0));
    }
  } else {
    bool na = is_kind(tm, a, TERM_BV_NOT), nb = is_kind(tm, b, TERM_BV_NOT);
    if (na || nb) {
      HIT(XOR_NOT);
      struct term t = op2(tm, TERM_BV_XOR, na ? child_of(tm, a, 0) : a, nb ? child_of(tm, b, 0) : b);
      return na && nb ? t : op1(tm, TERM_BV_NOT, t);
    }
  }
  for (int side = 0; side < 2; side++) {
    struct term x = side ? b : a, y = side ? a : b;
    if (!is_kind(tm, y, TERM_BV_XOR)) continue;
    struct term p = child_of(tm, y, 0), q = child_of(tm, y, 1);
    if (p.id == x.id || q.id == x.id) {
      HIT(XOR_CANCEL);
      return p.id == x.id ? q : p;
    }
    if (!is_const(tm, x) && is_const(tm, p)) {
      HIT(XOR_CONST_OUT);
      return op2(tm, TERM_BV_XOR, p, op2(tm, TERM_BV_XOR, x, q));
    }
  }
  struct term t = by_parts(tm, TERM_BV_XOR, a, b);
  if (!t.id) t = by_parts(tm, TERM_BV_XOR, b, a);
  return t.id ? t : intern_like(tm, TERM_BV_XOR, a, b);
}

// --- shifts -------------------------------------------------------------------------------

// Shift by the constant k, 0 < k < w.
static struct term shift_const(struct terms *tm, enum term_kind kind, struct term a, uint32_t k) {
  uint32_t w = width_of(tm, a);
  HIT(SHIFT_CONST);
  switch (kind) {
  case TERM_BV_LSHR: return term_zext(tm, term_extract(tm, w - 1, k, a), w);
  case TERM_BV_ASHR: return term_sext(tm, term_extract(tm, w - 1, k, a), w);
  default: break;
  }
  // Bytes that are put together show as parts; numbers are multiplied.
  if (is_kind(tm, a, TERM_BV_ZEXT) || is_kind(tm, a, TERM_BV_CONCAT))
    return term_concat(tm, term_extract(tm, w - 1 - k, 0, a), term_bv(tm, k, 0));
  struct term one = term_bv(tm, w, 1);
  return op2(tm, TERM_BV_MUL, fold2(tm, TERM_BV_SHL, one, term_bv(tm, w, k)), a);
}

static struct term shift_make(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  uint32_t w = width_of(tm, a);
  if (is_const(tm, b)) {
    if (bv_is_zero(tm, b)) {
      HIT(SHIFT_ZERO);
      return a;
    }
    mpz_t z;
    mpz_init(z);
    term_value(tm, b, z);
    uint32_t k = mpz_cmp_ui(z, w) >= 0 ? w : (uint32_t)mpz_get_ui(z);
    mpz_clear(z);
    if (k == w) {
      HIT(SHIFT_OUT);
      return kind == TERM_BV_ASHR ? term_sext(tm, term_extract(tm, w - 1, w - 1, a), w) : term_bv(tm, w, 0);
    }
    return shift_const(tm, kind, a, k);
  }
  if (bv_is_zero(tm, a) || (kind == TERM_BV_ASHR && bv_is_ones(tm, a))) {
    HIT(SHIFT_OF_CONST);
    return a;
  }
  if (kind == TERM_BV_ASHR && (is_kind(tm, a, TERM_BV_ZEXT) || (is_const(tm, a) && !bv_bit(tm, a, w - 1)))) {
    HIT(ASHR_POSITIVE);
    return op2(tm, TERM_BV_LSHR, a, b);
  }
  return intern_like(tm, kind, a, b);
}

struct term bv_bits_make(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  switch (kind) {
  case TERM_BV_NOT: return not_make(tm, a);
  case TERM_BV_AND:
  case TERM_BV_OR: return and_or(tm, kind, a, b);
  case TERM_BV_XOR: return xor_make(tm, a, b);
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR: return shift_make(tm, kind, a, b);
  default: break;
  }
  assert(!"a bitwise kind");
  return TERM_NONE;
}
