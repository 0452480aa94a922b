// Vectors: one bit-vector with the elements from its low end on, as they lie
// in memory. What LLVM defines element by element is computed so.
#include "front/translate/instruction.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"

static bool is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }

bool has_vector(LLVMValueRef instruction) {
  bool found = is_vector(LLVMTypeOf(instruction));
  for (int k = 0; k < LLVMGetNumOperands(instruction) && !found; k++)
    found = is_vector(LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)k)));
  return found;
}

// Elements of 80 bits lie further apart in memory than in a register.
static bool is_packed(LLVMTypeRef vector) {
  return LLVMGetTypeKind(LLVMGetElementType(vector)) != LLVMX86_FP80TypeKind;
}

static struct term element_at(struct front *f, LLVMTypeRef vector, struct term whole, uint32_t k) {
  LLVMTypeRef element = LLVMGetElementType(vector);
  uint32_t bits = type_bits(f, element);
  return value_of_bits(f, element, term_extract(f->tm, bits * k + bits - 1, bits * k, whole));
}

// The bits of an element, without what fills up its last byte elsewhere.
static struct term element_bits(struct front *f, LLVMTypeRef element, struct term value) {
  switch (sort_kind(f->tm, term_sort(f->tm, value))) {
  case SORT_BOOL: return term_bool_to_bv(f->tm, value, 1);
  case SORT_FLOAT: return bits_of_value(f, element, value);
  default: return value;
  }
}

struct term vector_of(struct front *f, LLVMTypeRef vector, const struct term *elements) {
  LLVMTypeRef element = LLVMGetElementType(vector);
  struct term whole = element_bits(f, element, elements[0]);
  for (unsigned k = 1; k < LLVMGetVectorSize(vector); k++)
    whole = term_concat(f->tm, element_bits(f, element, elements[k]), whole);
  return coerce(f, whole, type_sort(f, vector)); // whole bytes
}

static void define_vector(struct translation *t, LLVMValueRef i, const struct vec_term *elements) {
  if (!t->dead) define(t, i, vector_of(t->f, LLVMTypeOf(i), elements->data));
}

// Element by element; a scalar operand (the condition of a choice) goes for all.
static void elementwise(struct translation *t, LLVMValueRef i) {
  struct front *f = t->f;
  struct term whole[3], parts[3];
  struct vec_term results = {0};
  LLVMTypeRef type = LLVMTypeOf(i), element = LLVMGetElementType(type);
  int n = LLVMGetNumOperands(i);
  for (int k = 0; k < n; k++) whole[k] = operand(t, LLVMGetOperand(i, (unsigned)k));
  for (unsigned e = 0; e < LLVMGetVectorSize(type) && !t->dead; e++) {
    for (int k = 0; k < n; k++) {
      LLVMTypeRef own = LLVMTypeOf(LLVMGetOperand(i, (unsigned)k));
      parts[k] = is_vector(own) ? element_at(f, own, whole[k], e) : whole[k];
    }
    vec_term_push(&results, scalar_operation(t, i, element, parts));
  }
  define_vector(t, i, &results);
  vec_term_release(&results);
}

static void extract_or_insert(struct translation *t, LLVMValueRef i) {
  struct front *f = t->f;
  bool extract = LLVMGetInstructionOpcode(i) == LLVMExtractElement;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
  unsigned n = LLVMGetVectorSize(type);
  struct term whole = operand(t, LLVMGetOperand(i, 0)), index = operand(t, LLVMGetOperand(i, extract ? 1 : 2));
  uint32_t width = term_width(f->tm, index);
  struct term result = TERM_NONE, value = extract ? TERM_NONE : operand(t, LLVMGetOperand(i, 1));
  struct vec_term elements = {0};
  // An index outside the vector is undefined: the path ends.
  struct term inside = term_false(f->tm);
  for (unsigned k = 0; k < n && (width >= 32 || k >> width == 0); k++) {
    struct term hit = term_eq(f->tm, index, term_bv(f->tm, width, k)), at = element_at(f, type, whole, k);
    inside = term_or(f->tm, inside, hit);
    if (extract) result = k ? term_ite(f->tm, hit, at, result) : at;
    else vec_term_push(&elements, term_ite(f->tm, hit, value, at));
  }
  segment_guard(t, inside);
  if (extract) define(t, i, result);
  else if (elements.size == n) define_vector(t, i, &elements);
  else segment_end_path(t, LOC_UNSUPPORTED, "a vector with a short index");
  vec_term_release(&elements);
}

static void shuffle(struct translation *t, LLVMValueRef i) {
  struct front *f = t->f;
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0));
  int n = (int)LLVMGetVectorSize(from);
  struct term a = operand(t, LLVMGetOperand(i, 0)), b = operand(t, LLVMGetOperand(i, 1));
  struct vec_term elements = {0};
  for (unsigned k = 0; k < LLVMGetNumMaskElements(i); k++) {
    int at = LLVMGetMaskValue(i, k);
    if (at == LLVMGetUndefMaskElem())
      vec_term_push(&elements, arbitrary(t, LLVMGetElementType(from), INPUT_UNINIT, "undefined value", ""));
    else vec_term_push(&elements, element_at(f, from, at < n ? a : b, (uint32_t)(at < n ? at : at - n)));
  }
  define_vector(t, i, &elements);
  vec_term_release(&elements);
}

static bool all_packed(LLVMValueRef i) {
  bool packed = !is_vector(LLVMTypeOf(i)) || is_packed(LLVMTypeOf(i));
  for (int k = 0; k < LLVMGetNumOperands(i) && packed; k++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, (unsigned)k));
    packed = !is_vector(type) || is_packed(type);
  }
  return packed;
}

bool vector_translate(struct translation *t, LLVMValueRef i) {
  if (!has_vector(i)) return false;
  if (!all_packed(i)) {
    segment_end_path(t, LOC_UNSUPPORTED, "a vector of long doubles");
    return true;
  }
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMExtractElement:
  case LLVMInsertElement: extract_or_insert(t, i); return true;
  case LLVMShuffleVector: shuffle(t, i); return true;
  case LLVMBitCast:
  case LLVMFreeze:
  case LLVMLoad:
  case LLVMStore:
  case LLVMExtractValue:
  case LLVMInsertValue:
  case LLVMCall: return false; // the bits as a whole; calls look at their own arguments
  case LLVMSelect:
    if (!is_vector(LLVMTypeOf(LLVMGetOperand(i, 0)))) return false;
    elementwise(t, i);
    return true;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem:
  case LLVMFNeg:
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr: elementwise(t, i); return true;
  default: segment_end_path(t, LOC_UNSUPPORTED, "an operation on vectors that is not supported"); return true;
  }
}
