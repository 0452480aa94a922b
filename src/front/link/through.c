// Functions with a built-in meaning that are called through pointers: hooks = {malloc, free}.
//
// A built-in meaning is given where a call names its function; the analyses of memory, too, know it by the name. So
// each such function whose address is taken gets a body: a function that calls it by its name, with the same
// parameters, and whose address stands for the library's wherever the program takes it. There is one for each, so that
// addresses can be compared. It stays in the program for a native run.
#include "front/check/checks.h"
#include "front/compile/module.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include <stdio.h>

// Errors and inputs need nothing of this: they have no arguments that matter. Of ends it matters that checks stand
// before them.
static bool can_stand_for(const struct front *f, enum builtin builtin) {
  switch (builtin) {
  case BUILTIN_IGNORE:
  case BUILTIN_ASSERT:
  case BUILTIN_ASSUME:
  case BUILTIN_NONDET_MEMORY:
  case BUILTIN_MALLOC:
  case BUILTIN_CALLOC:
  case BUILTIN_MEMCPY:
  case BUILTIN_MEMSET:
  case BUILTIN_SETROUND:
  case BUILTIN_GETROUND: return true;
  case BUILTIN_ASSERT_FAIL: return asks(f, TRAIT_ALL_FREED) && !checks(f, PROPERTY_UNREACH);
  case BUILTIN_FREE:
  case BUILTIN_STOP: return provenance_is_asked(f);
  default: return builtin >= BUILTIN_ABS; // integers and floats
  }
}

// Models before whose calls there are checks (provenance/program.c).
static bool is_checked_model(const struct front *f, LLVMValueRef function) {
  const char *name = function_name(function);
  return provenance_is_asked(f) && is_model(function) && (!strcmp(name, "realloc") || !strcmp(name, "quick_exit"));
}

static bool is_call_of(LLVMValueRef user, LLVMValueRef function) {
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}

bool through_is_taken(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_call_of(user, function)) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == function) return true;
  }
  return false;
}

// From now on the address of `function` is that of `other`; calls by name stay.
static void replace_address(LLVMValueRef function, LLVMValueRef other) {
  struct vec_value calls = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (is_call_of(LLVMGetUser(use), function)) vec_value_push(&calls, LLVMGetUser(use));
  LLVMReplaceAllUsesWith(function, other);
  for (uint32_t i = 0; i < calls.size; i++)
    LLVMSetOperand(calls.data[i], (unsigned)LLVMGetNumOperands(calls.data[i]) - 1, function);
  vec_value_release(&calls);
}

static void add_body(struct front *f, LLVMValueRef function, LLVMValueRef other) {
  LLVMTypeRef type = LLVMGlobalGetValueType(other);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(f->context, other, ""));
  unsigned n = LLVMCountParams(other);
  if (LLVMIsFunctionVarArg(type)) { // an end; what it says before is not needed
    LLVMTypeRef status = LLVMInt32TypeInContext(f->context);
    if (n) function = LLVMGetNamedFunction(f->module, "exit");
    type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &status, 1, 0);
    if (!function) function = LLVMAddFunction(f->module, "exit", type);
    LLVMBuildCall2(builder, type, function, (LLVMValueRef[]){LLVMConstNull(status)}, 1, "");
    LLVMBuildUnreachable(builder);
    LLVMDisposeBuilder(builder);
    return;
  }
  LLVMValueRef *arguments = mem_zalloc(n + 1, sizeof *arguments);
  for (unsigned i = 0; i < n; i++) arguments[i] = LLVMGetParam(other, i);
  LLVMValueRef result = LLVMBuildCall2(builder, type, function, arguments, n, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind) LLVMBuildRetVoid(builder);
  else LLVMBuildRet(builder, result);
  mem_free(arguments);
  LLVMDisposeBuilder(builder);
}

void function_hide(struct front *f, LLVMValueRef function, const char *name) {
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          LLVMCreateStringAttribute(f->context, "clew-name", 9, name, (unsigned)strlen(name)));
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          LLVMCreateStringAttribute(f->context, "clew-through", 12, "", 0));
}

void through_stand_in(struct front *f, LLVMValueRef function, LLVMTypeRef type) {
  char name[300];
  size_t n;
  const char *real = LLVMGetValueName2(function, &n);
  snprintf(name, sizeof name, "clew.through.%s", real);
  LLVMValueRef other = LLVMAddFunction(f->module, name, type);
  LLVMSetLinkage(other, LLVMInternalLinkage);
  function_hide(f, other, real);
  replace_address(function, other);
  add_body(f, function, other);
}

void through_name(struct front *f, const char *name, LLVMTypeRef type) {
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  if (!function || LLVMCountBasicBlocks(function) || !through_is_taken(function)) return;
  LLVMTypeRef declared = LLVMGlobalGetValueType(function);
  if (!LLVMIsFunctionVarArg(declared)) through_stand_in(f, function, declared);
  else if (type && !LLVMCountParamTypes(declared)) through_stand_in(f, function, type);
}

bool is_stand_in(LLVMValueRef function) {
  return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "clew-through", 12) != NULL;
}

static bool is_library(struct front *f, LLVMValueRef function) {
  uint32_t detail;
  if (LLVMGetIntrinsicID(function)) return false;
  enum builtin builtin = builtin_of(f, function, &detail);
  // A declaration without parameters says nothing about the arguments.
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) && builtin != BUILTIN_STOP) return false;
  return can_stand_for(f, builtin);
}

void through_pointers(struct front *f) {
  struct vec_value functions = {0};
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    if (!through_is_taken(g)) continue;
    if (LLVMCountBasicBlocks(g) ? is_checked_model(f, g) : is_library(f, g)) vec_value_push(&functions, g);
  }
  for (uint32_t i = 0; i < functions.size; i++)
    through_stand_in(f, functions.data[i], LLVMGlobalGetValueType(functions.data[i]));
  vec_value_release(&functions);
}
