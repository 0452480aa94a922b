// The general constructor and the convenience constructors over it.
#include "term/internal.h"

struct sort term_result_sort(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                             const struct term *children) {
  (void)n;
  switch (kind) {
  case TERM_TRUE:
  case TERM_FALSE:
  case TERM_NOT:
  case TERM_AND:
  case TERM_OR:
  case TERM_EQ:
  case TERM_BV_ULT:
  case TERM_BV_ULE:
  case TERM_BV_SLT:
  case TERM_BV_SLE:
  case TERM_FP_EQ:
  case TERM_FP_LT:
  case TERM_FP_LE:
  case TERM_FP_IS_NAN:
  case TERM_FP_IS_INF:
  case TERM_FP_IS_ZERO:
  case TERM_FP_IS_NORMAL:
  case TERM_FP_IS_SUBNORMAL:
  case TERM_FP_IS_NEGATIVE:
  case TERM_INT_LE:
  case TERM_INT_LT: return sort_bool(tm);
  case TERM_CONST_BV:
  case TERM_CONST_FLOAT:
  case TERM_CONST_INT:
  case TERM_VAR:
  case TERM_ARRAY_CONST:
  case TERM_FP_FROM_BITS:
  case TERM_FP_TO_FP:
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV:
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV:
  case TERM_INT_TO_BV: return s;
  case TERM_ITE:
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV:
  case TERM_FP_FMA:
  case TERM_FP_SQRT:
  case TERM_FP_RTI: return sort_of(tm, children[1]); // child 0 is the condition or the rounding mode
  case TERM_BV_NOT:
  case TERM_BV_NEG:
  case TERM_BV_ADD:
  case TERM_BV_MUL:
  case TERM_BV_UDIV:
  case TERM_BV_UREM:
  case TERM_BV_SDIV:
  case TERM_BV_SREM:
  case TERM_BV_AND:
  case TERM_BV_OR:
  case TERM_BV_XOR:
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR:
  case TERM_STORE:
  case TERM_STORES:
  case TERM_COPY:
  case TERM_FP_REM:
  case TERM_FP_NEG:
  case TERM_FP_ABS: return sort_of(tm, children[0]);
  case TERM_BV_CONCAT: return sort_bv(tm, width_of(tm, children[0]) + width_of(tm, children[1]));
  case TERM_BV_EXTRACT: return sort_bv(tm, p0 - p1 + 1);
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return sort_bv(tm, width_of(tm, children[0]) + p0);
  case TERM_SELECT: return sort_element(tm, sort_of(tm, children[0]));
  case TERM_FP_TO_BITS: return sort_bv(tm, width_of(tm, children[0]));
  case TERM_INT_ADD:
  case TERM_INT_MUL:
  case TERM_INT_DIV:
  case TERM_INT_MOD:
  case TERM_INT_FROM_BV: return sort_int(tm);
  case TERM_KIND_COUNT: break;
  }
  assert(!"a kind of the table");
  return s;
}

struct term term_make(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                      const struct term *children) {
  switch (kind) {
  case TERM_TRUE: return term_true(tm);
  case TERM_FALSE: return term_false(tm);
  case TERM_NOT:
  case TERM_AND:
  case TERM_OR: return bool_make(tm, kind, n, children);
  case TERM_EQ: return eq_make(tm, children[0], children[1]);
  case TERM_ITE: return ite_make(tm, children[0], children[1], children[2]);
  case TERM_BV_NOT:
  case TERM_BV_NEG:
  case TERM_BV_ADD:
  case TERM_BV_MUL:
  case TERM_BV_UDIV:
  case TERM_BV_UREM:
  case TERM_BV_SDIV:
  case TERM_BV_SREM:
  case TERM_BV_AND:
  case TERM_BV_OR:
  case TERM_BV_XOR:
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR:
  case TERM_BV_ULT:
  case TERM_BV_ULE:
  case TERM_BV_SLT:
  case TERM_BV_SLE:
  case TERM_BV_CONCAT:
  case TERM_BV_EXTRACT:
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return bv_make(tm, kind, p0, p1, children);
  case TERM_ARRAY_CONST:
  case TERM_SELECT:
  case TERM_STORE:
  case TERM_STORES:
  case TERM_COPY: return array_make(tm, kind, s, n, children);
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV:
  case TERM_FP_FMA:
  case TERM_FP_SQRT:
  case TERM_FP_REM:
  case TERM_FP_RTI:
  case TERM_FP_NEG:
  case TERM_FP_ABS:
  case TERM_FP_EQ:
  case TERM_FP_LT:
  case TERM_FP_LE:
  case TERM_FP_IS_NAN:
  case TERM_FP_IS_INF:
  case TERM_FP_IS_ZERO:
  case TERM_FP_IS_NORMAL:
  case TERM_FP_IS_SUBNORMAL:
  case TERM_FP_IS_NEGATIVE:
  case TERM_FP_FROM_BITS:
  case TERM_FP_TO_BITS:
  case TERM_FP_TO_FP:
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV:
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV: return fp_make(tm, kind, term_result_sort(tm, kind, s, p0, p1, n, children), n, children);
  case TERM_INT_ADD:
  case TERM_INT_MUL:
  case TERM_INT_DIV:
  case TERM_INT_MOD:
  case TERM_INT_LE:
  case TERM_INT_LT:
  case TERM_INT_FROM_BV:
  case TERM_INT_TO_BV: return int_make(tm, kind, s, children);
  case TERM_CONST_BV:
  case TERM_CONST_FLOAT:
  case TERM_CONST_INT:
  case TERM_VAR:
  case TERM_KIND_COUNT: break;
  }
  assert(!"a kind that has children");
  return TERM_NONE;
}

struct term term_fold(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                      const struct term *children) {
  struct term t = term_make(tm, kind, s, p0, p1, n, children);
  assert(is_const(tm, t));
  return t;
}

bool const_equal(struct terms *tm, struct term a, struct term b) {
  if (a.id == b.id) return true;
  if (info_of(tm, sort_of(tm, a))->kind != SORT_ARRAY) return false;
  return array_canonical(tm, a).id == array_canonical(tm, b).id;
}

// --- core ------------------------------------------------------------------------

struct term term_not(struct terms *tm, struct term a) { return bool_make(tm, TERM_NOT, 1, &a); }
struct term term_and(struct terms *tm, struct term a, struct term b) {
  return bool_make(tm, TERM_AND, 2, (struct term[]){a, b});
}
struct term term_or(struct terms *tm, struct term a, struct term b) {
  return bool_make(tm, TERM_OR, 2, (struct term[]){a, b});
}
struct term term_and_n(struct terms *tm, uint32_t n, const struct term *a) { return bool_make(tm, TERM_AND, n, a); }
struct term term_or_n(struct terms *tm, uint32_t n, const struct term *a) { return bool_make(tm, TERM_OR, n, a); }
struct term term_implies(struct terms *tm, struct term a, struct term b) { return term_or(tm, term_not(tm, a), b); }
struct term term_eq(struct terms *tm, struct term a, struct term b) { return eq_make(tm, a, b); }
struct term term_ite(struct terms *tm, struct term c, struct term a, struct term b) { return ite_make(tm, c, a, b); }

// --- bit-vectors -------------------------------------------------------------------

static struct term bv1(struct terms *tm, enum term_kind kind, struct term a) { return bv_make(tm, kind, 0, 0, &a); }
static struct term bv2(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  return bv_make(tm, kind, 0, 0, (struct term[]){a, b});
}

struct term term_bvnot(struct terms *tm, struct term a) { return bv1(tm, TERM_BV_NOT, a); }
struct term term_neg(struct terms *tm, struct term a) { return bv1(tm, TERM_BV_NEG, a); }
struct term term_add(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_ADD, a, b); }
struct term term_sub(struct terms *tm, struct term a, struct term b) {
  return bv2(tm, TERM_BV_ADD, a, term_neg(tm, b));
}
struct term term_mul(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_MUL, a, b); }
struct term term_udiv(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_UDIV, a, b); }
struct term term_urem(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_UREM, a, b); }
struct term term_sdiv(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_SDIV, a, b); }
struct term term_srem(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_SREM, a, b); }
struct term term_bvand(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_AND, a, b); }
struct term term_bvor(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_OR, a, b); }
struct term term_bvxor(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_XOR, a, b); }
struct term term_shl(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_SHL, a, b); }
struct term term_lshr(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_LSHR, a, b); }
struct term term_ashr(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_ASHR, a, b); }
struct term term_ult(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_ULT, a, b); }
struct term term_ule(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_ULE, a, b); }
struct term term_slt(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_SLT, a, b); }
struct term term_sle(struct terms *tm, struct term a, struct term b) { return bv2(tm, TERM_BV_SLE, a, b); }
struct term term_concat(struct terms *tm, struct term high, struct term low) {
  return bv2(tm, TERM_BV_CONCAT, high, low);
}

struct term term_extract(struct terms *tm, uint32_t high, uint32_t low, struct term a) {
  return bv_make(tm, TERM_BV_EXTRACT, high, low, &a);
}

struct term term_zext(struct terms *tm, struct term a, uint32_t width) {
  assert(width >= width_of(tm, a));
  return bv_make(tm, TERM_BV_ZEXT, width - width_of(tm, a), 0, &a);
}

struct term term_sext(struct terms *tm, struct term a, uint32_t width) {
  assert(width >= width_of(tm, a));
  return bv_make(tm, TERM_BV_SEXT, width - width_of(tm, a), 0, &a);
}

struct term term_bool_to_bv(struct terms *tm, struct term a, uint32_t width) {
  return ite_make(tm, a, term_bv(tm, width, 1), term_bv(tm, width, 0));
}
struct term term_bv_to_bool(struct terms *tm, struct term a) {
  return term_not(tm, eq_make(tm, term_bv(tm, width_of(tm, a), 0), a));
}

// --- arrays ------------------------------------------------------------------------

struct term term_array_const(struct terms *tm, struct sort s, struct term element) {
  return array_make(tm, TERM_ARRAY_CONST, s, 1, &element);
}
struct term term_select(struct terms *tm, struct term array, struct term index) {
  return array_make(tm, TERM_SELECT, (struct sort){0}, 2, (struct term[]){array, index});
}
struct term term_store(struct terms *tm, struct term array, struct term index, struct term value) {
  return array_make(tm, TERM_STORE, (struct sort){0}, 3, (struct term[]){array, index, value});
}
struct term term_copy(struct terms *tm, struct term dst, struct term d, struct term src, struct term s, struct term n) {
  return array_make(tm, TERM_COPY, (struct sort){0}, 5, (struct term[]){dst, d, src, s, n});
}

// --- floats ------------------------------------------------------------------------

struct term term_rne(struct terms *tm) { return term_bv(tm, 3, 0); }

struct term term_fp(struct terms *tm, enum term_kind kind, uint32_t n, const struct term *children) {
  return term_make(tm, kind, (struct sort){0}, 0, 0, n, children);
}
struct term term_fp_from_bits(struct terms *tm, struct sort s, struct term bits) {
  return term_make(tm, TERM_FP_FROM_BITS, s, 0, 0, 1, &bits);
}
struct term term_fp_to_bits(struct terms *tm, struct term a, struct term nan_bits) {
  return term_make(tm, TERM_FP_TO_BITS, (struct sort){0}, 0, 0, 2, (struct term[]){a, nan_bits});
}
struct term term_fp_convert(struct terms *tm, struct sort s, struct term rm, struct term a) {
  return term_make(tm, TERM_FP_TO_FP, s, 0, 0, 2, (struct term[]){rm, a});
}
struct term term_fp_from_int(struct terms *tm, struct sort s, struct term rm, struct term a, bool is_signed) {
  return term_make(tm, is_signed ? TERM_FP_FROM_SBV : TERM_FP_FROM_UBV, s, 0, 0, 2, (struct term[]){rm, a});
}
struct term term_fp_to_int(struct terms *tm, uint32_t width, struct term rm, struct term a, bool is_signed) {
  return term_make(tm, is_signed ? TERM_FP_TO_SBV : TERM_FP_TO_UBV, sort_bv(tm, width), 0, 0, 2,
                   (struct term[]){rm, a});
}
