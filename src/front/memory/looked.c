// Floats whose bits the program looks at: by signbit, copysign, or as an integer. Terms of a float sort know one NaN
// only, so a variable of such a sort loses sign and payload of a NaN, and they are arbitrary each time they are looked
// at. Variables that such a value is read from lie in memory, as bits: then they are the same each time, and those of
// the input.
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/memory/objects.h"

static bool is_plain_float(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static void look(struct front *f, LLVMValueRef value, unsigned depth);

// All that the variable may hold is looked at, too.
static void look_at_variable(struct front *f, LLVMValueRef variable, unsigned depth) {
  struct object *object = LLVMIsAAllocaInst(variable) ? object_of(f, variable) : NULL;
  if (!object || object->in_memory || !is_plain_float(object->type)) return;
  object->in_memory = true;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
    if (LLVMIsAStoreInst(LLVMGetUser(use))) look(f, LLVMGetOperand(LLVMGetUser(use), 0), depth);
}

// What keeps the bits of a NaN: they come from its operands.
static bool keeps_bits(struct front *f, LLVMValueRef i) {
  uint32_t detail;
  LLVMValueRef function = LLVMIsACallInst(i) ? called_function(i) : NULL;
  switch (function ? builtin_of(f, function, &detail) : BUILTIN_NONE) {
  case BUILTIN_FP_FABS:
  case BUILTIN_FP_COPYSIGN:
  case BUILTIN_FP_FMIN:
  case BUILTIN_FP_FMAX: return true;
  default:
    return !LLVMIsACallInst(i) &&
           (LLVMGetInstructionOpcode(i) == LLVMFNeg || LLVMIsASelectInst(i) || LLVMIsAPHINode(i));
  }
}

static void look(struct front *f, LLVMValueRef value, unsigned depth) {
  if (!LLVMIsAInstruction(value) || !is_plain_float(LLVMTypeOf(value)) || !depth) return;
  if (LLVMIsALoadInst(value)) return look_at_variable(f, LLVMGetOperand(value, 0), depth - 1);
  if (!keeps_bits(f, value)) return;
  unsigned n = LLVMIsACallInst(value) ? LLVMGetNumArgOperands(value) : (unsigned)LLVMGetNumOperands(value);
  for (unsigned k = 0; k < n; k++) look(f, LLVMGetOperand(value, k), depth - 1);
}

static void look_at_operands(struct front *f, LLVMValueRef i) {
  enum { DEPTH = 16 };
  uint32_t detail;
  LLVMValueRef function = LLVMIsACallInst(i) ? called_function(i) : NULL;
  if (LLVMIsABitCastInst(i)) look(f, LLVMGetOperand(i, 0), DEPTH);
  switch (function ? builtin_of(f, function, &detail) : BUILTIN_NONE) {
  case BUILTIN_FP_SIGNBIT:
  case BUILTIN_FP_COPYSIGN:
    for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++) look(f, LLVMGetOperand(i, k), DEPTH);
    break;
  default: break;
  }
}

void looked_at_find(struct front *f) {
  for (uint32_t k = 0; k < f->functions.size; k++) {
    if (is_model(f->functions.data[k])) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look_at_operands(f, i);
  }
}
