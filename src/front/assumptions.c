// What a TRUE rests on because clew gives every object one address: code that looks at addresses as numbers may see
// other numbers in a run. Where it does, the verdict says so. So it does with pointers whose origin is not in the
// program (outside.c).
#include "front/internal.h"

static const char address_layout[] =
    "objects lie where clew puts them: other orders of their addresses are not explored";
static const char input_pointer[] =
    "pointers that are inputs lead to memory of their own: to an object only if they are compared with its address, or "
    "it was cast to an integer";
static const char outside_pointer[] =
    "pointers from outside are aligned: they lead to globals and to memory of their own, aligned for the type that it "
    "is accessed with";
static const char signals[] = "handlers of signals run only where the program raises the signal itself";
static const char alignment[] = "objects are aligned to 16 bytes: code for other alignments is not explored";

// The value that an address is computed from.
static LLVMValueRef base_of(LLVMValueRef pointer) {
  for (;;) {
    bool expression = LLVMIsAConstantExpr(pointer);
    LLVMOpcode opcode = expression                    ? LLVMGetConstOpcode(pointer)
                        : LLVMIsAInstruction(pointer) ? LLVMGetInstructionOpcode(pointer)
                                                      : LLVMRet;
    if (opcode != LLVMGetElementPtr && opcode != LLVMBitCast && opcode != LLVMPtrToInt && opcode != LLVMIntToPtr)
      return pointer;
    pointer = LLVMGetOperand(pointer, 0);
  }
}

// Do both point into one object, as far as is known? C leaves the order of different objects undefined, so of objects
// on the heap, which cannot be told apart here, it is taken that a program does not compare different ones.
static bool same_object(struct front *f, LLVMValueRef a, LLVMValueRef b) {
  a = base_of(a);
  b = base_of(b);
  if (a == b || LLVMIsAConstantPointerNull(a) || LLVMIsAConstantPointerNull(b)) return true;
  if (LLVMIsALoadInst(a) && LLVMIsALoadInst(b) && LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0))
    return true; // p < p + n
  uint32_t node = pointsto_target(f, a);
  return node == pointsto_target(f, b) && (node >= f->points.regions.size || f->points.regions.data[node].objects < 2);
}

// String literals with the same contents or the same end may be one object or several.
static bool is_literal(LLVMValueRef value) {
  return LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value) && LLVMGetLinkage(value) == LLVMPrivateLinkage;
}

// The end of one object may be the beginning of another.
static bool may_touch(LLVMValueRef a, LLVMValueRef b) {
  LLVMValueRef x = base_of(a), y = base_of(b);
  bool objects = (LLVMIsAAllocaInst(x) || LLVMIsAGlobalVariable(x)) &&
                 (LLVMIsAAllocaInst(y) || LLVMIsAGlobalVariable(y));
  return objects && x != y && (a != x || b != y);
}

static bool is_address(LLVMValueRef value) {
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) return true;
  if (LLVMIsAConstantExpr(value)) return LLVMGetConstOpcode(value) == LLVMPtrToInt;
  return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMPtrToInt;
}

static void assume(struct front *f, const char *kind, const char *text, LLVMValueRef i) {
  cfa_add_assumption(f->cfa, kind, text, place_of(f, i));
}

// Differences and comparisons for equality tell nothing about the layout, nor does going back to a pointer. A number
// that is kept is followed no further: what comes of it is not seen here.
static void look_at_number(struct front *f, LLVMValueRef number) {
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user)) continue;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMIntToPtr: break;
    case LLVMICmp: {
      LLVMIntPredicate predicate = LLVMGetICmpPredicate(user);
      bool equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
      if (!equality && !same_object(f, LLVMGetOperand(user, 0), LLVMGetOperand(user, 1)))
        assume(f, "address-layout", address_layout, user);
      break;
    }
    case LLVMSub:
      if (!is_address(LLVMGetOperand(user, 0)) || !is_address(LLVMGetOperand(user, 1)))
        assume(f, "address-layout", address_layout, user);
      break;
    case LLVMAnd:
    case LLVMURem:
    case LLVMSRem: assume(f, "alignment", alignment, user); break;
    default: assume(f, "address-layout", address_layout, user);
    }
  }
}

static const char *const signal_functions[] = {"signal", "sigaction"};

static void look_at_call(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  if (!function || !is_model(function)) return;
  for (size_t i = 0; i < sizeof signal_functions / sizeof *signal_functions; i++)
    if (!strcmp(function_name(function), signal_functions[i])) assume(f, "signal", signals, call);
}

// Where their address is taken, they may be called through pointers.
static void look_at_signals(struct front *f) {
  for (size_t i = 0; i < sizeof signal_functions / sizeof *signal_functions; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(f->module, signal_functions[i]);
    if (function && is_model(function) && through_is_taken(function))
      cfa_add_assumption(f->cfa, "signal", signals, (struct source_place){0});
  }
}

static void look_at(struct front *f, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMCall: look_at_call(f, i); break;
  case LLVMPtrToInt: look_at_number(f, i); break;
  case LLVMICmp: {
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE) {
      bool literal = !LLVMIsAConstantPointerNull(a) && !LLVMIsAConstantPointerNull(b) &&
                     (is_literal(base_of(a)) || is_literal(base_of(b)));
      if (literal || may_touch(a, b)) assume(f, "address-layout", address_layout, i);
      break;
    }
    if (LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMPointerTypeKind && !same_object(f, a, b))
      assume(f, "address-layout", address_layout, i);
    break;
  }
  default: break;
  }
  // Constant expressions compute with addresses too.
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef value = LLVMGetOperand(i, (unsigned)k);
    if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt &&
        LLVMGetInstructionOpcode(i) != LLVMICmp && LLVMGetInstructionOpcode(i) != LLVMSub)
      assume(f, "address-layout", address_layout, i);
  }
}

void assumptions_find(struct front *f) {
  for (uint32_t k = 0; k < f->functions.size; k++) {
    LLVMValueRef function = f->functions.data[k];
    if (is_model(function)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look_at(f, i);
  }
  look_at_signals(f);
  if (f->points.anything) assume(f, "input-pointer", input_pointer, f->points.anything_use);
  if (f->points.outside) assume(f, "outside-pointer", outside_pointer, f->points.outside_use);
}
