// Bit-vector operations on constants: 64 bits at once where they fit, GMP beyond.
#include "term/node.h"
#include "term/rewrite/constructors.h"

static inline int64_t to_signed(uint64_t v, uint32_t w) { return (int64_t)(v << (64 - w)) >> (64 - w); }

// SMT-LIB: x udiv 0 is all ones, x urem 0 is x; the signed ones are defined by the unsigned ones on magnitudes.
static uint64_t sdiv64(uint64_t a, uint64_t b, uint32_t w) {
  int64_t x = to_signed(a, w), y = to_signed(b, w);
  if (y == 0) return x < 0 ? 1 : UINT64_MAX;
  if (y == -1) return -(uint64_t)x;
  return (uint64_t)(x / y);
}

static uint64_t srem64(uint64_t a, uint64_t b, uint32_t w) {
  int64_t x = to_signed(a, w), y = to_signed(b, w);
  if (y == 0) return (uint64_t)x;
  if (y == -1) return 0;
  return (uint64_t)(x % y);
}

static struct term fold64(struct terms *tm, enum term_kind kind, uint32_t w, uint64_t a, uint64_t b) {
  switch (kind) {
  case TERM_BV_NOT: return term_bv(tm, w, ~a);
  case TERM_BV_NEG: return term_bv(tm, w, -a);
  case TERM_BV_ADD: return term_bv(tm, w, a + b);
  case TERM_BV_MUL: return term_bv(tm, w, a * b);
  case TERM_BV_UDIV: return term_bv(tm, w, b ? a / b : UINT64_MAX);
  case TERM_BV_UREM: return term_bv(tm, w, b ? a % b : a);
  case TERM_BV_SDIV: return term_bv(tm, w, sdiv64(a, b, w));
  case TERM_BV_SREM: return term_bv(tm, w, srem64(a, b, w));
  case TERM_BV_AND: return term_bv(tm, w, a & b);
  case TERM_BV_OR: return term_bv(tm, w, a | b);
  case TERM_BV_XOR: return term_bv(tm, w, a ^ b);
  case TERM_BV_SHL: return term_bv(tm, w, b >= w ? 0 : a << b);
  case TERM_BV_LSHR: return term_bv(tm, w, b >= w ? 0 : a >> b);
  case TERM_BV_ASHR: return term_bv(tm, w, (uint64_t)(to_signed(a, w) >> (b >= w ? w - 1 : b)));
  case TERM_BV_ULT: return term_bool(tm, a < b);
  case TERM_BV_ULE: return term_bool(tm, a <= b);
  case TERM_BV_SLT: return term_bool(tm, to_signed(a, w) < to_signed(b, w));
  case TERM_BV_SLE: return term_bool(tm, to_signed(a, w) <= to_signed(b, w));
  default: break;
  }
  assert(!"an operation on one or two bit-vectors of one width");
  return TERM_NONE;
}

static void make_signed(mpz_t z, uint32_t w) {
  if (!mpz_tstbit(z, w - 1)) return;
  mpz_t p;
  mpz_init_set_ui(p, 1);
  mpz_mul_2exp(p, p, w);
  mpz_sub(z, z, p);
  mpz_clear(p);
}

// min(b, w): a shift by more than the width is one by the width.
static mp_bitcnt_t shift_amount(const mpz_t b, uint32_t w) { return mpz_cmp_ui(b, w) >= 0 ? w : mpz_get_ui(b); }

// Replaces a by the result modulo 2^w; a and b are unsigned.
static void fold_big(enum term_kind kind, uint32_t w, mpz_t a, mpz_t b) {
  switch (kind) {
  case TERM_BV_NOT: mpz_com(a, a); break;
  case TERM_BV_NEG: mpz_neg(a, a); break;
  case TERM_BV_ADD: mpz_add(a, a, b); break;
  case TERM_BV_MUL: mpz_mul(a, a, b); break;
  case TERM_BV_UDIV:
    if (mpz_sgn(b)) mpz_tdiv_q(a, a, b);
    else mpz_set_si(a, -1);
    break;
  case TERM_BV_UREM:
    if (mpz_sgn(b)) mpz_tdiv_r(a, a, b);
    break;
  case TERM_BV_SDIV:
    make_signed(a, w);
    make_signed(b, w);
    if (mpz_sgn(b)) mpz_tdiv_q(a, a, b);
    else mpz_set_si(a, mpz_sgn(a) < 0 ? 1 : -1);
    break;
  case TERM_BV_SREM:
    make_signed(a, w);
    make_signed(b, w);
    if (mpz_sgn(b)) mpz_tdiv_r(a, a, b);
    break;
  case TERM_BV_AND: mpz_and(a, a, b); break;
  case TERM_BV_OR: mpz_ior(a, a, b); break;
  case TERM_BV_XOR: mpz_xor(a, a, b); break;
  case TERM_BV_SHL: mpz_mul_2exp(a, a, shift_amount(b, w)); break;
  case TERM_BV_LSHR: mpz_fdiv_q_2exp(a, a, shift_amount(b, w)); break;
  case TERM_BV_ASHR:
    make_signed(a, w);
    mpz_fdiv_q_2exp(a, a, shift_amount(b, w));
    break;
  default: assert(!"an operation on one or two bit-vectors of one width");
  }
}

static bool compare_big(enum term_kind kind, uint32_t w, mpz_t a, mpz_t b) {
  if (kind == TERM_BV_SLT || kind == TERM_BV_SLE) {
    make_signed(a, w);
    make_signed(b, w);
  }
  int c = mpz_cmp(a, b);
  return kind == TERM_BV_ULT || kind == TERM_BV_SLT ? c < 0 : c <= 0;
}

static struct term fold_structure(struct terms *tm, enum term_kind kind, uint32_t p0, uint32_t p1,
                                  const struct term *child) {
  uint32_t w = width_of(tm, child[0]);
  uint64_t a, b;
  bool small = bv_value(tm, child[0], &a);
  mpz_t x, y;
  struct term t;
  switch (kind) {
  case TERM_BV_CONCAT: {
    uint32_t low = width_of(tm, child[1]);
    if (small && w + low <= 64 && bv_value(tm, child[1], &b)) return term_bv(tm, w + low, a << low | b);
    mpz_inits(x, y, NULL);
    term_value(tm, child[0], x);
    term_value(tm, child[1], y);
    mpz_mul_2exp(x, x, low);
    mpz_ior(x, x, y);
    t = term_bv_big(tm, w + low, x);
    mpz_clears(x, y, NULL);
    return t;
  }
  case TERM_BV_EXTRACT:
    if (small) return term_bv(tm, p0 - p1 + 1, a >> p1);
    mpz_init(x);
    term_value(tm, child[0], x);
    mpz_fdiv_q_2exp(x, x, p1);
    t = term_bv_big(tm, p0 - p1 + 1, x);
    mpz_clear(x);
    return t;
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT:
    if (small && w + p0 <= 64) return term_bv(tm, w + p0, kind == TERM_BV_SEXT ? (uint64_t)to_signed(a, w) : a);
    mpz_init(x);
    term_value(tm, child[0], x);
    if (kind == TERM_BV_SEXT) make_signed(x, w);
    t = term_bv_big(tm, w + p0, x);
    mpz_clear(x);
    return t;
  default: break;
  }
  assert(!"an operation that changes widths");
  return TERM_NONE;
}

struct term bv_fold(struct terms *tm, enum term_kind kind, uint32_t p0, uint32_t p1, const struct term *child) {
  if (kind == TERM_BV_CONCAT || kind == TERM_BV_EXTRACT || kind == TERM_BV_ZEXT || kind == TERM_BV_SEXT)
    return fold_structure(tm, kind, p0, p1, child);
  uint32_t w = width_of(tm, child[0]);
  bool unary = kind == TERM_BV_NOT || kind == TERM_BV_NEG;
  uint64_t x, y = 0;
  if (bv_value(tm, child[0], &x) && (unary || bv_value(tm, child[1], &y))) return fold64(tm, kind, w, x, y);
  mpz_t a, b;
  mpz_inits(a, b, NULL);
  term_value(tm, child[0], a);
  if (!unary) term_value(tm, child[1], b);
  struct term t;
  if (kind == TERM_BV_ULT || kind == TERM_BV_ULE || kind == TERM_BV_SLT || kind == TERM_BV_SLE) {
    t = term_bool(tm, compare_big(kind, w, a, b));
  } else {
    fold_big(kind, w, a, b);
    t = term_bv_big(tm, w, a);
  }
  mpz_clears(a, b, NULL);
  return t;
}
