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
#include "front/translate/call.h"
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

bool external_exist(struct front *f) {
  for (uint32_t n = 1; n < f->points.parent.size; n++)
    if (pointsto_flags(f, n) & (NODE_OUTSIDE | NODE_FOREIGN)) return true;
  return f->points.outside;
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

// --- pointers as they came ---------------------------------------------------------------------------------------

// What may put a pointer into memory: stores of one, copies, atomic exchanges, calls of the C library, initialisers.
static void find_writers(struct front *f) {
  f->pointer_writers_known = true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef initial = LLVMGetLinkage(g) == LLVMPrivateLinkage ? NULL
                                                                   : LLVMGetInitializer(g); // private: clang's own
    if (initial && !LLVMIsNull(initial)) vec_value_push(&f->pointer_writers, g);
  }
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        bool is_call = LLVMIsACallInst(i), is_atomic = LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
        if (is_call || is_atomic || LLVMIsAStoreInst(i)) vec_value_push(&f->pointer_writers, i);
      }
}

// Does the call leave alone what its arguments lead to? A function without a body is assumed to; what it writes with
// --undefined havoc is external.
static bool call_leaves(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  size_t n;
  if (!function) return !LLVMIsAInlineAsm(LLVMGetCalledValue(call));
  if (!LLVMIsDeclaration(function)) return true; // what its body does counts
  const char *name = LLVMGetValueName2(function, &n);
  if (safety_function(name, &detail) || sanitizer_handler(name, &detail) || !strncmp(name, "llvm.lifetime.", 14) ||
      !strncmp(name, "llvm.dbg.", 9))
    return true;
  return !LLVMGetIntrinsicID(function) && builtin_of(f, function, &detail) == BUILTIN_NONE;
}

// Does the initialiser have the address of a part of an object, or of its end?
static bool has_part(LLVMValueRef initial) {
  if (is_gep(initial)) return true;
  if (!LLVMIsAConstantStruct(initial) && !LLVMIsAConstantArray(initial)) return false;
  for (int i = 0; i < LLVMGetNumOperands(initial); i++)
    if (has_part(LLVMGetOperand(initial, (unsigned)i))) return true;
  return false;
}

// External pointers may lead to a variable that other files can name, also where nothing in the program does.
static bool may_be_meant(LLVMValueRef variable) {
  return LLVMGetLinkage(variable) != LLVMInternalLinkage && has_part(LLVMGetInitializer(variable));
}

static bool leads_to(struct front *f, LLVMValueRef value, uint32_t memory) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind && pointsto_target(f, value) == memory;
}

// The pointer that an address was computed from.
static LLVMValueRef root_of(LLVMValueRef pointer) {
  while (is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

// Values that were asked for: a loop leads back to them.
struct seen {
  LLVMValueRef values[32];
  uint32_t size;
};

static bool came(struct front *f, LLVMValueRef value, struct seen *seen);

// Are the addresses those of different members of one structure?
static bool are_other_members(LLVMValueRef a, LLVMValueRef b) {
  if (!is_gep(a) || !is_gep(b) || LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b)) return false;
  if (LLVMGetTypeKind(LLVMGetGEPSourceElementType(a)) != LLVMStructTypeKind) return false;
  if (LLVMGetNumOperands(a) != 3 || LLVMGetNumOperands(b) != 3) return false;
  LLVMValueRef m = LLVMGetOperand(a, 2), n = LLVMGetOperand(b, 2);
  return LLVMConstIntGetZExtValue(m) != LLVMConstIntGetZExtValue(n);
}

// May it write a pointer at the address, or, as a number, a part of one?
static bool writes_pointer(struct front *f, LLVMValueRef writer, LLVMValueRef address, bool is_punned,
                           struct seen *seen) {
  uint32_t memory = pointsto_target(f, address);
  if (LLVMIsAGlobalVariable(writer)) return may_be_meant(writer) || leads_to(f, writer, memory);
  if (LLVMIsAStoreInst(writer)) {
    LLVMValueRef to = LLVMGetOperand(writer, 1);
    if (!leads_to(f, to, memory)) return false;
    if (!pointsto_is_plain(LLVMGetOperand(writer, 0))) return true;
    return is_punned && !(are_other_members(to, address) && came(f, root_of(to), seen));
  }
  if (!LLVMIsACallInst(writer)) return leads_to(f, LLVMGetOperand(writer, 0), memory);
  if (call_leaves(f, writer)) return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(writer); i++)
    if (leads_to(f, LLVMGetOperand(writer, i), memory)) return true;
  return false;
}

// Is the pointer at the address the one that was there before the program?
static bool was_there_before(struct front *f, LLVMValueRef address, struct seen *seen) {
  uint32_t flags = pointsto_flags(f, pointsto_contents(f, pointsto_target(f, address)));
  if (flags & (NODE_FROM_INTEGER | NODE_MOVED | NODE_VARIADIC | NODE_UNWRITTEN)) return false;
  if (!f->pointer_writers_known) find_writers(f);
  for (uint32_t i = 0; i < f->pointer_writers.size; i++)
    if (writes_pointer(f, f->pointer_writers.data[i], address, flags & NODE_PUNNED, seen)) return false;
  return true;
}

// Is the address that of a part of the object at its root? Elements behind the first are none.
static bool is_part(LLVMValueRef pointer) {
  for (; is_gep(pointer); pointer = LLVMGetOperand(pointer, 0)) {
    LLVMValueRef first = LLVMGetOperand(pointer, 1);
    if (!LLVMIsAConstantInt(first) || !LLVMIsNull(first)) return false;
  }
  return true;
}

// All values that a load of a local may read, whose address nothing else gets.
static bool values_came(struct front *f, LLVMValueRef variable, LLVMValueRef load, struct seen *seen) {
  bool any = false;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (only_reads(user)) continue;
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable) return false;
    if (!may_read(load, user)) continue;
    if (!came(f, LLVMGetOperand(user, 0), seen)) return false;
    any = true;
  }
  return any;
}

static bool load_came(struct front *f, LLVMValueRef load, struct seen *seen) {
  LLVMValueRef address = LLVMGetOperand(load, 0), root = root_of(address);
  if (LLVMIsAAllocaInst(address)) return values_came(f, address, load, seen);
  if (LLVMIsAGlobalVariable(root)) {
    if (!LLVMIsDeclaration(root)) return false;
    return (root == address && is_only_read(root)) || (is_part(address) && was_there_before(f, address, seen));
  }
  return is_part(address) && came(f, root, seen) && was_there_before(f, address, seen);
}

// A result of a function without a body, by its name or through an external pointer that leads to none of the program.
static bool result_came(struct front *f, LLVMValueRef call, struct seen *seen) {
  LLVMValueRef function = called_function(call), pointer = LLVMGetCalledValue(call);
  uint32_t detail; // malloc and its like give the program's own blocks
  if (!external_may_be(f, call)) return false;
  if (function)
    return LLVMIsDeclaration(function) && !LLVMGetIntrinsicID(function) &&
           builtin_of(f, function, &detail) == BUILTIN_NONE;
  struct vec_value candidates = {0};
  if (!LLVMIsAInlineAsm(pointer)) indirect_candidates(f, call, &candidates);
  bool is_external = !LLVMIsAInlineAsm(pointer) && !candidates.size && indirect_is_unknown(f, call);
  vec_value_release(&candidates);
  return is_external && came(f, pointer, seen);
}

static bool came(struct front *f, LLVMValueRef value, struct seen *seen) {
  for (uint32_t i = 0; i < seen->size; i++)
    if (seen->values[i] == value) return true;
  if (seen->size == sizeof seen->values / sizeof *seen->values) return false;
  seen->values[seen->size++] = value;
  if (LLVMIsAConstantPointerNull(value)) return true;
  if (LLVMIsAArgument(value))
    return LLVMGetParamParent(value) == f->entry && strcmp(f->options->entry, "main") && entry_runs_once(f, f->entry);
  if (LLVMIsACallInst(value)) return result_came(f, value, seen);
  return LLVMIsALoadInst(value) && load_came(f, value, seen);
}

// Is the value as it came, by way of variables that hold nothing else there, and of external memory that the program
// puts no pointers into?
static bool is_as_it_came(struct front *f, LLVMValueRef value) {
  struct seen seen = {.size = 0};
  return came(f, value, &seen);
}

// --- checks --------------------------------------------------------------------------------------------------------

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
