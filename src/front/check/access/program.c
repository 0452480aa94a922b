// The pass over the program.
#include "front/check/access/access_pass.h"
#include "front/check/safety.h"
#include "front/library/builtins.h"
#include "front/translate/types.h"

void access_emit(struct access_checks *a, LLVMValueRef before, enum undefined what, LLVMValueRef bad,
                 LLVMValueRef bytes, uint64_t alignment) {
  if (LLVMIsAConstantInt(bad) && LLVMIsNull(bad)) return;
  LLVMPositionBuilderBefore(a->builder, before);
  LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(before));
  LLVMTypeRef types[] = {a->number, a->number, a->word, a->word};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(a->f->context), types, 4, 0);
  LLVMValueRef function = LLVMGetNamedFunction(a->f->module, safety_names[SAFETY_UNDEFINED]);
  if (!function) function = LLVMAddFunction(a->f->module, safety_names[SAFETY_UNDEFINED], type);
  LLVMValueRef arguments[] = {LLVMBuildIntCast2(a->builder, bad, a->number, 0, ""), LLVMConstInt(a->number, what, 0),
                              bytes, LLVMConstInt(a->word, alignment, 0)};
  LLVMBuildCall2(a->builder, type, function, arguments, 4, "");
}

static void check(struct access_checks *a, LLVMValueRef instruction, LLVMValueRef pointer, LLVMValueRef bytes,
                  uint64_t alignment, bool writes) {
  bytes = LLVMIsAConstantInt(bytes) ? LLVMConstInt(a->word, LLVMConstIntGetZExtValue(bytes), 0) : bytes;
  if (LLVMIsAConstantInt(bytes) && LLVMIsNull(bytes)) return;
  if (LLVMTypeOf(bytes) != a->word) {
    LLVMPositionBuilderBefore(a->builder, instruction);
    bytes = LLVMBuildIntCast2(a->builder, bytes, a->word, 0, "");
  }
  struct access access = {instruction, pointer, bytes, alignment ? alignment : 1, writes};
  access_check_pointer(a, &access);
  access_check_bounds(a, &access);
}

static void check_typed(struct access_checks *a, LLVMValueRef i, unsigned operand, LLVMTypeRef type, bool writes) {
  check(a, i, LLVMGetOperand(i, operand), LLVMConstInt(a->word, type_size(a->f, type), 0), LLVMGetAlignment(i), writes);
}

// --- calls -------------------------------------------------------------------------------------------------------

static LLVMAttributeRef attribute_of(LLVMValueRef call, unsigned k, const char *name) {
  return LLVMGetCallSiteEnumAttribute(call, k + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static uint64_t argument_alignment(LLVMValueRef call, unsigned k) {
  LLVMAttributeRef align = attribute_of(call, k, "align");
  return align ? LLVMGetEnumAttributeValue(align) : 1;
}

// Structures: clang copies them with calls of its own.
static void at_intrinsic(struct access_checks *a, LLVMValueRef call, const char *name) {
  bool copies = !strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13);
  if (!copies && strncmp(name, "llvm.memset.", 12) != 0) return;
  LLVMValueRef bytes = LLVMGetOperand(call, 2);
  if (copies) check(a, call, LLVMGetOperand(call, 1), bytes, argument_alignment(call, 1), false);
  check(a, call, LLVMGetOperand(call, 0), bytes, argument_alignment(call, 0), true);
}

// Arguments that are passed by value are read by the call, the place of a result that is passed is written, and
// assembly accesses its operands in memory.
static void at_arguments(struct access_checks *a, LLVMValueRef call) {
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMAttributeRef read = attribute_of(call, k, "byval"), written = attribute_of(call, k, "sret");
    LLVMAttributeRef type = read ? read : written ? written : attribute_of(call, k, "elementtype");
    if (!type) continue;
    LLVMTypeRef of = LLVMGetTypeAttributeValue(type);
    check(a, call, LLVMGetOperand(call, k), LLVMConstInt(a->word, type_alloc_size(a->f, of), 0),
          argument_alignment(call, k), written != NULL);
  }
}

static void at_call(struct access_checks *a, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call), function = called_function(call);
  size_t n;
  if (function && LLVMGetIntrinsicID(function)) {
    at_intrinsic(a, call, LLVMGetValueName2(function, &n));
    return;
  }
  at_arguments(a, call);
  if (function || LLVMIsAInlineAsm(callee) || access_is_object(callee)) return;
  LLVMPositionBuilderBefore(a->builder, call);
  LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(call));
  access_emit(a, call, UNDEFINED_NULL_CALL, LLVMBuildIsNull(a->builder, callee, ""), LLVMConstInt(a->word, 0, 0), 1);
}

// --- computed gotos ----------------------------------------------------------------------------------------------

// Is the address none of the labels that it may lead to?
static void check_goto(struct access_checks *a, LLVMValueRef before, LLVMValueRef address, LLVMValueRef jump) {
  LLVMPositionBuilderBefore(a->builder, before);
  LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(before));
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(jump));
  LLVMValueRef bad = LLVMConstInt(LLVMInt1TypeInContext(a->f->context), 1, 0);
  for (unsigned k = 0; k < LLVMGetNumSuccessors(jump); k++) {
    LLVMValueRef label = LLVMBlockAddress(function, LLVMGetSuccessor(jump, k));
    bad = LLVMBuildAnd(a->builder, bad, LLVMBuildICmp(a->builder, LLVMIntNE, address, label, ""), "");
  }
  access_emit(a, before, UNDEFINED_GOTO, bad, LLVMConstInt(a->word, 0, 0), 1);
}

// clang has one jump for all gotos of a function: the check is where the goto is.
static void at_goto(struct access_checks *a, LLVMValueRef jump) {
  LLVMValueRef address = LLVMGetOperand(jump, 0);
  if (!LLVMIsAPHINode(address) || LLVMGetInstructionParent(address) != LLVMGetInstructionParent(jump)) {
    check_goto(a, jump, address, jump);
    return;
  }
  for (unsigned k = 0; k < LLVMCountIncoming(address); k++)
    check_goto(a, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(address, k)), LLVMGetIncomingValue(address, k),
               jump);
}

// --- everything --------------------------------------------------------------------------------------------------

static void at_instruction(struct access_checks *a, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: check_typed(a, i, 0, LLVMTypeOf(i), false); break;
  case LLVMStore: check_typed(a, i, 1, LLVMTypeOf(LLVMGetOperand(i, 0)), true); break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: check_typed(a, i, 0, LLVMTypeOf(LLVMGetOperand(i, 1)), true); break;
  case LLVMCall: at_call(a, i); break;
  case LLVMIndirectBr: at_goto(a, i); break;
  case LLVMExtractElement:
  case LLVMInsertElement: access_check_element(a, i); break;
  default: break;
  }
}

void access_checks_add(struct front *f) {
  struct access_checks a = {.f = f,
                            .builder = LLVMCreateBuilderInContext(f->context),
                            .word = LLVMIntTypeInContext(f->context, f->pointer_bits),
                            .number = LLVMInt32TypeInContext(f->context)};
  unsigned nosanitize = LLVMGetMDKindIDInContext(f->context, "nosanitize", 10);
  access_read_sanitizer(&a);
  arrays_find(&a);
  arrays_carry(&a);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (!LLVMGetMetadata(i, nosanitize)) at_instruction(&a, i);
      }
  LLVMDisposeBuilder(a.builder);
  map_u32_release(&a.first);
  map_u32_release(&a.kind_of);
  map_u32_release(&a.followed);
  map_u32_release(&a.bounds_of);
  map_u32_release(&a.slots_of);
  vec_array_kind_release(&a.kinds);
  vec_bounds_release(&a.bounds);
  vec_fact_release(&a.facts);
}
