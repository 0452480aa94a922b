// Floating-point divisions: a check before each that its divisor is not zero, of either sign. Vectors are checked by
// their elements; a complex divisor is zero if both of its parts are. Models of the C library are not the program's.
#include "front/check/pass.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include <string.h>

static LLVMValueRef is_zero(LLVMBuilderRef builder, LLVMValueRef divisor) {
  return LLVMBuildFCmp(builder, LLVMRealOEQ, divisor, LLVMConstNull(LLVMTypeOf(divisor)), "");
}

static LLVMValueRef any_is_zero(struct front *f, LLVMBuilderRef builder, LLVMValueRef divisor) {
  LLVMTypeRef type = LLVMTypeOf(divisor), number = LLVMInt32TypeInContext(f->context);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return is_zero(builder, divisor);
  LLVMValueRef any = LLVMConstNull(LLVMInt1TypeInContext(f->context));
  for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
    LLVMValueRef element = LLVMBuildExtractElement(builder, divisor, LLVMConstInt(number, k, 0), "");
    any = LLVMBuildOr(builder, any, is_zero(builder, element), "");
  }
  return any;
}

// __divsc3 and its like of the compiler's library: the parts of the divisor are the last arguments.
static bool divides_complex(LLVMValueRef call) {
  LLVMValueRef callee = called_function(call);
  size_t length = 0;
  const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
  return length == 8 && !strncmp(name, "__div", 5) && !strcmp(name + 6, "c3") && LLVMGetNumArgOperands(call) >= 4;
}

// Is the divisor of the instruction zero? NULL: it is no such division.
static LLVMValueRef violated(struct front *f, LLVMBuilderRef builder, LLVMValueRef i) {
  if (LLVMGetInstructionOpcode(i) == LLVMFDiv) return any_is_zero(f, builder, LLVMGetOperand(i, 1));
  if (!LLVMIsACallInst(i) || !divides_complex(i)) return NULL;
  unsigned n = LLVMGetNumArgOperands(i);
  LLVMValueRef real = LLVMGetOperand(i, n - 2), imaginary = LLVMGetOperand(i, n - 1);
  return LLVMBuildAnd(builder, is_zero(builder, real), is_zero(builder, imaginary), "");
}

static void add(struct front *f) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    if (is_model(g)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        LLVMPositionBuilderBefore(builder, i);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(i));
        LLVMValueRef bad = violated(f, builder, i);
        if (bad) pass_check(f, builder, &pass_fdiv, bad);
      }
  }
  LLVMDisposeBuilder(builder);
}

static void failed(struct translation *t, LLVMValueRef call) {
  pass_violation(t, call, PROPERTY_FDIV, "a floating-point division by zero");
}

const struct check_pass pass_fdiv = {
    .stage = PASS_LINKED,
    .of = PROPERTY_SET(FDIV),
    .add = add,
    .function = "clew.check_fdiv",
    .failed = failed,
};
