// Constants of LLVM as terms.
#include "front/internal.h"
#include <stdio.h>
#include <stdlib.h>

uint64_t function_address(struct front *f, LLVMValueRef function) {
  uint64_t *found = map_u64_find(&f->function_addresses, key_of(function));
  if (found) return *found;
  // Functions lie below all objects, 16 bytes apart.
  uint64_t address = 0x1000 + 16 * (uint64_t)f->function_addresses.size;
  map_u64_put(&f->function_addresses, key_of(function), address);
  return address;
}

uint64_t block_label(struct front *f, LLVMBasicBlockRef block) {
  uint32_t label = map_u32_get_or(&f->block_labels, key_of(block), 0);
  if (!label) {
    label = 16 + 16 * f->block_labels.size;
    map_u32_put(&f->block_labels, key_of(block), label);
  }
  return label;
}

static struct term wide_integer(struct front *f, LLVMValueRef constant, uint32_t width) {
  char *text = LLVMPrintValueToString(constant); // "i128 -5"
  const char *digits = strchr(text, ' ');
  mpz_t value;
  mpz_init_set_str(value, digits ? digits + 1 : "0", 10);
  struct term t = term_bv_big(f->tm, width, value);
  mpz_clear(value);
  LLVMDisposeMessage(text);
  return t;
}

static struct term real(struct front *f, LLVMValueRef constant, LLVMTypeRef type) {
  struct sort sort = type_sort(f, type);
  LLVMBool loses;
  double d = LLVMConstRealGetDouble(constant, &loses);
  if (LLVMGetTypeKind(type) == LLVMDoubleTypeKind) {
    uint64_t bits;
    memcpy(&bits, &d, 8);
    return term_float_bits64(f->tm, sort, bits);
  }
  if (LLVMGetTypeKind(type) == LLVMFloatTypeKind) {
    float s = (float)d; // exact: the constant is a float
    uint32_t bits;
    memcpy(&bits, &s, 4);
    return term_float_bits64(f->tm, sort, bits);
  }
  // Other formats print their bits: "x86_fp80 0xK3FFF8000000000000000", "fp128 0xL<low 64><high 64>", "half 0xH3C00"
  char *text = LLVMPrintValueToString(constant);
  const char *hex = strstr(text, "0x");
  mpz_t bits;
  mpz_init(bits);
  if (hex && hex[2] == 'K') {
    mpz_set_str(bits, hex + 3, 16);
    mpz_t high, low;
    mpz_init(high);
    mpz_init(low);
    mpz_fdiv_q_2exp(high, bits, 64);
    mpz_fdiv_r_2exp(low, bits, 63);
    mpz_mul_2exp(high, high, 63);
    mpz_add(bits, high, low);
    mpz_clear(high);
    mpz_clear(low);
  } else if (hex && hex[2] == 'L' && strlen(hex) >= 35) {
    char swapped[33];
    memcpy(swapped, hex + 3 + 16, 16);
    memcpy(swapped + 16, hex + 3, 16);
    swapped[32] = 0;
    mpz_set_str(bits, swapped, 16);
  } else if (hex) {
    mpz_set_str(bits, hex + 3, 16);
  } else {
    term_value(f->tm, term_fp_convert(f->tm, sort, term_rne(f->tm), term_float_bits64(f->tm, sort_float(f->tm, 11, 53), *(uint64_t *)&d)), bits);
  }
  struct term t = term_float_bits(f->tm, sort, bits);
  mpz_clear(bits);
  LLVMDisposeMessage(text);
  return t;
}

static struct term expression(struct front *f, LLVMValueRef c) {
  struct terms *tm = f->tm;
  struct sort sort = type_sort(f, LLVMTypeOf(c));
  struct term a = constant_term(f, LLVMGetOperand(c, 0));
  switch (LLVMGetConstOpcode(c)) {
  case LLVMGetElementPtr: {
    int64_t offset = 0;
    if (!gep_constant_offset(f, c, &offset)) return TERM_NONE;
    return term_add(tm, a, term_bv_signed(tm, f->pointer_bits, offset));
  }
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMTrunc: return coerce(f, a, sort);
  case LLVMAdd: return term_add(tm, a, constant_term(f, LLVMGetOperand(c, 1)));
  case LLVMSub: return term_sub(tm, a, constant_term(f, LLVMGetOperand(c, 1)));
  case LLVMMul: return term_mul(tm, a, constant_term(f, LLVMGetOperand(c, 1)));
  case LLVMXor: return term_bvxor(tm, a, constant_term(f, LLVMGetOperand(c, 1)));
  default: return TERM_NONE;
  }
}

struct term constant_term(struct front *f, LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(c);
  struct terms *tm = f->tm;
  if (LLVMIsAConstantInt(c)) {
    uint32_t width = LLVMGetIntTypeWidth(type);
    if (width == 1) return term_bool(tm, LLVMConstIntGetZExtValue(c));
    return width <= 64 ? term_bv(tm, width, LLVMConstIntGetZExtValue(c)) : wide_integer(f, c, width);
  }
  if (LLVMIsAConstantFP(c)) return real(f, c, type);
  if (LLVMIsAGlobalAlias(c)) return constant_term(f, LLVMAliasGetAliasee(c));
  if (LLVMIsAFunction(c)) return term_bv(tm, f->pointer_bits, function_address(f, c));
  if (LLVMIsAGlobalVariable(c)) {
    struct object *object = object_of(f, c);
    return term_bv(tm, f->pointer_bits, object ? object->address : 0);
  }
  if (LLVMIsABlockAddress(c)) return term_bv(tm, f->pointer_bits, block_label(f, LLVMGetBlockAddressBasicBlock(c)));
  if (LLVMIsAConstantExpr(c)) {
    struct term t = expression(f, c);
    if (!term_none(t)) return t;
    f->failed = true;
    if (!f->error->status) error_set(f->error, EXIT_INTERNAL, "a constant expression that is not supported");
  }
  // null, zero; vectors are written out by their elements
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind && !constant_is_zero(c)) {
    struct term bits = TERM_NONE;
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
      LLVMValueRef element = LLVMGetAggregateElement(c, i);
      struct term part = bits_of_value(f, LLVMTypeOf(element), constant_term(f, element));
      bits = term_none(bits) ? part : term_concat(tm, part, bits);
    }
    return bits;
  }
  struct sort sort = type_sort(f, type);
  switch (sort_kind(tm, sort)) {
  case SORT_BOOL: return term_false(tm);
  case SORT_FLOAT: return term_float_bits64(tm, sort, 0);
  default: return term_bv(tm, sort_width(tm, sort), 0);
  }
}

void constant_terms(struct front *f, LLVMValueRef c, struct vec_term *out) {
  LLVMTypeRef type = LLVMTypeOf(c);
  if (!type_is_aggregate(type)) {
    vec_term_push(out, constant_term(f, c));
    return;
  }
  unsigned n = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : (unsigned)LLVMGetArrayLength2(type);
  for (unsigned i = 0; i < n; i++) constant_terms(f, LLVMGetAggregateElement(c, i), out);
}

bool constant_is_zero(LLVMValueRef c) { return LLVMIsNull(c) || LLVMIsUndef(c); }

void constant_cells(struct front *f, LLVMValueRef c, uint64_t offset, void (*each)(void *context, uint64_t offset, LLVMTypeRef type, struct term value), void *context) {
  LLVMTypeRef type = LLVMTypeOf(c);
  if (constant_is_zero(c)) return;
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      constant_cells(f, LLVMGetAggregateElement(c, i), offset + LLVMOffsetOfElement(f->layout, type, i), each, context);
    break;
  case LLVMArrayTypeKind: {
    uint64_t n = LLVMGetArrayLength2(type), step = type_alloc_size(f, LLVMGetElementType(type));
    if (LLVMIsConstantString(c)) {
      size_t length;
      const char *text = LLVMGetAsString(c, &length);
      for (size_t i = 0; i < length; i++)
        if (text[i]) each(context, offset + i, LLVMGetElementType(type), term_bv(f->tm, 8, (unsigned char)text[i]));
      break;
    }
    for (uint64_t i = 0; i < n; i++) constant_cells(f, LLVMGetAggregateElement(c, (unsigned)i), offset + i * step, each, context);
    break;
  }
  default: each(context, offset, type, constant_term(f, c));
  }
}
