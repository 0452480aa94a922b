// Constants of LLVM as terms.
#include "front/library/builtins.h"
#include "front/memory/objects.h"
#include "front/translate/constant.h"
#include "front/translate/instruction.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
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

// What is not understood here must not become a value: whoever wanted the constant asks constant_was_strange().
static void constant_strange(struct front *f, LLVMValueRef constant) {
  if (f->strange_constant) return;
  struct text text = {0};
  if (LLVMIsAGlobalValue(constant)) {
    size_t n;
    const char *name = LLVMGetValueName2(constant, &n);
    const char *what = LLVMIsAGlobalIFunc(constant) ? "an ifunc, whose function is only chosen at run time"
                       : LLVMGetLinkage(constant) == LLVMExternalWeakLinkage ? "a weak symbol that may be null"
                                                                             : "an address that only the linker knows";
    text_printf(&text, "the address of %.*s: %s", (int)n, name, what);
  } else {
    char *printed = LLVMPrintValueToString(constant);
    text_printf(&text, "a constant that is not supported: %.200s", printed);
    LLVMDisposeMessage(printed);
  }
  f->strange_constant = cfa_string(f->cfa, text_cstr(&text));
  text_release(&text);
}

const char *constant_was_strange(struct front *f) {
  const char *text = f->strange_constant;
  f->strange_constant = NULL;
  return text;
}

// A float is printed as a decimal or as the bits of the double that it is. Conversions of a NaN keep sign and payload
// but make it quiet, so these are moved by hand.
static uint64_t float_bits(uint64_t d) {
  double value;
  memcpy(&value, &d, 8);
  if (value != value) return (d >> 63 << 31) | 0x7f800000 | (d >> 29 & 0x7fffff);
  float s = (float)value; // exact: the constant is a float
  uint32_t bits;
  memcpy(&bits, &s, 4);
  return bits;
}

// LLVM prints "double 1.0" or the bits: "double 0x7FF8000000000000", "x86_fp80 0xK3FFF8000000000000000",
// "fp128 0xL<low 64><high 64>", "half 0xH3C00", "bfloat 0xR3F80".
struct term constant_float_bits(struct front *f, LLVMValueRef constant) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  uint32_t width = (uint32_t)type_size(f, type) * 8;
  char *text = LLVMPrintValueToString(constant);
  const char *hex = strstr(text, "0x");
  mpz_t bits;
  mpz_init(bits);
  if (LLVMGetTypeKind(type) == LLVMDoubleTypeKind || LLVMGetTypeKind(type) == LLVMFloatTypeKind) {
    uint64_t d;
    LLVMBool loses;
    double value = LLVMConstRealGetDouble(constant, &loses);
    memcpy(&d, &value, 8);
    if (hex) d = strtoull(hex, NULL, 16);
    mpz_set_ui(bits, width == 32 ? float_bits(d) : d);
  } else if (hex && hex[2] == 'L' && strlen(hex) >= 35) {
    char swapped[33];
    memcpy(swapped, hex + 3 + 16, 16);
    memcpy(swapped + 16, hex + 3, 16);
    swapped[32] = 0;
    mpz_set_str(bits, swapped, 16);
  } else if (hex) {
    mpz_set_str(bits, hex + 3, 16);
  } else {
    constant_strange(f, constant);
  }
  struct term t = term_bv_big(f->tm, width, bits);
  mpz_clear(bits);
  LLVMDisposeMessage(text);
  return t;
}

// Symbols that the linker makes, or assembly: their addresses say where other objects lie.
bool is_linker_symbol(struct front *f, LLVMValueRef global) {
  static const char *const names[] = {
      "__start_", "__stop_",  "__init_array_",         "__fini_array_", "__preinit_array_",   "_end",
      "_etext",   "_edata",   "__bss_start",           "__data_start",  "__executable_start", "__ehdr_start",
      "__etext",  "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "__dso_handle"};
  size_t n;
  const char *name = LLVMGetValueName2(global, &n);
  if (!LLVMIsDeclaration(global)) return false;
  if (!strcmp(name, "end") || !strcmp(name, "etext") || !strcmp(name, "edata")) return true;
  if (is_in_assembly(f, name)) return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t length = strlen(names[i]);
    bool prefix = names[i][length - 1] == '_' && strcmp(names[i], "_GLOBAL_OFFSET_TABLE_");
    if (prefix ? !strncmp(name, names[i], length) : !strcmp(name, names[i])) return true;
  }
  return false;
}

// TERM_NONE where it is not understood.
static struct term expression(struct front *f, LLVMValueRef c) {
  struct terms *tm = f->tm;
  LLVMTypeRef type = LLVMTypeOf(c), from = LLVMTypeOf(LLVMGetOperand(c, 0));
  bool is_word = LLVMGetTypeKind(type) == LLVMPointerTypeKind ||
                 (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 1);
  if (!is_word || LLVMGetTypeKind(from) == LLVMVectorTypeKind) return TERM_NONE;
  struct sort sort = type_sort(f, type);
  struct term a = constant_term(f, LLVMGetOperand(c, 0));
  if (sort_kind(tm, term_sort(tm, a)) != SORT_BV) return TERM_NONE;
  switch (LLVMGetConstOpcode(c)) {
  case LLVMGetElementPtr: {
    int64_t offset = 0;
    if (!gep_constant_offset(f, c, &offset)) return TERM_NONE;
    return term_add(tm, a, term_bv_signed(tm, f->pointer_bits, offset));
  }
  case LLVMBitCast:
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

// Vectors are written out by their elements; floats as their bits, so that a NaN keeps its own.
static struct term constant_vector(struct front *f, LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(c);
  struct vec_term elements = {0};
  for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
    LLVMValueRef element = LLVMGetAggregateElement(c, i);
    if (!element) constant_strange(f, c);
    vec_term_push(&elements, !element                     ? term_bv(f->tm, type_bits(f, LLVMGetElementType(type)), 0)
                             : LLVMIsAConstantFP(element) ? constant_float_bits(f, element)
                                                          : constant_term(f, element));
  }
  struct term bits = vector_of(f, type, elements.data);
  vec_term_release(&elements);
  return bits;
}

struct term constant_term(struct front *f, LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(c);
  struct terms *tm = f->tm;
  if (LLVMIsAConstantInt(c)) {
    uint32_t width = LLVMGetIntTypeWidth(type);
    if (width == 1) return term_bool(tm, LLVMConstIntGetZExtValue(c));
    return width <= 64 ? term_bv(tm, width, LLVMConstIntGetZExtValue(c)) : wide_integer(f, c, width);
  }
  if (LLVMIsAConstantFP(c)) return value_of_bits(f, type, constant_float_bits(f, c));
  if (LLVMIsAGlobalAlias(c)) return constant_term(f, LLVMAliasGetAliasee(c));
  if (LLVMIsAGlobalValue(c) && (LLVMGetLinkage(c) == LLVMExternalWeakLinkage || is_linker_symbol(f, c)))
    constant_strange(f, c);
  if (LLVMIsAFunction(c)) return term_bv(tm, f->pointer_bits, function_address(f, c));
  if (LLVMIsAGlobalVariable(c)) {
    struct object *object = object_of(f, c);
    if (!object || !object->address) constant_strange(f, c);
    return term_bv(tm, f->pointer_bits, object ? object->address : 0);
  }
  if (LLVMIsABlockAddress(c)) return term_bv(tm, f->pointer_bits, block_label(f, LLVMGetBlockAddressBasicBlock(c)));
  if (LLVMIsAConstantExpr(c)) {
    struct term t = expression(f, c);
    if (!term_none(t)) return t;
  } else if (LLVMGetTypeKind(type) == LLVMVectorTypeKind && !constant_is_zero(c)) {
    return constant_vector(f, c);
  }
  // What is undefined in an initialiser (padding, or what C leaves undefined: a division by zero there) is zero in the
  // file that the compiler makes; where code uses it, it is arbitrary (see operand_terms).
  if (!constant_is_zero(c)) constant_strange(f, c);
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
  unsigned n = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
                                                           : (unsigned)LLVMGetArrayLength2(type);
  for (unsigned i = 0; i < n; i++) constant_terms(f, LLVMGetAggregateElement(c, i), out);
}

bool constant_is_zero(LLVMValueRef c) { return LLVMIsNull(c) || LLVMIsUndef(c); }

void constant_cells(struct front *f, LLVMValueRef c, uint64_t offset,
                    void (*each)(void *context, uint64_t offset, LLVMTypeRef type, struct term value), void *context) {
  LLVMTypeRef type = LLVMTypeOf(c);
  if (constant_is_zero(c)) return;
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      constant_cells(f, LLVMGetAggregateElement(c, i), offset + LLVMOffsetOfElement(f->layout, type, i), each, context);
    break;
  case LLVMArrayTypeKind: {
    uint64_t n = LLVMGetArrayLength2(type), step = type_alloc_size(f, LLVMGetElementType(type));
    if (LLVMIsAConstantDataArray(c) && LLVMIsConstantString(c)) {
      size_t length;
      const char *text = LLVMGetAsString(c, &length);
      for (size_t i = 0; i < length; i++)
        if (text[i]) each(context, offset + i, LLVMGetElementType(type), term_bv(f->tm, 8, (unsigned char)text[i]));
      break;
    }
    for (uint64_t i = 0; i < n; i++)
      constant_cells(f, LLVMGetAggregateElement(c, (unsigned)i), offset + i * step, each, context);
    break;
  }
  default:
    if (LLVMIsAConstantFP(c))
      each(context, offset, LLVMIntTypeInContext(f->context, (unsigned)type_size(f, type) * 8),
           constant_float_bits(f, c));
    else each(context, offset, type, constant_term(f, c));
  }
}

const char *constant_string(LLVMValueRef value, size_t *n) {
  LLVMValueRef initial = LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value) ? LLVMGetInitializer(value) : NULL;
  *n = 0;
  if (!initial) return NULL;
  if (LLVMIsAConstantDataArray(initial)) return LLVMIsConstantString(initial) ? LLVMGetAsString(initial, n) : NULL;
  LLVMTypeRef type = LLVMTypeOf(initial);
  if (!LLVMIsAConstantAggregateZero(initial) || LLVMGetTypeKind(type) != LLVMArrayTypeKind) return NULL;
  LLVMTypeRef element = LLVMGetElementType(type);
  bool is_text = LLVMGetTypeKind(element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) == 8;
  *n = is_text && LLVMGetArrayLength2(type);
  return *n ? "" : NULL;
}
