// Copies between places that overlap. memcpy, and the assignment of a structure, are undefined if source and
// destination share some of their bytes; all of them they may share (`s = s`), as compilers make such a copy of it
// themselves.
//
// The check compares addresses: objects do not overlap, so it holds for copies between different ones. It comes behind
// those of memory safety: where a place is outside of its object, the addresses say nothing.
#include "front/check/checks.h"
#include "front/check/pass.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/memory/pointsto.h"
#include "front/translate/types.h"

// The variable that the pointer is computed from; NULL: that is not known.
static LLVMValueRef variable_of(LLVMValueRef pointer) {
  while (is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer) ? pointer : NULL;
}

// Nothing points into two classes: an external pointer, whatever its number, not into a local that is made later.
static bool is_decided(struct front *f, LLVMValueRef to, LLVMValueRef from) {
  LLVMValueRef a = variable_of(to), b = variable_of(from);
  if (to == from || (a && b && a != b)) return true;
  return (external_may_be(f, to) || external_may_be(f, from)) && pointsto_target(f, to) != pointsto_target(f, from);
}

static void check_copy(struct front *f, LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMValueRef callee = called_function(call);
  uint32_t detail;
  size_t n;
  if (!callee || builtin_of(f, callee, &detail) != BUILTIN_MEMCPY) return;
  if (!strstr(LLVMGetValueName2(callee, &n), "memcpy")) return; // memmove may
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
  if (is_decided(f, to, from)) return;
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef size = LLVMBuildIntCast2(builder, LLVMGetOperand(call, 2), word, 0, "");
  LLVMValueRef a = sanitizer_address(f, builder, to, word), b = sanitizer_address(f, builder, from, word);
  LLVMValueRef above = LLVMBuildICmp(builder, LLVMIntULT, LLVMBuildSub(builder, a, b, ""), size, "");
  LLVMValueRef below = LLVMBuildICmp(builder, LLVMIntULT, LLVMBuildSub(builder, b, a, ""), size, "");
  LLVMValueRef differ = LLVMBuildICmp(builder, LLVMIntNE, a, b, "");
  LLVMValueRef overlap = LLVMBuildAnd(builder, differ, LLVMBuildOr(builder, above, below, ""), "");
  arithmetic_check(f, builder, overlap, ARITHMETIC_OVERLAP);
}

static void add(struct front *f) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i)) check_copy(f, builder, i);
  LLVMDisposeBuilder(builder);
}

const struct check_pass pass_overlap = {.stage = PASS_POINTERS, .of = PROPERTY_SET(UNDEFINED), .add = add};
