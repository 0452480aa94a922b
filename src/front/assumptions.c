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

enum { LOOK_BACK = 8 }; // steps from where an integer is used to where it comes from

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

// --- addresses that may be the end of an object ------------------------------------------------------

// May it move an address by elements of an array? A field lies inside its structure.
static bool is_step(LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    bool field = i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind;
    if (!field && (!LLVMIsAConstantInt(index) || LLVMConstIntGetSExtValue(index))) return true;
    if (i > 1)
      type = field ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index))
                   : LLVMGetElementType(type);
  }
  return false;
}

static bool is_object(LLVMValueRef value) { return LLVMIsAAllocaInst(value) || LLVMIsAGlobalVariable(value); }

// Is the address more than the place of an access?
static bool is_kept(LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool access = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer);
    if (access || (is_gep(user) && !is_kept(user))) continue;
    return true;
  }
  return false;
}

static void find_step(struct front *f, LLVMValueRef value, struct map_u32 *moved) {
  if (LLVMIsAConstantExpr(value))
    for (int k = 0; k < LLVMGetNumOperands(value); k++) find_step(f, LLVMGetOperand(value, (unsigned)k), moved);
  if (is_gep(value) && is_step(value) && is_kept(value)) map_u32_put(moved, pointsto_target(f, value), 1);
}

// The classes that such addresses may point into.
static void find_steps(struct front *f, struct map_u32 *moved) {
  for (uint32_t k = 0; k < f->functions.size; k++) {
    if (is_model(f->functions.data[k])) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        find_step(f, i, moved);
        for (int n = 0; n < LLVMGetNumOperands(i); n++) find_step(f, LLVMGetOperand(i, (unsigned)n), moved);
      }
  }
}

// The end of one object may be the beginning of another. Of pointers into one class it is taken that they point into
// one object, unless both are computed from objects here.
static bool may_touch(struct front *f, LLVMValueRef a, LLVMValueRef b, const struct map_u32 *moved) {
  LLVMValueRef x = base_of(a), y = base_of(b);
  if (is_object(x) && is_object(y)) return x != y && (a != x || b != y);
  if (LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMPointerTypeKind || pointsto_is_plain(x) || pointsto_is_plain(y))
    return false;
  uint32_t left = pointsto_target(f, a), right = pointsto_target(f, b);
  if (left == right || !(pointsto_flags(f, left) & pointsto_flags(f, right) & NODE_ORIGIN)) return false;
  return map_u32_get_or(moved, left, 0) || map_u32_get_or(moved, right, 0);
}

static bool is_address(LLVMValueRef value) {
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) return true;
  if (LLVMIsAConstantExpr(value)) return LLVMGetConstOpcode(value) == LLVMPtrToInt;
  return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMPtrToInt;
}

static void assume(struct front *f, const char *kind, const char *text, LLVMValueRef i) {
  cfa_add_assumption(f->cfa, kind, text, place_of(f, i));
}

// Differences within an object and comparisons for equality tell nothing about the layout, nor does going back to a
// pointer. A number that is kept is followed no further: what comes of it is not seen here.
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
    case LLVMSub: {
      LLVMValueRef a = LLVMGetOperand(user, 0), b = LLVMGetOperand(user, 1);
      if (!is_address(a) || !is_address(b) || !same_object(f, a, b)) assume(f, "address-layout", address_layout, user);
      break;
    }
    case LLVMAnd:
    case LLVMURem:
    case LLVMSRem: assume(f, "alignment", alignment, user); break;
    default: assume(f, "address-layout", address_layout, user);
    }
  }
}

static const char *const signal_functions[] = {"signal", "sigaction"};
// Does the argument say that the digits of an address are to be written?
static bool is_pointer_format(LLVMValueRef value) {
  size_t n = 0;
  LLVMValueRef initial = LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value) ? LLVMGetInitializer(value) : NULL;
  const char *text =
      initial && LLVMIsAConstantDataArray(initial) && LLVMIsConstantString(initial) ? LLVMGetAsString(initial, &n) : "";
  for (size_t i = 0; i < n; i++) {
    if (text[i] != '%') continue;
    for (i++; i < n && text[i] && strchr("-+ #0123456789.*", text[i]);) i++;
    if (i < n && text[i] == 'p') return true;
  }
  return false;
}

static bool writes_pointers(struct front *f) {
  for (uint32_t k = 0; k < f->functions.size; k++)
    if (is_model(f->functions.data[k]) && !strcmp(function_name(f->functions.data[k]), "put_pointer")) return true;
  return false;
}

static void look_at_call(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
    if (is_pointer_format(LLVMGetOperand(call, k)) && writes_pointers(f))
      assume(f, "address-layout", address_layout, call);
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

static bool is_integer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMIntegerTypeKind; }

// Is it the address of a field or an element that is declared as an integer?
static bool names_integer(LLVMValueRef pointer) {
  if (!is_gep(pointer)) return LLVMIsAGlobalVariable(pointer) && is_integer(LLVMGlobalGetValueType(pointer));
  LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
  bool inside = false;
  for (int i = 2; i < LLVMGetNumOperands(pointer); i++) {
    LLVMValueRef index = LLVMGetOperand(pointer, (unsigned)i);
    bool field = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    type = field ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index)) : LLVMGetElementType(type);
    inside = true;
  }
  return inside && is_integer(type);
}

// Does it only speak of the variable: of its life, or for a debugger?
static bool is_quiet_intrinsic(LLVMValueRef function) {
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  return !strncmp(name, "llvm.dbg.", 9) || !strncmp(name, "llvm.lifetime.", 14);
}

// A local integer that is only loaded and stored.
static bool is_plain_local(LLVMValueRef value) {
  if (!LLVMIsAAllocaInst(value) || !is_integer(LLVMGetAllocatedType(value))) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use), function = LLVMIsACallInst(user) ? called_function(user) : NULL;
    bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != value;
    if (!stored && !LLVMIsALoadInst(user) && !(function && is_quiet_intrinsic(function))) return false;
  }
  return true;
}

// Do bits of an address come to an integer without a cast: by way of a union, of a pointer to another type, of a copy?
// Classes have no fields, so what is loaded from where an integer is declared is taken for one.
static bool holds_bits(struct front *f, LLVMValueRef value, uint32_t depth) {
  if (!depth || !LLVMIsAInstruction(value) || !tells_address(f, value)) return false;
  if (LLVMIsACastInst(value) && !LLVMIsAPtrToIntInst(value)) return holds_bits(f, LLVMGetOperand(value, 0), depth - 1);
  if (LLVMIsABinaryOperator(value))
    return holds_bits(f, LLVMGetOperand(value, 0), depth - 1) || holds_bits(f, LLVMGetOperand(value, 1), depth - 1);
  if (!LLVMIsALoadInst(value)) return false;
  LLVMValueRef pointer = LLVMGetOperand(value, 0);
  if (!is_plain_local(pointer)) return !names_integer(pointer);
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && holds_bits(f, LLVMGetOperand(user, 0), depth - 1)) return true;
  }
  return false;
}

static void look_at_bits(struct front *f, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (opcode == LLVMCall || opcode == LLVMRet) { // what becomes of it is not seen here
    unsigned n = opcode == LLVMCall ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i);
    for (unsigned k = 0; k < n; k++)
      if (holds_bits(f, LLVMGetOperand(i, k), LOOK_BACK)) assume(f, "address-layout", address_layout, i);
    return;
  }
  bool is_compare = opcode == LLVMICmp, is_float = opcode == LLVMUIToFP || opcode == LLVMSIToFP;
  if (!is_compare && !is_float && opcode != LLVMSwitch && !LLVMIsABinaryOperator(i)) return;
  LLVMValueRef left = LLVMGetOperand(i, 0), right = is_float || opcode == LLVMSwitch ? left : LLVMGetOperand(i, 1);
  if (is_compare && (constant_is_zero(left) || constant_is_zero(right))) return; // null
  if (!holds_bits(f, left, LOOK_BACK) && !holds_bits(f, right, LOOK_BACK)) return;
  if (opcode == LLVMAnd || opcode == LLVMURem || opcode == LLVMSRem) assume(f, "alignment", alignment, i);
  else assume(f, "address-layout", address_layout, i);
}

// May the pointer lead to an object whose type asks for less than such an alignment? Then its place decides.
static bool is_aligned_by_place(struct front *f, LLVMValueRef pointer, uint64_t alignment) {
  uint32_t node = pointsto_target(f, pointer);
  for (uint32_t i = 0; i < f->objects.size; i++) {
    LLVMValueRef object = f->objects.data[i].value;
    if (LLVMGetAlignment(object) < alignment && pointsto_target(f, object) == node) return true;
  }
  return false;
}

static bool is_narrow(LLVMValueRef index) {
  if (LLVMIsAExtractValueInst(index)) index = LLVMGetOperand(LLVMGetOperand(index, 0), 1);
  return LLVMIsAConstantInt(index) || LLVMIsASExtInst(index) || LLVMIsAZExtInst(index);
}

// Of an address that the sanitizer asks for: its alignment, or where it leads to. What is behind the end of the address
// space depends on where the object is, but for short ways in a large space.
static void look_at_check(struct front *f, LLVMValueRef call) {
  for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMOpcode opcode = LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMRet;
    if (opcode == LLVMAnd && LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
        is_aligned_by_place(f, LLVMGetOperand(call, 0), LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1)) + 1))
      assume(f, "alignment", alignment, call);
    if (opcode == LLVMAdd && !LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
        (f->pointer_bits == 32 || !is_narrow(LLVMGetOperand(user, 1))))
      assume(f, "address-layout", address_layout, call);
  }
}

static void look_at(struct front *f, LLVMValueRef i, const struct map_u32 *moved) {
  look_at_bits(f, i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMCall: {
    uint32_t detail;
    LLVMValueRef function = called_function(i);
    bool is_check = function && builtin_of(f, function, &detail) == BUILTIN_SAFETY;
    if (is_check && detail == SAFETY_ADDRESS) look_at_check(f, i);
    look_at_call(f, i);
    break;
  }
  case LLVMPtrToInt: look_at_number(f, i); break;
  case LLVMICmp: {
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE) {
      bool literal = !LLVMIsAConstantPointerNull(a) && !LLVMIsAConstantPointerNull(b) &&
                     (is_literal(base_of(a)) || is_literal(base_of(b)));
      if (literal || may_touch(f, a, b, moved)) assume(f, "address-layout", address_layout, i);
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
  struct map_u32 moved = {0};
  find_steps(f, &moved);
  for (uint32_t k = 0; k < f->functions.size; k++) {
    LLVMValueRef function = f->functions.data[k];
    if (is_model(function)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look_at(f, i, &moved);
  }
  look_at_signals(f);
  map_u32_release(&moved);
  if (f->points.anything) assume(f, "input-pointer", input_pointer, f->points.anything_use);
  if (f->points.outside) assume(f, "outside-pointer", outside_pointer, f->points.outside_use);
}
