// CONCAT, EXTRACT, ZEXT, SEXT.
//
// Normal form: extensions are outermost, concatenations nest to the right,
// adjacent constants and adjacent extracts of one term are joined. Extracts
// move inwards only where something falls away, so that a value stored as
// bytes and read back becomes the value again.
#include "term/node.h"
#include "term/rewrite/constructors.h"

#define SPINE 64 // parts of a concatenation that are moved to nest to the right

struct term bv_extend_make(struct terms *tm, enum term_kind kind, uint32_t added, struct term a) {
  if (!added) return a;
  uint32_t w = width_of(tm, a) + added;
  enum term_kind k = kind_of(tm, a);
  if (k == kind) {
    HIT(EXTEND_EXTEND);
    struct term x = child_of(tm, a, 0);
    return bv_extend_make(tm, kind, w - width_of(tm, x), x);
  }
  if (kind == TERM_BV_SEXT && k == TERM_BV_ZEXT) {
    HIT(SEXT_ZEXT);
    struct term x = child_of(tm, a, 0);
    return bv_extend_make(tm, TERM_BV_ZEXT, w - width_of(tm, x), x);
  }
  if (kind == TERM_BV_SEXT && k == TERM_BV_CONCAT && is_const(tm, child_of(tm, a, 0))) {
    // The sign is known.
    struct term high = child_of(tm, a, 0);
    HIT(SEXT_CONST_HIGH);
    high = bv_fold(tm, TERM_BV_SEXT, added, 0, &high);
    return bv_concat_make(tm, high, child_of(tm, a, 1));
  }
  return term_intern(tm, kind, sort_bv(tm, w), added, 0, 1, &a);
}

// --- concatenation -------------------------------------------------------------------

// One term for two neighbours, or none.
static struct term join(struct terms *tm, struct term a, struct term b) {
  uint32_t wa = width_of(tm, a), wb = width_of(tm, b);
  enum term_kind ka = kind_of(tm, a), kb = kind_of(tm, b);
  if (ka == TERM_CONST_BV && kb == TERM_CONST_BV) {
    HIT(FOLD);
    return bv_fold(tm, TERM_BV_CONCAT, 0, 0, (struct term[]){a, b});
  }
  if (ka == TERM_BV_EXTRACT) {
    // b is what follows in the same term: compared after extraction, since that rewrites.
    struct term x = child_of(tm, a, 0);
    uint32_t high = param_of(tm, a, 0), low = param_of(tm, a, 1);
    if (low >= wb && bv_extract_make(tm, low - 1, low - wb, x).id == b.id) {
      HIT(CONCAT_EXTRACT);
      return bv_extract_make(tm, high, low - wb, x);
    }
    if (low == 0 && bv_is_zero(tm, b) && wa + wb == width_of(tm, x)) {
      HIT(CONCAT_SHIFTED);
      struct term k =
          bv_fold(tm, TERM_BV_SHL, 0, 0, (struct term[]){term_bv(tm, wa + wb, 1), term_bv(tm, wa + wb, wb)});
      return term_mul(tm, k, x);
    }
    // copies of the sign bit above its term
    if (wa == 1 && high == low && kb != TERM_CONST_BV && bv_extract_make(tm, wb - 1, wb - 1, b).id == a.id) {
      HIT(CONCAT_SIGN);
      return bv_extend_make(tm, TERM_BV_SEXT, 1, b);
    }
  }
  if (ka == TERM_BV_SEXT && width_of(tm, child_of(tm, a, 0)) == 1 && kb != TERM_CONST_BV &&
      bv_extract_make(tm, wb - 1, wb - 1, b).id == child_of(tm, a, 0).id) {
    HIT(CONCAT_SIGN);
    return bv_extend_make(tm, TERM_BV_SEXT, wa, b);
  }
  if (ka == TERM_BV_NOT && kb == TERM_BV_NOT) {
    struct term t = bv_concat_make(tm, child_of(tm, a, 0), child_of(tm, b, 0));
    if (!is_kind(tm, t, TERM_BV_CONCAT)) {
      HIT(CONCAT_NOT);
      return term_bvnot(tm, t);
    }
  }
  if (ka == TERM_ITE && kb == TERM_ITE && child_of(tm, a, 0).id == child_of(tm, b, 0).id) {
    HIT(CONCAT_ITE);
    struct term c = child_of(tm, a, 0), x = child_of(tm, a, 1), y = child_of(tm, a, 2), u = child_of(tm, b, 1),
                v = child_of(tm, b, 2);
    struct term yes = term_concat(tm, x, u);
    return ite_make(tm, c, yes, term_concat(tm, y, v));
  }
  if ((ka == TERM_CONST_BV && kb == TERM_ITE) || (ka == TERM_ITE && kb == TERM_CONST_BV)) {
    struct term i = ka == TERM_ITE ? a : b;
    if (is_const(tm, child_of(tm, i, 1)) && is_const(tm, child_of(tm, i, 2)))
      return term_concat(tm, a, b); // lifted there
  }
  return TERM_NONE;
}

struct term bv_concat_make(struct terms *tm, struct term a, struct term b) {
  uint32_t w = width_of(tm, a) + width_of(tm, b);
  if (bv_is_zero(tm, a)) {
    HIT(CONCAT_ZERO);
    return bv_extend_make(tm, TERM_BV_ZEXT, width_of(tm, a), b);
  }
  enum term_kind ka = kind_of(tm, a), kb = kind_of(tm, b);
  struct term t = join(tm, a, b);
  if (t.id) return t;
  if (ka == TERM_BV_CONCAT) {
    // To the right, part by part; the walk along the spine is bounded.
    struct term part[SPINE];
    uint32_t n = 0;
    struct term rest = a;
    while (n < SPINE && is_kind(tm, rest, TERM_BV_CONCAT)) {
      part[n++] = child_of(tm, rest, 0);
      rest = child_of(tm, rest, 1);
    }
    if (n < SPINE) {
      HIT(CONCAT_RIGHT);
      t = term_concat(tm, rest, b);
      while (n--) t = term_concat(tm, part[n], t);
      return t;
    }
  }
  if (ka == TERM_BV_ZEXT || ka == TERM_BV_SEXT) {
    HIT(CONCAT_EXTEND);
    return bv_extend_make(tm, ka, param_of(tm, a, 0), term_concat(tm, child_of(tm, a, 0), b));
  }
  if (kb == TERM_BV_CONCAT) {
    struct term first = join(tm, a, child_of(tm, b, 0));
    if (first.id) {
      HIT(CONCAT_JOIN);
      return term_concat(tm, first, child_of(tm, b, 1));
    }
  }
  if (ka == TERM_CONST_BV && kb == TERM_BV_ZEXT) {
    HIT(CONCAT_CONST_ZEXT);
    struct term zeros = term_bv(tm, param_of(tm, b, 0), 0);
    return term_concat(tm, bv_fold(tm, TERM_BV_CONCAT, 0, 0, (struct term[]){a, zeros}), child_of(tm, b, 0));
  }
  return term_intern(tm, TERM_BV_CONCAT, sort_bv(tm, w), 0, 0, 2, (struct term[]){a, b});
}

// --- extraction ------------------------------------------------------------------------

// Does the low part of t lose something when the rest is cut off: an extension, a constant?
static bool cut_helps(const struct terms *tm, struct term t, uint32_t width) {
  switch (kind_of(tm, t)) {
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return true;
  case TERM_BV_CONCAT: return width_of(tm, child_of(tm, t, 1)) >= width;
  default: return false;
  }
}

// The low bits of arithmetic need only the low bits of the operands. Done where all operands become smaller.
static struct term extract_low(struct terms *tm, uint32_t high, struct term a) {
  enum term_kind k = kind_of(tm, a);
  uint32_t n = node_at(tm, a)->arity;
  struct term x[2];
  for (uint32_t i = 0; i < n; i++) {
    x[i] = child_of(tm, a, i);
    if (!(is_const(tm, x[i]) || cut_helps(tm, x[i], high + 1))) return TERM_NONE;
  }
  HIT(EXTRACT_LOW);
  for (uint32_t i = 0; i < n; i++) x[i] = term_extract(tm, high, 0, x[i]);
  return bv_make(tm, k, 0, 0, x);
}

static struct term extract_concat(struct terms *tm, uint32_t high, uint32_t low, struct term a) {
  struct term x = child_of(tm, a, 0), y = child_of(tm, a, 1);
  uint32_t wy = width_of(tm, y);
  HIT(EXTRACT_CONCAT);
  if (high < wy) return term_extract(tm, high, low, y);
  if (low >= wy) return term_extract(tm, high - wy, low - wy, x);
  struct term lower = term_extract(tm, wy - 1, low, y);
  return term_concat(tm, term_extract(tm, high - wy, 0, x), lower);
}

static struct term extract_extended(struct terms *tm, uint32_t high, uint32_t low, struct term a) {
  struct term x = child_of(tm, a, 0);
  uint32_t wx = width_of(tm, x);
  bool zero = is_kind(tm, a, TERM_BV_ZEXT);
  HIT(EXTRACT_EXTEND);
  if (high < wx) return term_extract(tm, high, low, x);
  if (low >= wx) {
    if (zero) return term_bv(tm, high - low + 1, 0);
    return term_sext(tm, term_extract(tm, wx - 1, wx - 1, x), high - low + 1);
  }
  struct term part = term_extract(tm, wx - 1, low, x);
  return zero ? term_zext(tm, part, high - low + 1) : term_sext(tm, part, high - low + 1);
}

// Bits of 2^k * x are those of x, k lower.
static struct term extract_shifted(struct terms *tm, uint32_t high, uint32_t low, uint32_t k, struct term x) {
  HIT(EXTRACT_SHIFTED);
  if (high < k) return term_bv(tm, high - low + 1, 0);
  if (low >= k) return term_extract(tm, high - k, low - k, x);
  return term_concat(tm, term_extract(tm, high - k, 0, x), term_bv(tm, k - low, 0));
}

// Are the low n bits of t zero, as far as its form shows? Addresses of array elements are: the address of a multiple of
// the size plus the size times an index.
static bool low_zeros(const struct terms *tm, struct term t, uint32_t n, uint32_t depth) {
  uint64_t value;
  switch (kind_of(tm, t)) {
  case TERM_CONST_BV: return n <= 64 && term_value64(tm, t, &value) && (n == 64 ? value == 0 : value << (64 - n) == 0);
  case TERM_BV_MUL: return low_zeros(tm, child_of(tm, t, 0), n, depth);
  case TERM_BV_ADD:
    return depth && low_zeros(tm, child_of(tm, t, 0), n, depth - 1) && low_zeros(tm, child_of(tm, t, 1), n, depth - 1);
  case TERM_BV_CONCAT: return width_of(tm, child_of(tm, t, 1)) >= n && low_zeros(tm, child_of(tm, t, 1), n, depth);
  default: return false;
  }
}

// The high bits of a product or sum whose low bits are zero need no carry from below.
static struct term extract_aligned(struct terms *tm, uint32_t high, uint32_t low, struct term a) {
  if (!low || low >= 64 || width_of(tm, a) > 64 || !low_zeros(tm, a, low, 4)) return TERM_NONE;
  struct term x = child_of(tm, a, 0), y = child_of(tm, a, 1);
  if (is_kind(tm, a, TERM_BV_ADD)) {
    HIT(EXTRACT_ALIGNED);
    struct term upper = term_extract(tm, high, low, x);
    return term_add(tm, upper, term_extract(tm, high, low, y));
  }
  uint64_t factor;
  if (!term_value64(tm, x, &factor)) return TERM_NONE;
  HIT(EXTRACT_ALIGNED);
  return term_extract(tm, high - low, 0, term_mul(tm, term_bv(tm, width_of(tm, a), factor >> low), y));
}

struct term bv_extract_make(struct terms *tm, uint32_t high, uint32_t low, struct term a) {
  uint32_t w = width_of(tm, a);
  assert(low <= high && high < w);
  if (high - low + 1 == w) return a;
  switch (kind_of(tm, a)) {
  case TERM_CONST_BV: return bv_fold(tm, TERM_BV_EXTRACT, high, low, &a);
  case TERM_BV_EXTRACT:
    HIT(EXTRACT_EXTRACT);
    return term_extract(tm, high + param_of(tm, a, 1), low + param_of(tm, a, 1), child_of(tm, a, 0));
  case TERM_BV_CONCAT: return extract_concat(tm, high, low, a);
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return extract_extended(tm, high, low, a);
  case TERM_BV_NOT: HIT(EXTRACT_NOT); return term_bvnot(tm, term_extract(tm, high, low, child_of(tm, a, 0)));
  case TERM_BV_MUL: {
    int64_t k = bv_log2(tm, child_of(tm, a, 0));
    if (k >= 0) return extract_shifted(tm, high, low, (uint32_t)k, child_of(tm, a, 1));
  } // fall through
  case TERM_BV_ADD:
  case TERM_BV_NEG:
  case TERM_BV_AND:
  case TERM_BV_OR:
  case TERM_BV_XOR:
    if (low == 0) {
      struct term t = extract_low(tm, high, a);
      if (t.id) return t;
    } else if (is_kind(tm, a, TERM_BV_ADD) || is_kind(tm, a, TERM_BV_MUL)) {
      struct term t = extract_aligned(tm, high, low, a);
      if (t.id) return t;
    }
    break;
  case TERM_ITE: {
    struct term c = child_of(tm, a, 0), x = child_of(tm, a, 1), y = child_of(tm, a, 2);
    bool cx = is_const(tm, x), cy = is_const(tm, y);
    uint32_t part = high - low + 1;
    bool helps = cx && cy ? true : low == 0 && (cx || cut_helps(tm, x, part)) && (cy || cut_helps(tm, y, part));
    if (!helps) break;
    HIT(EXTRACT_ITE);
    struct term yes = term_extract(tm, high, low, x);
    return ite_make(tm, c, yes, term_extract(tm, high, low, y));
  }
  default: break;
  }
  return term_intern(tm, TERM_BV_EXTRACT, sort_bv(tm, high - low + 1), high, low, 1, &a);
}
