// What a TRUE rests on because clew gives every object one address: code that looks at addresses as numbers may see other numbers
// in a run. Where it does, the verdict says so.
#include "front/internal.h"

static const char address_layout[] = "objects lie where clew puts them: other orders of their addresses are not explored";
static const char alignment[] = "objects are aligned to 16 bytes: code for other alignments is not explored";

// The value that an address is computed from.
static LLVMValueRef base_of(LLVMValueRef pointer) {
  for (;;) {
    bool expression = LLVMIsAConstantExpr(pointer);
    LLVMOpcode opcode = expression ? LLVMGetConstOpcode(pointer) : LLVMIsAInstruction(pointer) ? LLVMGetInstructionOpcode(pointer) : LLVMRet;
    if (opcode != LLVMGetElementPtr && opcode != LLVMBitCast && opcode != LLVMPtrToInt && opcode != LLVMIntToPtr) return pointer;
    pointer = LLVMGetOperand(pointer, 0);
  }
}

// Two loads of the same variable count as the same base: p < p + n.
static bool same_object(LLVMValueRef a, LLVMValueRef b) {
  a = base_of(a);
  b = base_of(b);
  if (a == b || LLVMIsAConstantPointerNull(a) || LLVMIsAConstantPointerNull(b)) return true;
  return LLVMIsALoadInst(a) && LLVMIsALoadInst(b) && LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0);
}

static bool is_address(LLVMValueRef value) {
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) return true;
  if (LLVMIsAConstantExpr(value)) return LLVMGetConstOpcode(value) == LLVMPtrToInt;
  return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMPtrToInt;
}

static void assume(struct front *f, const char *kind, const char *text, LLVMValueRef i) {
  cfa_add_assumption(f->cfa, kind, text, place_of(f, i));
}

// Differences and comparisons for equality tell nothing about the layout, nor does going back to a pointer. A number that is kept is
// followed no further: what comes of it is not seen here.
static void look_at_number(struct front *f, LLVMValueRef number) {
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user)) continue;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMIntToPtr: break;
    case LLVMICmp: {
      LLVMIntPredicate predicate = LLVMGetICmpPredicate(user);
      bool equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
      if (!equality && !same_object(LLVMGetOperand(user, 0), LLVMGetOperand(user, 1))) assume(f, "address-layout", address_layout, user);
      break;
    }
    case LLVMSub:
      if (!is_address(LLVMGetOperand(user, 0)) || !is_address(LLVMGetOperand(user, 1))) assume(f, "address-layout", address_layout, user);
      break;
    case LLVMAnd:
    case LLVMURem:
    case LLVMSRem: assume(f, "alignment", alignment, user); break;
    default: assume(f, "address-layout", address_layout, user);
    }
  }
}

static void look_at(struct front *f, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMPtrToInt: look_at_number(f, i); break;
  case LLVMICmp: {
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE) break;
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    if (LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMPointerTypeKind && !same_object(a, b)) assume(f, "address-layout", address_layout, i);
    break;
  }
  default: break;
  }
  // Constant expressions compute with addresses too.
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef value = LLVMGetOperand(i, (unsigned)k);
    if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt && LLVMGetInstructionOpcode(i) != LLVMICmp &&
        LLVMGetInstructionOpcode(i) != LLVMSub)
      assume(f, "address-layout", address_layout, i);
  }
}

void assumptions_find(struct front *f) {
  for (uint32_t k = 0; k < f->functions.size; k++) {
    LLVMValueRef function = f->functions.data[k];
    if (LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "clew-model", 10)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look_at(f, i);
  }
}
