// ULT, ULE, SLT, SLE.
//
// Normal form: comparisons with a constant are strict (x <= 9 is x < 10), so
// that a comparison and its negation are both of that form.
#include "term/node.h"
#include "term/rewrite/constructors.h"

static struct term intern2(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  return term_intern(tm, kind, sort_bool(tm), 0, 0, 2, (struct term[]){a, b});
}

static struct term lowest(struct terms *tm, bool is_signed, uint32_t w) {
  return is_signed ? bv_min_signed(tm, w) : term_bv(tm, w, 0);
}
static struct term highest(struct terms *tm, bool is_signed, uint32_t w) {
  return is_signed ? bv_max_signed(tm, w) : bv_ones(tm, w);
}
static struct term step(struct terms *tm, struct term k, bool up) {
  struct term d = up ? term_bv(tm, width_of(tm, k), 1) : bv_ones(tm, width_of(tm, k));
  return bv_fold(tm, TERM_BV_ADD, 0, 0, (struct term[]){k, d});
}

// Where a constant lies: at the lowest or highest value, next to one of them (not at widths where that is the other
// end), or elsewhere.
enum place { AT_MIN, NEXT_MIN, NEXT_MAX, AT_MAX, ELSEWHERE };

static enum place place_of(struct terms *tm, bool is_signed, struct term k) {
  uint32_t w = width_of(tm, k);
  uint64_t v;
  if (bv_value(tm, k, &v)) {
    uint64_t rank = is_signed ? v ^ (uint64_t)1 << (w - 1) : v; // order as unsigned
    if (rank == 0) return AT_MIN;
    if (rank == mask64(w)) return AT_MAX;
    return rank == 1 ? NEXT_MIN : rank == mask64(w) - 1 ? NEXT_MAX : ELSEWHERE;
  }
  struct term min = lowest(tm, is_signed, w), max = highest(tm, is_signed, w);
  if (k.id == min.id) return AT_MIN;
  if (k.id == max.id) return AT_MAX;
  return step(tm, min, true).id == k.id ? NEXT_MIN : step(tm, max, false).id == k.id ? NEXT_MAX : ELSEWHERE;
}

// a < b where one of them is a constant at or next to the end of the range; none if it is not.
static struct term at_the_ends(struct terms *tm, bool is_signed, struct term a, struct term b) {
  uint32_t w = width_of(tm, a);
  bool right = is_const(tm, b);
  enum place place = place_of(tm, is_signed, right ? b : a);
  if (place == ELSEWHERE) return TERM_NONE;
  if (place == (right ? AT_MIN : AT_MAX)) {
    HIT(LESS_NEVER);
    return term_false(tm);
  }
  if (place == (right ? NEXT_MAX : NEXT_MIN)) return TERM_NONE;
  HIT(LESS_END);
  if (right) return place == NEXT_MIN ? eq_make(tm, lowest(tm, is_signed, w), a) : term_not(tm, eq_make(tm, b, a));
  return place == NEXT_MAX ? eq_make(tm, highest(tm, is_signed, w), b) : term_not(tm, eq_make(tm, a, b));
}

// Comparison of zext(x) with the constant k, at x's width. `flipped`: k < zext(x) instead of zext(x) < k.
static struct term zext_const(struct terms *tm, struct term x, struct term k, bool flipped) {
  uint32_t w = width_of(tm, k), wx = width_of(tm, x);
  HIT(LESS_ZEXT);
  if (!bv_is_zero(tm, term_extract(tm, w - 1, wx, k))) return term_bool(tm, !flipped);
  struct term n = term_extract(tm, wx - 1, 0, k);
  return flipped ? op2(tm, TERM_BV_ULT, n, x) : op2(tm, TERM_BV_ULT, x, n);
}

static struct term sext_const(struct terms *tm, bool is_signed, struct term x, struct term k, bool flipped) {
  uint32_t w = width_of(tm, k), wx = width_of(tm, x);
  HIT(LESS_SEXT);
  struct term top = term_extract(tm, w - 1, wx - 1, k);
  if (bv_is_zero(tm, top) || bv_is_ones(tm, top)) {
    // Sign extension keeps both orders.
    struct term n = term_extract(tm, wx - 1, 0, k);
    enum term_kind kind = is_signed ? TERM_BV_SLT : TERM_BV_ULT;
    return flipped ? op2(tm, kind, n, x) : op2(tm, kind, x, n);
  }
  bool k_negative = bv_bit(tm, k, w - 1);
  if (is_signed) return term_bool(tm, flipped == k_negative); // k lies beyond all values on its side
  // Unsigned, k lies in the gap between the extended non-negative and negative values.
  struct term negative = op2(tm, TERM_BV_SLT, x, term_bv(tm, wx, 0));
  return flipped ? negative : term_not(tm, negative);
}

// a < b (strict) by structure; none if no rule applies.
static struct term strict_structure(struct terms *tm, bool is_signed, struct term a, struct term b) {
  enum term_kind ka = kind_of(tm, a), kb = kind_of(tm, b);
  if (ka == kb && (ka == TERM_BV_ZEXT || ka == TERM_BV_SEXT)) {
    struct term x = child_of(tm, a, 0), y = child_of(tm, b, 0);
    uint32_t wx = width_of(tm, x), wy = width_of(tm, y), w = wx > wy ? wx : wy;
    HIT(LESS_EXTEND);
    if (ka == TERM_BV_ZEXT) return op2(tm, TERM_BV_ULT, term_zext(tm, x, w), term_zext(tm, y, w));
    return op2(tm, is_signed ? TERM_BV_SLT : TERM_BV_ULT, term_sext(tm, x, w), term_sext(tm, y, w));
  }
  for (int flipped = 0; flipped < 2; flipped++) {
    struct term t = flipped ? b : a, k = flipped ? a : b;
    if (!is_bv_const(tm, k)) continue;
    if (is_kind(tm, t, TERM_BV_SEXT)) return sext_const(tm, is_signed, child_of(tm, t, 0), k, flipped);
    if (!is_kind(tm, t, TERM_BV_ZEXT)) continue;
    if (is_signed && bv_bit(tm, k, width_of(tm, k) - 1)) {
      HIT(LESS_ZEXT);
      return term_bool(tm, flipped); // zext(x) is not negative
    }
    return zext_const(tm, child_of(tm, t, 0), k, flipped);
  }
  return TERM_NONE;
}

// Parts at the top that are the same decide nothing: concat(x, y) < concat(x, z) is y < z unsigned.
static struct term same_top(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  if (!is_kind(tm, a, TERM_BV_CONCAT) || !is_kind(tm, b, TERM_BV_CONCAT) ||
      child_of(tm, a, 0).id != child_of(tm, b, 0).id)
    return TERM_NONE;
  HIT(LESS_CONCAT);
  bool strict = kind == TERM_BV_ULT || kind == TERM_BV_SLT;
  return op2(tm, strict ? TERM_BV_ULT : TERM_BV_ULE, child_of(tm, a, 1), child_of(tm, b, 1));
}

struct term bv_compare_make(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  bool is_signed = kind == TERM_BV_SLT || kind == TERM_BV_SLE, strict = kind == TERM_BV_ULT || kind == TERM_BV_SLT;
  enum term_kind less = is_signed ? TERM_BV_SLT : TERM_BV_ULT;
  if (a.id == b.id) {
    HIT(LESS_SAME);
    return term_bool(tm, !strict);
  }
  uint32_t w = width_of(tm, a);
  if (!strict && (is_const(tm, a) || is_const(tm, b))) {
    HIT(LESS_STRICT);
    if (is_const(tm, b))
      return b.id == highest(tm, is_signed, w).id ? term_true(tm) : op2(tm, less, a, step(tm, b, true));
    return a.id == lowest(tm, is_signed, w).id ? term_true(tm) : op2(tm, less, step(tm, a, false), b);
  }
  if (w == 1) {
    // 0 < 1 unsigned, 1 < 0 signed
    struct term one = term_bv(tm, 1, 1), low = eq_make(tm, one, is_signed ? b : a),
                high = eq_make(tm, one, is_signed ? a : b);
    HIT(LESS_BIT);
    return strict ? term_and(tm, term_not(tm, low), high) : term_or(tm, term_not(tm, low), high);
  }
  struct term t = same_top(tm, kind, a, b);
  if (t.id) return t;
  if (strict) {
    if (is_const(tm, a) || is_const(tm, b)) t = at_the_ends(tm, is_signed, a, b);
    if (!t.id) t = strict_structure(tm, is_signed, a, b);
    if (t.id) return t;
  } else if (kind_of(tm, a) == kind_of(tm, b) && (is_kind(tm, a, TERM_BV_ZEXT) || is_kind(tm, a, TERM_BV_SEXT))) {
    HIT(LESS_EXTEND);
    return term_not(tm, op2(tm, less, b, a));
  }
  return intern2(tm, kind, a, b);
}
