// See integers.h.
#include "solve/integers.h"
#include "term/walk.h"

struct integers {
  struct terms *tm;
  struct term_memo memo; // formula → formula, bit-vector → integer
  struct map_u32 ranges; // variable of integers → the formula that it is within its range
  struct vec_term scratch;
};

struct integers *integers_new(struct terms *tm) {
  struct integers *it = mem_zalloc(1, sizeof *it);
  it->tm = tm;
  return it;
}

void integers_free(struct integers *it) {
  term_memo_release(&it->memo);
  map_u32_release(&it->ranges);
  vec_term_release(&it->scratch);
  mem_free(it);
}

// --- integer terms -----------------------------------------------------------------------------------------------

static struct term make(struct integers *it, enum term_kind kind, struct term a, struct term b) {
  return term_make(it->tm, kind, sort_int(it->tm), 0, 0, 2, (struct term[]){a, b});
}
static struct term plus(struct integers *it, struct term a, struct term b) { return make(it, TERM_INT_ADD, a, b); }
static struct term times(struct integers *it, struct term a, struct term b) { return make(it, TERM_INT_MUL, a, b); }
static struct term below(struct integers *it, struct term a, struct term b) { return make(it, TERM_INT_LT, a, b); }
static struct term number(struct integers *it, int64_t value) { return term_int64(it->tm, value); }
static struct term minus(struct integers *it, struct term a) { return times(it, number(it, -1), a); }
static struct term is_negative(struct integers *it, struct term a) { return below(it, a, number(it, 0)); }

static struct term power_of_two(struct integers *it, uint32_t exponent) {
  mpz_t z;
  mpz_init_set_ui(z, 1);
  mpz_mul_2exp(z, z, exponent);
  struct term t = term_int(it->tm, z);
  mpz_clear(z);
  return t;
}

// A bit-vector constant as a number.
static struct term constant(struct integers *it, struct term t, bool is_signed) {
  uint32_t w = term_width(it->tm, t);
  mpz_t z, modulus;
  mpz_inits(z, modulus, NULL);
  term_value(it->tm, t, z);
  mpz_setbit(modulus, w);
  if (is_signed && mpz_tstbit(z, w - 1)) mpz_sub(z, z, modulus);
  struct term out = term_int(it->tm, z);
  mpz_clears(z, modulus, NULL);
  return out;
}

// A number that may be any bit-vector of the width.
static struct term arbitrary(struct integers *it, uint32_t w) {
  struct term x = term_fresh(it->tm, sort_int(it->tm), "integer"), end = power_of_two(it, w - 1);
  struct term range = term_and(it->tm, make(it, TERM_INT_LE, minus(it, end), x), below(it, x, end));
  map_u32_put(&it->ranges, x.id, range.id);
  return x;
}

// --- the numbers of bit-vectors --------------------------------------------------------------------------------------

static struct term child_number(struct integers *it, struct term t, uint32_t i) {
  return term_memo_term(&it->memo, term_child(it->tm, t, i));
}

// Terms whose numbers are not negative, whatever their width.
static bool is_natural(struct integers *it, struct term t) {
  switch (term_kind(it->tm, t)) {
  case TERM_BV_ZEXT:
  case TERM_BV_UREM:
  case TERM_BV_AND: return true; // translated only with a mask of low bits
  default: return false;
  }
}

// Of an extraction, without sign: the table of terms writes masks and shifts that way.
static struct term some_bits(struct integers *it, struct term t) {
  struct term low = power_of_two(it, term_param(it->tm, t, 1)), range = power_of_two(it, term_width(it->tm, t));
  return make(it, TERM_INT_MOD, make(it, TERM_INT_DIV, child_number(it, t, 0), low), range);
}

// Of a term that is translated: the number without sign.
static struct term unsigned_number(struct integers *it, struct term t) {
  if (term_is_const(it->tm, t)) return constant(it, t, false);
  struct term x = term_memo_term(&it->memo, t);
  if (term_kind(it->tm, t) == TERM_BV_EXTRACT) return some_bits(it, t);
  if (is_natural(it, t) && !map_u32_find(&it->ranges, x.id)) return x;
  struct term shifted = plus(it, x, power_of_two(it, term_width(it->tm, t)));
  return term_ite(it->tm, is_negative(it, x), shifted, x);
}

static struct term child_unsigned(struct integers *it, struct term t, uint32_t i) {
  return unsigned_number(it, term_child(it->tm, t, i));
}

// C's division, to zero, and its remainder, by those of SMT-LIB, whose remainder is never negative.
static struct term truncated(struct integers *it, enum term_kind kind, struct term a, struct term b) {
  struct term of_negative = minus(it, make(it, kind, minus(it, a), b));
  return term_ite(it->tm, is_negative(it, a), of_negative, make(it, kind, a, b));
}

// Is the constant 2^k - 1?
static bool is_low_mask(struct terms *tm, struct term t, uint32_t *k) {
  uint64_t value;
  if (!term_value64(tm, t, &value) || value & (value + 1)) return false;
  *k = value ? 64 - (uint32_t)__builtin_clzll(value) : 0;
  return *k < term_width(tm, t);
}

// none: nothing that integers can say.
static struct term shift(struct integers *it, struct term t) {
  uint64_t by;
  uint32_t w = term_width(it->tm, t);
  if (!term_value64(it->tm, term_child(it->tm, t, 1), &by) || by >= w) return TERM_NONE;
  struct term power = power_of_two(it, (uint32_t)by);
  switch (term_kind(it->tm, t)) {
  case TERM_BV_SHL: return times(it, child_number(it, t, 0), power);
  case TERM_BV_LSHR: return make(it, TERM_INT_DIV, child_unsigned(it, t, 0), power);
  default: return make(it, TERM_INT_DIV, child_number(it, t, 0), power); // rounds down, as the shift does
  }
}

static struct term extract(struct integers *it, struct term t) {
  uint32_t high = term_param(it->tm, t, 0), low = term_param(it->tm, t, 1), width = term_width(it->tm, t);
  struct term x = child_number(it, t, 0);
  if (!low) return x; // does not wrap
  if (high + 1 == term_width(it->tm, term_child(it->tm, t, 0))) return make(it, TERM_INT_DIV, x, power_of_two(it, low));
  struct term bits = some_bits(it, t), negative = plus(it, bits, minus(it, power_of_two(it, width)));
  return term_ite(it->tm, below(it, bits, power_of_two(it, width - 1)), bits, negative);
}

static struct term arithmetic(struct integers *it, struct term t) {
  struct terms *tm = it->tm;
  uint32_t k;
  switch (term_kind(tm, t)) {
  case TERM_BV_NOT: return plus(it, number(it, -1), minus(it, child_number(it, t, 0)));
  case TERM_BV_NEG: return minus(it, child_number(it, t, 0));
  case TERM_BV_ADD: return plus(it, child_number(it, t, 0), child_number(it, t, 1));
  case TERM_BV_MUL: return times(it, child_number(it, t, 0), child_number(it, t, 1));
  case TERM_BV_UDIV: return make(it, TERM_INT_DIV, child_unsigned(it, t, 0), child_unsigned(it, t, 1));
  case TERM_BV_UREM: return make(it, TERM_INT_MOD, child_unsigned(it, t, 0), child_unsigned(it, t, 1));
  case TERM_BV_SDIV: return truncated(it, TERM_INT_DIV, child_number(it, t, 0), child_number(it, t, 1));
  case TERM_BV_SREM: return truncated(it, TERM_INT_MOD, child_number(it, t, 0), child_number(it, t, 1));
  case TERM_BV_AND:
    if (!is_low_mask(tm, term_child(tm, t, 0), &k)) return TERM_NONE;
    return make(it, TERM_INT_MOD, child_number(it, t, 1), power_of_two(it, k));
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR: return shift(it, t);
  case TERM_BV_CONCAT: {
    struct term power = power_of_two(it, term_width(tm, term_child(tm, t, 1)));
    return plus(it, times(it, child_number(it, t, 0), power), child_unsigned(it, t, 1));
  }
  case TERM_BV_EXTRACT: return extract(it, t);
  case TERM_BV_ZEXT: return child_unsigned(it, t, 0);
  case TERM_BV_SEXT: return child_number(it, t, 0);
  case TERM_ITE: return term_ite(tm, child_number(it, t, 0), child_number(it, t, 1), child_number(it, t, 2));
  default: return TERM_NONE;
  }
}

// --- conditions ------------------------------------------------------------------------------------------------------

// Unsigned a < b, or a <= b. With a constant it is a matter of signs, which linear arithmetic likes better.
static struct term less_unsigned(struct integers *it, struct term t) {
  struct terms *tm = it->tm;
  struct term a = term_child(tm, t, 0), b = term_child(tm, t, 1);
  struct term x = term_memo_term(&it->memo, a), y = term_memo_term(&it->memo, b);
  bool strict = term_kind(tm, t) == TERM_BV_ULT;
  if (strict && term_is_const(tm, b) && !term_is_true(tm, is_negative(it, y)))
    return term_and(tm, term_not(tm, is_negative(it, x)), below(it, x, y));
  if (strict && term_is_const(tm, a) && !term_is_true(tm, is_negative(it, x)))
    return term_or(tm, is_negative(it, y), below(it, x, y));
  return make(it, strict ? TERM_INT_LT : TERM_INT_LE, unsigned_number(it, a), unsigned_number(it, b));
}

static bool is_translated(const struct terms *tm, struct term t) {
  enum sort_kind kind = sort_kind(tm, term_sort(tm, t));
  return kind == SORT_BOOL || kind == SORT_BV;
}

static struct term condition(struct integers *it, struct term t) {
  struct terms *tm = it->tm;
  switch (term_kind(tm, t)) {
  case TERM_BV_ULT:
  case TERM_BV_ULE: return less_unsigned(it, t);
  case TERM_BV_SLT: return below(it, child_number(it, t, 0), child_number(it, t, 1));
  case TERM_BV_SLE: return make(it, TERM_INT_LE, child_number(it, t, 0), child_number(it, t, 1));
  case TERM_EQ: return term_eq(tm, child_number(it, t, 0), child_number(it, t, 1));
  case TERM_NOT:
  case TERM_AND:
  case TERM_OR:
  case TERM_ITE: break;
  default: return t;
  }
  uint32_t n = term_arity(tm, t);
  vec_term_resize(&it->scratch, n);
  for (uint32_t i = 0; i < n; i++) it->scratch.data[i] = child_number(it, t, i);
  return term_with_children(tm, t, it->scratch.data);
}

static uint64_t visit(void *context, struct term t) {
  struct integers *it = context;
  struct terms *tm = it->tm;
  bool is_bool = sort_kind(tm, term_sort(tm, t)) == SORT_BOOL;
  if (term_is_const(tm, t)) return is_bool ? t.id : constant(it, t, true).id;
  bool all = term_arity(tm, t);
  for (uint32_t i = 0; i < term_arity(tm, t); i++) all &= is_translated(tm, term_child(tm, t, i));
  if (!all) return is_bool ? t.id : arbitrary(it, term_width(tm, t)).id;
  if (!term_memo_want_children(&it->memo, tm, t)) return 0;
  struct term out = is_bool ? condition(it, t) : arithmetic(it, t);
  return term_none(out) ? arbitrary(it, term_width(tm, t)).id : out.id;
}

struct term integers_term(struct integers *it, struct term t) {
  return (struct term){(uint32_t)term_memo_apply(&it->memo, t, visit, it)};
}

struct term integers_translate(struct integers *it, struct term formula) {
  struct term out = integers_term(it, formula);
  struct vec_term all = {0};
  uint32_t n;
  const uint32_t *vars = term_free_vars(it->tm, out, &n);
  vec_term_push(&all, out);
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t *range = map_u32_find(&it->ranges, vars[i]);
    if (range) vec_term_push(&all, (struct term){*range});
  }
  out = term_and_n(it->tm, all.size, all.data);
  vec_term_release(&all);
  return out;
}
