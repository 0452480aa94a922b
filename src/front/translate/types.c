// LLVM types: sizes, scalar leaves, sorts, and the bits of values in memory.
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include <stdio.h>

// A vector of unknown length has no size; it is refused where it is used.
static bool has_size(LLVMTypeRef type) { return LLVMGetTypeKind(type) != LLVMScalableVectorTypeKind; }
uint64_t type_size(struct front *f, LLVMTypeRef type) {
  return has_size(type) ? LLVMStoreSizeOfType(f->layout, type) : 0;
}
uint64_t type_alloc_size(struct front *f, LLVMTypeRef type) {
  return has_size(type) ? LLVMABISizeOfType(f->layout, type) : 0;
}

bool type_is_aggregate(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

void type_leaves(struct front *f, LLVMTypeRef type, uint64_t offset, struct vec_leaf *out) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      type_leaves(f, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(f->layout, type, i), out);
    break;
  case LLVMArrayTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t n = LLVMGetArrayLength2(type), step = type_alloc_size(f, element);
    for (uint64_t i = 0; i < n; i++) type_leaves(f, element, offset + i * step, out);
    break;
  }
  default: vec_leaf_push(out, (struct leaf){offset, type});
  }
}

struct sort type_sort(struct front *f, LLVMTypeRef type) {
  struct terms *tm = f->tm;
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) == 1 ? sort_bool(tm) : sort_bv(tm, LLVMGetIntTypeWidth(type));
  case LLVMPointerTypeKind: return sort_bv(tm, f->pointer_bits);
  case LLVMHalfTypeKind: return sort_float(tm, 5, 11);
  case LLVMBFloatTypeKind: return sort_float(tm, 8, 8);
  case LLVMFloatTypeKind: return sort_float(tm, 8, 24);
  case LLVMDoubleTypeKind: return sort_float(tm, 11, 53);
  case LLVMX86_FP80TypeKind: return sort_float(tm, 15, 64);
  case LLVMFP128TypeKind: return sort_float(tm, 15, 113);
  case LLVMVectorTypeKind: return sort_bv(tm, (uint32_t)type_size(f, type) * 8); // its bits
  default: return sort_bv(tm, 8); // refused where it is used, see instruction.c
  }
}

uint32_t type_bits(struct front *f, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) return LLVMGetIntTypeWidth(type);
  return (uint32_t)type_size(f, type) * 8;
}

// Terms of a float sort know one NaN only. Its sign and payload are arbitrary, anew each time that the program looks at
// the bits of a float: two floats that come by at different times may be different NaNs.
static struct term nan_bits(struct front *f, uint32_t width) {
  return segment_input(f->translation, sort_bv(f->tm, width), INPUT_LIBRARY, "nan", "", true);
}

static bool is_number(struct terms *tm, struct term value) {
  return term_kind(tm, value) == TERM_CONST_FLOAT && term_is_false(tm, term_fp(tm, TERM_FP_IS_NAN, 1, &value));
}

// A NaN that may be any, also a signalling one: terms only make bits of quiet ones.
static struct term any_nan_bits(struct front *f, struct term value) {
  struct terms *tm = f->tm;
  uint32_t width = term_width(tm, value), quiet_bit = sort_significand(tm, term_sort(tm, value)) - 2;
  struct term bits = term_fp_to_bits(tm, value, nan_bits(f, width)), low = term_extract(tm, quiet_bit - 1, 0, bits);
  struct term zero = term_bv(tm, quiet_bit, 0);
  low = term_ite(tm, term_eq(tm, low, zero), term_bv(tm, quiet_bit, 1), low);
  struct term loud =
      term_concat(tm, term_extract(tm, width - 1, quiet_bit + 1, bits), term_concat(tm, term_bv(tm, 1, 0), low));
  struct term is_loud = segment_input(f->translation, sort_bool(tm), INPUT_LIBRARY, "nan", "", true);
  return term_ite(tm, term_and(tm, term_fp(tm, TERM_FP_IS_NAN, 1, &value), is_loud), loud, bits);
}

// The bits of a float in the format of its sort. Negation and absolute value act on the sign of a NaN too.
static struct term float_bits(struct front *f, struct term value, int depth) {
  struct terms *tm = f->tm;
  uint32_t width = term_width(tm, value);
  enum term_kind kind = term_kind(tm, value);
  if (kind == TERM_FP_FROM_BITS) return term_child(tm, value, 0);
  if (is_number(tm, value)) return term_fp_to_bits(tm, value, term_bv(tm, width, 0));
  if (depth && (kind == TERM_FP_NEG || kind == TERM_FP_ABS)) {
    struct term bits = float_bits(f, term_child(tm, value, 0), depth - 1);
    struct term sign = term_extract(tm, width - 1, width - 1, bits), rest = term_extract(tm, width - 2, 0, bits);
    return term_concat(tm, kind == TERM_FP_NEG ? term_bvnot(tm, sign) : term_bv(tm, 1, 0), rest);
  }
  if (depth && kind == TERM_ITE)
    return term_ite(tm, term_child(tm, value, 0), float_bits(f, term_child(tm, value, 1), depth - 1),
                    float_bits(f, term_child(tm, value, 2), depth - 1));
  // What is computed is a quiet NaN. What is only kept may be any: a vector of 8 bytes is passed as a double, a
  // structure with a float as that float.
  if (kind == TERM_VAR || kind == TERM_CONST_FLOAT || kind == TERM_ITE) return any_nan_bits(f, value);
  return term_fp_to_bits(tm, value, nan_bits(f, width));
}

struct term float_format_bits(struct front *f, struct term value) { return float_bits(f, value, 3); }

struct term bits_of_value(struct front *f, LLVMTypeRef type, struct term value) {
  struct terms *tm = f->tm;
  switch (sort_kind(tm, term_sort(tm, value))) {
  case SORT_BOOL: return term_bool_to_bv(tm, value, 8);
  case SORT_FLOAT: {
    struct term bits = float_bits(f, value, 3);
    if (LLVMGetTypeKind(type) != LLVMX86_FP80TypeKind) return bits;
    // The x87 format writes the leading bit of the significand out.
    struct term exponent = term_extract(tm, 77, 63, bits);
    struct term leading = term_ite(tm, term_eq(tm, exponent, term_bv(tm, 15, 0)), term_bv(tm, 1, 0), term_bv(tm, 1, 1));
    return term_concat(tm, term_extract(tm, 78, 63, bits), term_concat(tm, leading, term_extract(tm, 62, 0, bits)));
  }
  default: {
    uint32_t width = term_width(tm, value);
    return width % 8 ? term_zext(tm, value, (width + 7) / 8 * 8) : value;
  }
  }
}

// Are these bits of an x87 number one that the processor itself makes? The leading bit is set unless the exponent is
// zero. Others have no value in C.
struct term is_long_double(struct front *f, struct term bits) {
  struct terms *tm = f->tm;
  struct term leading = term_eq(tm, term_extract(tm, 63, 63, bits), term_bv(tm, 1, 1));
  struct term small = term_eq(tm, term_extract(tm, 78, 64, bits), term_bv(tm, 15, 0));
  return term_eq(tm, leading, term_not(tm, small));
}

struct term value_of_bits(struct front *f, LLVMTypeRef type, struct term bits) {
  struct terms *tm = f->tm;
  struct sort sort = type_sort(f, type);
  switch (sort_kind(tm, sort)) {
  case SORT_BOOL: return term_eq(tm, term_extract(tm, 0, 0, bits), term_bv(tm, 1, 1));
  case SORT_FLOAT:
    if (LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind)
      bits = term_concat(tm, term_extract(tm, 79, 64, bits), term_extract(tm, 62, 0, bits));
    return term_fp_from_bits(tm, sort, bits);
  default: {
    uint32_t width = sort_width(tm, sort);
    return width < term_width(tm, bits) ? term_extract(tm, width - 1, 0, bits) : bits;
  }
  }
}

const char *type_ctype(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMFloatTypeKind: return "float";
  case LLVMDoubleTypeKind: return "double";
  case LLVMX86_FP80TypeKind: return "long double";
  case LLVMPointerTypeKind: return "void *";
  default: return "";
  }
}

bool is_gep(LLVMValueRef value) {
  return LLVMIsAGetElementPtrInst(value) ||
         (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

bool gep_constant_offset(struct front *f, LLVMValueRef gep, int64_t *offset) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  unsigned n = LLVMGetNumOperands(gep);
  int64_t sum = 0;
  for (unsigned i = 1; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (!LLVMIsAConstantInt(index)) return false;
    int64_t k = LLVMConstIntGetSExtValue(index);
    if (i == 1) {
      sum += k * (int64_t)type_alloc_size(f, type);
    } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      sum += (int64_t)LLVMOffsetOfElement(f->layout, type, (unsigned)k);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
    } else {
      type = LLVMGetElementType(type);
      sum += k * (int64_t)type_alloc_size(f, type);
    }
  }
  *offset = sum;
  return true;
}
