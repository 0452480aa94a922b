// Comparisons whose result is more than a sign.
//
// C says of the results of strcmp, memcmp and their like only whether they are below, at or above 0. What they are
// besides depends on the compiler, which may compute them, on the processor, and with 32 bits on more: differences of
// characters, or 1 and -1. Where all that the program does with a result is to test its sign, the exact model is as
// good and cheaper; all other results go through __clew_order (models/string.c), which keeps the sign only. Done before
// the models are linked; functions with a body of the program's own are left alone, and calls through pointers go
// through a function that calls the comparison by its name. In a run __clew_order gives what it gets.
#include "front/context.h"
#include "front/library/library.h"
#include "front/link/functions.h"

// Is a number compared with it to tell its sign?
static bool tests_sign(LLVMValueRef user, LLVMValueRef result) {
  if (!LLVMIsAICmpInst(user) || LLVMGetOperand(user, 0) != result) return false;
  LLVMValueRef with = LLVMGetOperand(user, 1);
  if (!LLVMIsAConstantInt(with)) return false;
  long long number = LLVMConstIntGetSExtValue(with);
  switch (LLVMGetICmpPredicate(user)) {
  case LLVMIntSLT:
  case LLVMIntSGE: return number == 0 || number == 1;
  case LLVMIntSGT:
  case LLVMIntSLE: return number == 0 || number == -1;
  case LLVMIntEQ:
  case LLVMIntNE: return number == 0;
  default: return false;
  }
}

static bool all_test_sign(LLVMValueRef result) {
  for (LLVMUseRef use = LLVMGetFirstUse(result); use; use = LLVMGetNextUse(use))
    if (!tests_sign(LLVMGetUser(use), result)) return false;
  return true;
}

// Says where a variable lives, or what it is called.
static bool is_mark(LLVMValueRef user) {
  LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
  if (!callee || !LLVMIsAFunction(callee)) return false;
  size_t n;
  const char *name = LLVMGetValueName2(callee, &n);
  return !strncmp(name, "llvm.lifetime.", 14) || !strncmp(name, "llvm.dbg.", 9);
}

// A local variable of which only the sign is looked at.
static bool keeps_sign(LLVMValueRef variable) {
  if (!LLVMIsAAllocaInst(variable)) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_mark(user)) continue;
    if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == LLVMGetAllocatedType(variable) && all_test_sign(user)) continue;
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) == variable) return false;
  }
  return true;
}

static bool only_sign_matters(LLVMValueRef call) {
  for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (tests_sign(user, call)) continue;
    if (!LLVMIsAStoreInst(user) || !keeps_sign(LLVMGetOperand(user, 1))) return false;
  }
  return true;
}

static void keep_sign(struct front *f, LLVMValueRef call) {
  LLVMTypeRef number = LLVMTypeOf(call), type = LLVMFunctionType(number, &number, 1, false);
  LLVMValueRef order = LLVMGetNamedFunction(f->module, ORDER_FUNCTION);
  if (!order) order = LLVMAddFunction(f->module, ORDER_FUNCTION, type);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef sign = LLVMBuildCall2(builder, type, order, (LLVMValueRef[]){LLVMGetUndef(number)}, 1, "");
  LLVMReplaceAllUsesWith(call, sign);
  LLVMSetOperand(sign, 0, call);
  LLVMDisposeBuilder(builder);
}

// Calls through pointers become calls by the name.
static void open_pointers(struct front *f, const char *name, bool has_size) {
  LLVMTypeRef number = LLVMInt32TypeInContext(f->context), text = LLVMPointerTypeInContext(f->context, 0);
  LLVMTypeRef types[] = {text, text, LLVMIntTypeInContext(f->context, f->pointer_bits)};
  through_name(f, name, LLVMFunctionType(number, types, has_size ? 3 : 2, false));
}

void orders_open(struct front *f) {
  static const struct {
    const char *name;
    bool has_size;
  } comparisons[] = {
      {"memcmp", true},  {"bcmp", true},        {"strcmp", false},     {"strcoll", false},
      {"strncmp", true}, {"strcasecmp", false}, {"strncasecmp", true}, {"strverscmp", false},
  };
  for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
    open_pointers(f, comparisons[i].name, comparisons[i].has_size);
    LLVMValueRef function = LLVMGetNamedFunction(f->module, comparisons[i].name);
    if (!function || LLVMCountBasicBlocks(function)) continue;
    struct vec_value calls = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) continue;
      if (LLVMTypeOf(user) == LLVMInt32TypeInContext(f->context) && !only_sign_matters(user))
        vec_value_push(&calls, user);
    }
    for (uint32_t k = 0; k < calls.size; k++) keep_sign(f, calls.data[k]);
    vec_value_release(&calls);
  }
}
