// What operations do to values and to abstract values: sums, comparisons, bits, structure, choice.
#include "solve/word/domain.h"
#include <assert.h>

// --- values ---------------------------------------------------------------------------

static uint64_t eval_signed_division(const struct word_op *op, uint64_t a, uint64_t b) {
  uint64_t mask = word_mask(op->width);
  int64_t x = word_signed(a, op->width), y = word_signed(b, op->width);
  bool quotient = op->kind == TERM_BV_SDIV;
  if (!y) return quotient ? (x < 0 ? 1 : mask) : a;
  if (y == -1) return quotient ? -a & mask : 0;
  return (uint64_t)(quotient ? x / y : x % y) & mask;
}

static uint64_t eval_shift(const struct word_op *op, uint64_t a, uint64_t b) {
  bool out = b >= op->width;
  switch (op->kind) {
  case TERM_BV_SHL: return out ? 0 : a << b & word_mask(op->width);
  case TERM_BV_LSHR: return out ? 0 : a >> b;
  default: return (uint64_t)(word_signed(a, op->width) >> (out ? op->width - 1 : b)) & word_mask(op->width);
  }
}

uint64_t word_eval(const struct word_op *op, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t mask = word_mask(op->width);
  uint32_t w = op->arg_width;
  switch (op->kind) {
  case TERM_NOT: return !a;
  case TERM_EQ: return a == b;
  case TERM_ITE: return a ? b : c;
  case TERM_BV_NOT: return ~a & mask;
  case TERM_BV_NEG: return -a & mask;
  case TERM_BV_ADD: return (a + b) & mask;
  case TERM_BV_MUL: return a * b & mask;
  case TERM_BV_UDIV: return b ? a / b : mask;
  case TERM_BV_UREM: return b ? a % b : a;
  case TERM_BV_SDIV:
  case TERM_BV_SREM: return eval_signed_division(op, a, b);
  case TERM_BV_AND: return a & b;
  case TERM_BV_OR: return a | b;
  case TERM_BV_XOR: return a ^ b;
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR: return eval_shift(op, a, b);
  case TERM_BV_ULT: return a < b;
  case TERM_BV_ULE: return a <= b;
  case TERM_BV_SLT: return word_signed(a, w) < word_signed(b, w);
  case TERM_BV_SLE: return word_signed(a, w) <= word_signed(b, w);
  case TERM_BV_CONCAT: return a << op->low_width | b;
  case TERM_BV_EXTRACT: return a >> op->p1 & mask;
  case TERM_BV_ZEXT: return a;
  case TERM_BV_SEXT: return (uint64_t)word_signed(a, w) & mask;
  default: assert(!"not an operation on words"); return 0;
  }
}

// --- sums -----------------------------------------------------------------------------

// d meets a + b, or a - b. Carries are monotone: a carry that is the same in the least and in the greatest sum is
// known.
static bool meet_sum(struct dom *d, const struct dom *a, const struct dom *b, bool minus, uint32_t width) {
  uint64_t mask = word_mask(width);
  uint64_t a_min = a->one, a_max = ~a->zero, b_min = minus ? b->zero : b->one, b_max = minus ? ~b->one : ~b->zero;
  uint64_t least = a_min + b_min + minus, greatest = a_max + b_max + minus;
  uint64_t carries_known = ~(least ^ a_min ^ b_min ^ greatest ^ a_max ^ b_max);
  uint64_t known = (a->zero | a->one) & (b->zero | b->one) & carries_known & mask;
  if (!dom_meet_bits(d, known & ~least, known & least, width)) return false;
  wide lo = minus ? (wide)a->ulo - b->uhi : (wide)a->ulo + b->ulo,
       hi = minus ? (wide)a->uhi - b->ulo : (wide)a->uhi + b->uhi;
  if (!dom_meet_modulo(d, lo, hi, width)) return false;
  lo = minus ? (wide)a->slo - b->shi : (wide)a->slo + b->slo;
  hi = minus ? (wide)a->shi - b->slo : (wide)a->shi + b->shi;
  return dom_meet_modulo(d, lo, hi, width);
}

static bool narrow_sum(uint32_t width, struct dom *r, struct dom *a, struct dom *b) {
  return meet_sum(r, a, b, false, width) && meet_sum(a, r, b, true, width) && meet_sum(b, r, a, true, width);
}

static bool narrow_negation(uint32_t width, struct dom *r, struct dom *a) {
  struct dom nought = dom_const(0, width);
  return meet_sum(r, &nought, a, true, width) && meet_sum(a, &nought, r, true, width);
}

static struct dom complement(const struct dom *a, uint32_t width) {
  uint64_t mask = word_mask(width);
  return (struct dom){a->one, a->zero, ~a->uhi & mask, ~a->ulo & mask, ~a->shi, ~a->slo};
}

static bool narrow_complement(uint32_t width, struct dom *r, struct dom *a) {
  struct dom c = complement(a, width);
  if (!dom_meet(r, &c, width)) return false;
  c = complement(r, width);
  return dom_meet(a, &c, width);
}

// --- comparisons ------------------------------------------------------------------------

// a < b, or a <= b.
static bool meet_less(struct dom *a, struct dom *b, bool strict, bool is_signed, uint32_t w) {
  if (is_signed) {
    if (strict && b->shi == word_signed((uint64_t)1 << (w - 1), w)) return false;
    if (!dom_meet_signed(a, INT64_MIN, b->shi - strict, w)) return false;
    if (strict && a->slo == (int64_t)(word_mask(w) >> 1)) return false;
    return dom_meet_signed(b, a->slo + strict, INT64_MAX, w);
  }
  if (strict && !b->uhi) return false;
  if (!dom_meet_unsigned(a, 0, b->uhi - strict, w)) return false;
  if (strict && a->ulo == word_mask(w)) return false;
  return dom_meet_unsigned(b, a->ulo + strict, UINT64_MAX, w);
}

static bool narrow_less(bool strict, bool is_signed, uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  if (!dom_fixed(r)) {
    bool never = is_signed ? (strict ? a->slo >= b->shi : a->slo > b->shi)
                           : (strict ? a->ulo >= b->uhi : a->ulo > b->uhi);
    bool always = is_signed ? (strict ? a->shi < b->slo : a->shi <= b->slo)
                            : (strict ? a->uhi < b->ulo : a->uhi <= b->ulo);
    if (never || always) *r = dom_const(always, 1);
    return true;
  }
  return r->ulo ? meet_less(a, b, strict, is_signed, w) : meet_less(b, a, !strict, is_signed, w);
}

static bool narrow_equation(uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  struct dom both = *a;
  bool possible = dom_meet(&both, b, w);
  if (dom_fixed(r) && r->ulo) {
    if (possible) *a = *b = both;
    return possible;
  }
  bool sure = possible && dom_fixed(a) && dom_fixed(b);
  if (!possible || sure) return dom_meet_unsigned(r, sure, sure, 1);
  if (!dom_fixed(r)) return true;
  if (dom_fixed(a)) return dom_remove(b, a->ulo, w);
  return !dom_fixed(b) || dom_remove(a, b->ulo, w);
}

// --- bits -------------------------------------------------------------------------------

static uint64_t filled(uint64_t v) { return v ? UINT64_MAX >> __builtin_clzll(v) : 0; }

static bool narrow_and(uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  return dom_meet_bits(r, a->zero | b->zero, a->one & b->one, w) &&
         dom_meet_unsigned(r, 0, a->uhi < b->uhi ? a->uhi : b->uhi, w) &&
         dom_meet_bits(a, r->zero & b->one, r->one, w) && dom_meet_unsigned(a, r->ulo, UINT64_MAX, w) &&
         dom_meet_bits(b, r->zero & a->one, r->one, w) && dom_meet_unsigned(b, r->ulo, UINT64_MAX, w);
}

static bool narrow_or(uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  return dom_meet_bits(r, a->zero & b->zero, a->one | b->one, w) &&
         dom_meet_unsigned(r, a->ulo > b->ulo ? a->ulo : b->ulo, filled(a->uhi | b->uhi), w) &&
         dom_meet_bits(a, r->zero, r->one & b->zero, w) && dom_meet_unsigned(a, 0, r->uhi, w) &&
         dom_meet_bits(b, r->zero, r->one & a->zero, w) && dom_meet_unsigned(b, 0, r->uhi, w);
}

static bool meet_xor(struct dom *d, const struct dom *a, const struct dom *b, uint32_t w) {
  uint64_t known = (a->zero | a->one) & (b->zero | b->one), value = a->one ^ b->one;
  return dom_meet_bits(d, known & ~value, known & value, w) && dom_meet_unsigned(d, 0, filled(a->uhi | b->uhi), w);
}

static bool narrow_xor(uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  return meet_xor(r, a, b, w) && meet_xor(a, r, b, w) && meet_xor(b, r, a, w);
}

// --- structure ----------------------------------------------------------------------------

static bool narrow_concat(const struct word_op *op, struct dom *r, struct dom *a, struct dom *b) {
  uint32_t w = op->width, l = op->low_width, h = w - l;
  uint64_t low = word_mask(l);
  if (!dom_meet_bits(r, a->zero << l | b->zero, a->one << l | b->one, w)) return false;
  if (!dom_meet_unsigned(r, a->ulo << l | b->ulo, a->uhi << l | b->uhi, w)) return false;
  if (!dom_meet_signed(r, (int64_t)((uint64_t)a->slo << l | b->ulo), (int64_t)((uint64_t)a->shi << l | b->uhi), w))
    return false;
  if (!dom_meet_bits(a, r->zero >> l, r->one >> l, h) || !dom_meet_bits(b, r->zero & low, r->one & low, l))
    return false;
  if (!dom_meet_unsigned(a, r->ulo >> l, r->uhi >> l, h) || !dom_meet_signed(a, r->slo >> l, r->shi >> l, h))
    return false;
  if (r->ulo >> l == r->uhi >> l) return dom_meet_unsigned(b, r->ulo & low, r->uhi & low, l);
  return r->slo >> l != r->shi >> l || dom_meet_unsigned(b, (uint64_t)r->slo & low, (uint64_t)r->shi & low, l);
}

static bool narrow_extract(const struct word_op *op, struct dom *r, struct dom *a) {
  uint32_t w = op->width, from = op->p1, wa = op->arg_width, above = op->p0 + 1;
  uint64_t mask = word_mask(w), below = from ? word_mask(from) : 0;
  if (!dom_meet_bits(r, a->zero >> from & mask, a->one >> from & mask, w)) return false;
  bool top = above == wa;
  uint64_t prefix = top ? 0 : a->ulo >> above;
  if (top || prefix == a->uhi >> above) {
    if (!dom_meet_unsigned(r, a->ulo >> from & mask, a->uhi >> from & mask, w)) return false;
  }
  if (top && !dom_meet_signed(r, a->slo >> from, a->shi >> from, w)) return false;
  if (!dom_meet_bits(a, (r->zero & mask) << from, r->one << from, wa)) return false;
  if (top || prefix == a->uhi >> above) {
    uint64_t base = top ? 0 : prefix << above;
    if (!dom_meet_unsigned(a, base | r->ulo << from, base | r->uhi << from | below, wa)) return false;
  }
  if (!top) return true;
  return dom_meet_signed(a, (int64_t)((uint64_t)r->slo << from), (int64_t)((uint64_t)r->shi << from | below), wa);
}

static bool narrow_zext(const struct word_op *op, struct dom *r, struct dom *a) {
  uint64_t high = word_mask(op->width) & ~word_mask(op->arg_width);
  if (!dom_meet_bits(r, a->zero | high, a->one, op->width) || !dom_meet_unsigned(r, a->ulo, a->uhi, op->width))
    return false;
  if (!dom_meet_bits(a, r->zero & ~high, r->one, op->arg_width)) return false;
  if (!dom_meet_unsigned(a, r->ulo, r->uhi, op->arg_width)) return false;
  // A sign-like interval of the operand is one with a gap in the result: the gap moves the ends only.
  return dom_meet_unsigned(r, a->ulo, a->uhi, op->width);
}

static bool narrow_sext(const struct word_op *op, struct dom *r, struct dom *a) {
  uint32_t w = op->width, wa = op->arg_width;
  uint64_t high = word_mask(w) & ~word_mask(wa), sign = (uint64_t)1 << (wa - 1);
  uint64_t zero = a->zero | (a->zero & sign ? high : 0), one = a->one | (a->one & sign ? high : 0);
  if (!dom_meet_bits(r, zero, one, w) || !dom_meet_signed(r, a->slo, a->shi, w)) return false;
  if ((r->zero & (high | sign) && r->one & (high | sign))) return false;
  zero = (r->zero & ~high) | (r->zero & high ? sign : 0);
  one = (r->one & ~high) | (r->one & high ? sign : 0);
  if (!dom_meet_bits(a, zero, one, wa) || !dom_meet_signed(a, r->slo, r->shi, wa)) return false;
  return dom_meet_signed(r, a->slo, a->shi, w);
}

static bool narrow_choice(uint32_t w, struct dom *r, struct dom *condition, struct dom *a, struct dom *b) {
  if (!dom_fixed(condition)) {
    struct dom first = *r, second = *r;
    bool may_first = dom_meet(&first, a, w), may_second = dom_meet(&second, b, w);
    if (!may_first && !may_second) return false;
    if (may_first && may_second) {
      struct dom either = dom_join(&first, &second);
      return dom_meet(r, &either, w);
    }
    *condition = dom_const(may_first, 1);
  }
  struct dom *taken = condition->ulo ? a : b;
  if (!dom_meet(r, taken, w)) return false;
  *taken = *r;
  return true;
}

bool word_narrow(const struct word_op *op, struct dom *r, struct dom *a, struct dom *b, struct dom *c) {
  uint32_t w = op->width;
  switch (op->kind) {
  case TERM_NOT:
  case TERM_BV_NOT: return narrow_complement(w, r, a);
  case TERM_EQ: return narrow_equation(op->arg_width, r, a, b);
  case TERM_ITE: return narrow_choice(w, r, a, b, c);
  case TERM_BV_NEG: return narrow_negation(w, r, a);
  case TERM_BV_ADD: return narrow_sum(w, r, a, b);
  case TERM_BV_MUL: return narrow_multiplication(w, r, a, b);
  case TERM_BV_UDIV:
  case TERM_BV_UREM:
  case TERM_BV_SDIV:
  case TERM_BV_SREM: return narrow_division(op->kind, w, r, a, b);
  case TERM_BV_AND: return narrow_and(w, r, a, b);
  case TERM_BV_OR: return narrow_or(w, r, a, b);
  case TERM_BV_XOR: return narrow_xor(w, r, a, b);
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR: return narrow_shift(op->kind, w, r, a, b);
  case TERM_BV_ULT: return narrow_less(true, false, op->arg_width, r, a, b);
  case TERM_BV_ULE: return narrow_less(false, false, op->arg_width, r, a, b);
  case TERM_BV_SLT: return narrow_less(true, true, op->arg_width, r, a, b);
  case TERM_BV_SLE: return narrow_less(false, true, op->arg_width, r, a, b);
  case TERM_BV_CONCAT: return narrow_concat(op, r, a, b);
  case TERM_BV_EXTRACT: return narrow_extract(op, r, a);
  case TERM_BV_ZEXT: return narrow_zext(op, r, a);
  case TERM_BV_SEXT: return narrow_sext(op, r, a);
  default: assert(!"not an operation on words"); return true;
  }
}
