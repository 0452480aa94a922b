// External pointers: parameters of the entry function, results of functions without a body, contents of variables that
// no file defines. The automaton has any number for them, also one that no caller could pass: C forbids to make a
// pointer that is not aligned for its type, or that leads nowhere and is not null. A check that fails only for such a
// number shows no error of the program. Where the pointer is used as it came, that is an assumption; where the program
// may have changed it, or put one of its own in its place, TRUE is impossible.
#include "front/check/checks.h"
#include "front/library/builtins.h"
#include "front/check/safety.h"
#include "front/memory/layout/layout.h"
#include "front/memory/pointsto.h"
#include "front/start/start.h"
#include "front/translate/names.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"

static const char aligned[] = "external pointers lead to memory that is aligned for the type that it is accessed with";
static const char leads[] =
    "external pointers that are not null lead to objects of the type that is accessed, and to no "
    "constant that is written";
static const char calls[] = "external pointers to functions that are not null lead to functions";

bool external_may_be(struct front *f, LLVMValueRef pointer) {
  return pointsto_flags(f, pointsto_target(f, pointer)) & (NODE_OUTSIDE | NODE_FOREIGN);
}

// What reads the variable only: loads, and calls of checks and intrinsics, which get its address.
static bool only_reads(LLVMValueRef user) {
  uint32_t detail;
  LLVMValueRef function = LLVMIsACallInst(user) ? called_function(user) : NULL;
  if (!function) return LLVMIsALoadInst(user);
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  return safety_function(name, &detail) || !strncmp(name, "llvm.lifetime.", 14) || !strncmp(name, "llvm.dbg.", 9);
}

static bool is_only_read(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
    if (!only_reads(LLVMGetUser(use))) return false;
  return true;
}

// Does it call setjmp, to which control may come back from anywhere?
static bool is_returned_to(LLVMValueRef function) {
  static const char twice[] = "returns_twice";
  unsigned kind = LLVMGetEnumAttributeKindForName(twice, sizeof twice - 1);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
      if (LLVMIsACallInst(i) && LLVMGetCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, kind)) return true;
      if (callee && LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind)) return true;
    }
  return false;
}

// May the load read what the store has written?
static bool may_read(LLVMValueRef load, LLVMValueRef store) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(store);
  if (is_returned_to(LLVMGetBasicBlockParent(block))) return true;
  if (block == LLVMGetInstructionParent(load))
    for (LLVMValueRef i = store; i; i = LLVMGetNextInstruction(i))
      if (i == load) return true;
  return layout_reaches(block, LLVMGetInstructionParent(load));
}

// The one value that a load of a local may read, whose address nothing else gets; NULL: there may be others.
static LLVMValueRef only_value(LLVMValueRef variable, LLVMValueRef load) {
  LLVMValueRef stored = NULL;
  if (!LLVMIsAAllocaInst(variable)) return NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (only_reads(user)) continue;
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable) return NULL;
    if (!may_read(load, user)) continue;
    if (stored) return NULL;
    stored = LLVMGetOperand(user, 0);
  }
  return stored;
}

// Is the value as it came, by way of a variable that holds nothing else there?
static bool is_as_it_came(struct front *f, LLVMValueRef value) {
  for (unsigned steps = 0; value && steps < 16; steps++) {
    if (LLVMIsAArgument(value))
      return LLVMGetParamParent(value) == f->entry && strcmp(f->options->entry, "main") && entry_runs_once(f, f->entry);
    if (LLVMIsACallInst(value)) {
      LLVMValueRef function = called_function(value);
      uint32_t detail; // malloc and its like give the program's own blocks
      return function && LLVMIsDeclaration(function) && !LLVMGetIntrinsicID(function) &&
             builtin_of(f, function, &detail) == BUILTIN_NONE && external_may_be(f, value);
    }
    if (!LLVMIsALoadInst(value)) return false;
    LLVMValueRef variable = LLVMGetOperand(value, 0);
    if (LLVMIsAGlobalVariable(variable)) return LLVMIsDeclaration(variable) && is_only_read(variable);
    value = only_value(variable, value);
  }
  return false;
}

// The pointer that an address was computed from.
static LLVMValueRef root_of(LLVMValueRef pointer) {
  while (is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

// Is the address that of a part of the object at its root? Elements behind the first are none.
static bool is_part(LLVMValueRef pointer) {
  for (; is_gep(pointer); pointer = LLVMGetOperand(pointer, 0)) {
    LLVMValueRef first = LLVMGetOperand(pointer, 1);
    if (!LLVMIsAConstantInt(first) || !LLVMIsNull(first)) return false;
  }
  return true;
}

static void assume(struct translation *t, const char *text, LLVMValueRef at) {
  cfa_add_assumption(t->f->cfa, "outside-pointer", text, place_of(t->f, at));
}

// The call that has the address which a check is made of, by masks and comparisons; NULL: there is none.
static LLVMValueRef checked_address(LLVMValueRef value) {
  size_t n;
  for (unsigned steps = 0; LLVMIsAInstruction(value) && steps < 8; steps++) {
    LLVMValueRef function = LLVMIsACallInst(value) ? called_function(value) : NULL;
    if (function) return strcmp(LLVMGetValueName2(function, &n), safety_names[SAFETY_ADDRESS]) ? NULL : value;
    if (!LLVMGetNumOperands(value)) return NULL;
    value = LLVMGetOperand(value, 0);
  }
  return NULL;
}

// The number of the root, from that of the pointer; TERM_NONE: it is not known how far they are apart. Of both only the
// pointer's is known to be there where its check fails.
static struct term root_number(struct translation *t, LLVMValueRef pointer, struct term number) {
  for (int64_t step; is_gep(pointer); pointer = LLVMGetOperand(pointer, 0)) {
    if (!gep_constant_offset(t->f, pointer, &step)) return TERM_NONE;
    number = term_sub(t->f->tm, number, term_bv_signed(t->f->tm, t->f->pointer_bits, step));
  }
  return number;
}

void external_address(struct translation *t, LLVMValueRef check, uint64_t alignment) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  LLVMValueRef address = checked_address(check), pointer = address ? LLVMGetOperand(address, 0) : NULL;
  if (!pointer || !external_may_be(f, root_of(pointer))) return;
  struct term number = operand(t, address), root = root_number(t, pointer, number);
  struct term none = term_bv(tm, f->pointer_bits, 0), mask = term_bv(tm, f->pointer_bits, alignment - 1);
  bool is_known = !term_none(root);
  struct term odd = term_not(tm, term_eq(tm, term_bvand(tm, is_known ? root : number, mask), none));
  struct term impossible = odd;
  if (is_known && is_part(pointer)) // a member's address wraps around
    impossible = term_or(tm, odd, term_and(tm, term_eq(tm, number, none), term_not(tm, term_eq(tm, root, none))));
  if (term_is_false(tm, impossible)) return;
  if (is_known && is_as_it_came(f, root_of(pointer))) {
    assume(t, aligned, check);
    segment_guard(t, term_not(tm, impossible));
  } else {
    segment_unsupported(t, impossible, "an access through an external pointer that may not be aligned");
  }
}

void external_sum(struct translation *t, LLVMValueRef base, LLVMValueRef sum) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  LLVMValueRef address = checked_address(base), pointer = address ? LLVMGetOperand(address, 0) : NULL;
  if (!pointer || address != base || !external_may_be(f, root_of(pointer))) return;
  struct term number = operand(t, base), root = root_number(t, pointer, number);
  struct term null = term_eq(tm, term_none(root) ? number : root, term_bv(tm, f->pointer_bits, 0));
  bool is_constant = LLVMIsAInstruction(sum) && LLVMGetInstructionOpcode(sum) == LLVMAdd &&
                     LLVMIsAConstantInt(LLVMGetOperand(sum, 1)) &&
                     LLVMConstIntGetZExtValue(LLVMGetOperand(sum, 1)) <= 0x1000;
  if (is_constant && is_part(pointer) && is_as_it_came(f, root_of(pointer))) {
    assume(t, leads, base);
    segment_guard(t, null);
  } else {
    segment_unsupported(t, term_not(tm, null), "an address that is computed from an external pointer");
  }
}

bool external_leads(struct translation *t, LLVMValueRef pointer, LLVMValueRef at) {
  LLVMValueRef root = root_of(pointer);
  if (!external_may_be(t->f, root) || !is_part(pointer) || !is_as_it_came(t->f, root)) return false;
  assume(t, leads, at);
  return true;
}

bool external_is_called(struct translation *t, LLVMValueRef function, LLVMValueRef at) {
  if (!is_as_it_came(t->f, function)) return false;
  assume(t, calls, at);
  return true;
}
