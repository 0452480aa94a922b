// The general constructor and the convenience constructors over it.
#include "term/node.h"
#include "term/rewrite/constructors.h"

// Where the sort follows from the sorts of the children and the parameters.
static struct sort computed_sort(struct terms *tm, enum term_kind kind, uint32_t p0, uint32_t p1,
                                 const struct term *children) {
  switch (kind) {
  case TERM_BV_CONCAT: return sort_bv(tm, width_of(tm, children[0]) + width_of(tm, children[1]));
  case TERM_BV_EXTRACT: return sort_bv(tm, p0 - p1 + 1);
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return sort_bv(tm, width_of(tm, children[0]) + p0);
  case TERM_SELECT: return sort_element(tm, sort_of(tm, children[0]));
  case TERM_FP_TO_BITS: return sort_bv(tm, width_of(tm, children[0]));
  default: assert(!"a kind whose sort is computed"); return (struct sort){0};
  }
}

struct sort term_result_sort(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1,
                             const struct term *children) {
  switch ((enum term_result)term_kinds[kind].sort) {
  case RESULT_BOOL: return sort_bool(tm);
  case RESULT_INT: return sort_int(tm);
  case RESULT_GIVEN: return s;
  case RESULT_FIRST: return sort_of(tm, children[0]);
  case RESULT_SECOND: return sort_of(tm, children[1]); // child 0 is the condition or the rounding mode
  case RESULT_COMPUTED: return computed_sort(tm, kind, p0, p1, children);
  }
  assert(!"a sort of the table");
  return s;
}

static struct term core_make(struct terms *tm, enum term_kind kind, uint32_t n, const struct term *children) {
  switch (kind) {
  case TERM_EQ: return eq_make(tm, children[0], children[1]);
  case TERM_ITE: return ite_make(tm, children[0], children[1], children[2]);
  default: return bool_make(tm, kind, n, children);
  }
}

struct term term_make(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                      const struct term *children) {
  switch (term_theory(kind)) {
  case THEORY_LEAF:
    assert(kind == TERM_TRUE || kind == TERM_FALSE); // others are made with their value or name
    return term_bool(tm, kind == TERM_TRUE);
  case THEORY_CORE: return core_make(tm, kind, n, children);
  case THEORY_BV: return bv_make(tm, kind, p0, p1, children);
  case THEORY_ARRAY: return array_make(tm, kind, s, n, children);
  case THEORY_FP: return fp_make(tm, kind, term_result_sort(tm, kind, s, p0, p1, children), n, children);
  case THEORY_INT: return int_make(tm, kind, s, children);
  }
  assert(!"a theory of the table");
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
