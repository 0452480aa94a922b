// The harnesses of other verifiers: their functions get the meaning that their tools give them (cfa/dialects.def),
// where the program has no definition of its own.
//
// Done on the module once all files are linked, so that the automaton and the native run see the same: assumptions and
// assertions become calls of clew_assume and clew_assert with a condition that is an int, whatever was passed. Where
// the address of such a function is taken, it becomes that of a function which calls it (through.c).
// klee_make_symbolic, klee_int and nondet_T are inputs under their own names (intrinsics.c).
#include "front/check/checks.h"
#include "front/context.h"
#include "front/link/functions.h"
#include "front/link/link.h"
#include "front/translate/call.h"

enum dialect {
  DIALECT_ASSERT_CALL,
  DIALECT_ASSERT,
  DIALECT_ASSUME,
  DIALECT_ASSUME_WORD,
  DIALECT_ERROR,
  DIALECT_STOP,
  DIALECT_HAVOC,
  DIALECT_SYMBOLIC,
  DIALECT_INTEGER,
  DIALECT_RANGE,
  DIALECT_IS_NAN,
  DIALECT_IS_INFINITE,
  DIALECT_IS_FINITE,
  DIALECT_IS_NORMAL,
  DIALECT_IS_NEGATIVE,
  DIALECT_NOTHING,
};

static const struct {
  const char *name;
  enum dialect dialect;
} dialects[] = {
#define DIALECT(name, id) {name, DIALECT_##id},
#include "cfa/dialects.def"
#undef DIALECT
};

bool is_dialect(const char *name) {
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    if (!strcmp(name, dialects[i].name)) return true;
  return !strncmp(name, "nondet_", 7);
}

// What CBMC knows without a declaration. A program may declare it in the same way once more.
const char dialects_cprover[] = "typedef _Bool __CPROVER_bool;\ntypedef __SIZE_TYPE__ __CPROVER_size_t;\n"
                                "typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;\n"
#define OF_REALS(name)                                                                                                 \
  "_Bool __CPROVER_" name "f(float), __CPROVER_" name "d(double), __CPROVER_" name "ld(long double);\n"
    OF_REALS("isnan") OF_REALS("isinf") OF_REALS("isfinite") OF_REALS("isnormal") OF_REALS("sign");
#undef OF_REALS

const char dialects_klee[] =
    "#ifndef KLEE_H\n#define KLEE_H\n#include <stddef.h>\n#include <stdint.h>\n"
    "void klee_make_symbolic(void *, size_t, const char *);\n"
    "int klee_int(const char *), klee_range(int, int, const char *);\n"
    "void klee_assume(uintptr_t), klee_assert(int), klee_prefer_cex(void *, uintptr_t);\n"
    "void klee_posix_prefer_cex(void *, uintptr_t);\n"
    "void klee_silent_exit(int) __attribute__((noreturn)), klee_abort(void) __attribute__((noreturn));\n"
    "void klee_report_error(const char *, int, const char *, const char *) __attribute__((noreturn));\n"
    "void klee_warning(const char *), klee_warning_once(const char *), klee_stack_trace(void);\n"
    "void klee_print_expr(const char *, ...), klee_print_range(const char *, int);\n"
    "void klee_open_merge(void), klee_close_merge(void);\n"
    "uintptr_t klee_choose(uintptr_t);\nunsigned klee_is_symbolic(uintptr_t), klee_is_replay(void);\n"
    "size_t klee_get_obj_size(void *);\nvoid klee_check_memory_access(const void *, size_t);\n"
    "int32_t klee_get_value_i32(int32_t);\nint64_t klee_get_value_i64(int64_t);\n"
    "long klee_get_valuel(long);\nvoid klee_mark_global(void *), klee_set_forking(unsigned);\n#endif\n";

struct rewriting {
  struct front *f;
  LLVMBuilderRef builder;
  LLVMTypeRef word; // int
};

// One that the program defines itself is another function: it makes room.
static LLVMValueRef function_named(struct rewriting *r, const char *name, LLVMTypeRef type) {
  LLVMModuleRef module = r->f->module;
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (function && LLVMIsDeclaration(function)) return function;
  if (!function) function = LLVMGetNamedGlobal(module, name);
  if (!function) function = LLVMGetNamedGlobalAlias(module, name, strlen(name));
  if (function) {
    struct text own = {0};
    if (LLVMIsAFunction(function)) // known by its name still
      LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                              LLVMCreateStringAttribute(r->f->context, "clew-name", 9, name, (unsigned)strlen(name)));
    text_printf(&own, "%s.own", name);
    LLVMSetValueName2(function, text_cstr(&own), own.size);
    text_release(&own);
  }
  return LLVMAddFunction(module, name, type);
}

static LLVMValueRef call_with(struct rewriting *r, const char *name, LLVMTypeRef result, LLVMValueRef argument) {
  LLVMTypeRef given = LLVMTypeOf(argument), type = LLVMFunctionType(result, &given, 1, 0);
  return LLVMBuildCall2(r->builder, type, function_named(r, name, type), &argument, 1, "");
}

// The condition as an int, 0 or 1; NULL: it is none.
static LLVMValueRef condition_of(struct rewriting *r, LLVMValueRef given) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(given));
  LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(given)), condition;
  if (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind)
    condition = LLVMBuildICmp(r->builder, LLVMIntNE, given, zero, "");
  else if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind)
    condition = LLVMBuildFCmp(r->builder, LLVMRealUNE, given, zero, "");
  else return NULL;
  return LLVMBuildZExt(r->builder, condition, r->word, "");
}

static LLVMValueRef call_condition(struct rewriting *r, LLVMValueRef call, const char *name) {
  if (!LLVMGetNumArgOperands(call)) return NULL;
  LLVMValueRef condition = condition_of(r, LLVMGetOperand(call, 0));
  return condition ? call_with(r, name, r->word, condition) : NULL;
}

// One scalar variable that becomes an input is a variable still, not memory: the input goes to a block of its own
// first.
static void make_symbolic(struct rewriting *r, LLVMValueRef call) {
  struct front *f = r->f;
  if (LLVMGetNumArgOperands(call) < 2) return;
  LLVMValueRef object = LLVMGetOperand(call, 0), size = LLVMGetOperand(call, 1);
  LLVMTypeRef type = LLVMIsAAllocaInst(object)       ? LLVMGetAllocatedType(object)
                     : LLVMIsAGlobalVariable(object) ? LLVMGlobalGetValueType(object)
                                                     : NULL;
  LLVMTypeKind kind = type ? LLVMGetTypeKind(type) : LLVMVoidTypeKind;
  bool scalar = kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(f->module);
  if (!scalar || !LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) != LLVMStoreSizeOfType(layout, type))
    return;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMPositionBuilderBefore(r->builder, LLVMGetFirstInstruction(entry));
  LLVMValueRef block = LLVMBuildAlloca(r->builder, type, "");
  LLVMSetOperand(call, 0, block);
  LLVMPositionBuilderBefore(r->builder, LLVMGetNextInstruction(call));
  LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(call));
  LLVMBuildStore(r->builder, LLVMBuildLoad2(r->builder, type, block, ""), object);
}

static LLVMValueRef call_range(struct rewriting *r, LLVMValueRef call) {
  if (LLVMGetNumArgOperands(call) != 3) return NULL;
  LLVMValueRef first = LLVMGetOperand(call, 0), behind = LLVMGetOperand(call, 1), name = LLVMGetOperand(call, 2);
  if (LLVMTypeOf(first) != r->word || LLVMTypeOf(behind) != r->word) return NULL;
  LLVMValueRef value = call_with(r, "klee_int", r->word, name);
  LLVMValueRef good = LLVMBuildAnd(r->builder, LLVMBuildICmp(r->builder, LLVMIntSLE, first, value, ""),
                                   LLVMBuildICmp(r->builder, LLVMIntSLT, value, behind, ""), "");
  call_with(r, "clew_assume", r->word, LLVMBuildZExt(r->builder, good, r->word, ""));
  return value;
}

static LLVMValueRef call_havoc(struct rewriting *r, LLVMValueRef call) {
  if (LLVMGetNumArgOperands(call) != 2) return NULL;
  LLVMValueRef arguments[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
  LLVMTypeRef types[] = {LLVMTypeOf(arguments[0]), LLVMTypeOf(arguments[1])};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(r->f->context), types, 2, 0);
  return LLVMBuildCall2(r->builder, type, function_named(r, "__VERIFIER_nondet_memory", type), arguments, 2, "");
}

// Is the number of that class? As a _Bool; NULL: it is no number of the machine's.
static LLVMValueRef call_class(struct rewriting *r, LLVMValueRef call, enum dialect dialect) {
  enum { SIGNALLING = 1, QUIET = 2, NEGATIVE_INFINITY = 4, NEGATIVE_NORMAL = 8, NEGATIVE_SUBNORMAL = 16 };
  enum { NEGATIVE_ZERO = 32, ZERO = 64, SUBNORMAL = 128, NORMAL = 256, INFINITE = 512, ALL = 1023 };
  if (LLVMGetNumArgOperands(call) != 1) return NULL;
  LLVMValueRef number = LLVMGetOperand(call, 0), result;
  LLVMTypeRef type = LLVMTypeOf(number);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind && kind != LLVMX86_FP80TypeKind) return NULL;
  int classes = dialect == DIALECT_IS_NAN        ? SIGNALLING | QUIET
                : dialect == DIALECT_IS_INFINITE ? NEGATIVE_INFINITY | INFINITE
                : dialect == DIALECT_IS_FINITE   ? ALL & ~(SIGNALLING | QUIET | NEGATIVE_INFINITY | INFINITE)
                                                 : NEGATIVE_NORMAL | NORMAL;
  if (dialect == DIALECT_IS_NEGATIVE) {
    unsigned bits = kind == LLVMFloatTypeKind ? 32 : kind == LLVMDoubleTypeKind ? 64 : 80;
    LLVMTypeRef word = LLVMIntTypeInContext(r->f->context, bits);
    result =
        LLVMBuildICmp(r->builder, LLVMIntSLT, LLVMBuildBitCast(r->builder, number, word, ""), LLVMConstNull(word), "");
  } else {
    unsigned id = LLVMLookupIntrinsicID("llvm.is.fpclass", 15);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(r->f->module, id, &type, 1);
    LLVMValueRef arguments[] = {number, LLVMConstInt(r->word, (unsigned)classes, 0)};
    result = LLVMBuildCall2(r->builder, LLVMIntrinsicGetType(r->f->context, id, &type, 1), function, arguments, 2, "");
  }
  LLVMTypeRef wanted = LLVMTypeOf(call);
  if (LLVMGetTypeKind(wanted) != LLVMIntegerTypeKind) return NULL;
  return LLVMGetIntTypeWidth(wanted) == 1 ? result : LLVMBuildZExt(r->builder, result, wanted, "");
}

// What stands for the call; NULL: the call stays.
static LLVMValueRef replacement(struct rewriting *r, LLVMValueRef call, enum dialect dialect) {
  LLVMValueRef zero = LLVMConstInt(r->word, 0, 0);
  switch (dialect) {
  case DIALECT_ASSERT_CALL: return LLVMGetNumArgOperands(call) == 1 ? call_condition(r, call, "assert") : NULL;
  case DIALECT_ASSERT: return call_condition(r, call, "clew_assert");
  case DIALECT_ASSUME:
  case DIALECT_ASSUME_WORD: return call_condition(r, call, "clew_assume");
  case DIALECT_ERROR: return call_with(r, "clew_assert", r->word, zero);
  case DIALECT_STOP: return call_with(r, "_exit", LLVMVoidTypeInContext(r->f->context), zero);
  case DIALECT_HAVOC: return call_havoc(r, call);
  case DIALECT_RANGE: return call_range(r, call);
  case DIALECT_SYMBOLIC: make_symbolic(r, call); return NULL;
  case DIALECT_INTEGER: return NULL;
  case DIALECT_IS_NAN:
  case DIALECT_IS_INFINITE:
  case DIALECT_IS_FINITE:
  case DIALECT_IS_NORMAL:
  case DIALECT_IS_NEGATIVE: return call_class(r, call, dialect);
  default: return zero;
  }
}

static void rewrite_call(struct rewriting *r, LLVMValueRef call, enum dialect dialect) {
  LLVMPositionBuilderBefore(r->builder, call);
  LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef other = replacement(r, call, dialect);
  if (!other) return;
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetFirstUse(call)) LLVMReplaceAllUsesWith(call, LLVMTypeOf(other) == type ? other : LLVMConstNull(type));
  LLVMInstructionEraseFromParent(call);
}

// abort raises SIGABRT, which a program that has handlers may catch: the call of raise is made visible. It is the
// library's, also where the program has a function of that name. So does a failed assertion, where it is not the error
// itself.
static void raise_before_abort(struct rewriting *r, const char *name) {
  LLVMModuleRef module = r->f->module;
  LLVMValueRef abort = LLVMGetNamedFunction(module, name);
  bool handles = LLVMGetNamedFunction(module, "signal") || LLVMGetNamedFunction(module, "sigaction");
  if (!handles || !abort || LLVMCountBasicBlocks(abort)) return;
  if (through_is_taken(abort)) through_stand_in(r->f, abort, LLVMGlobalGetValueType(abort));
  for (LLVMUseRef use = LLVMGetFirstUse(abort); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != abort) continue;
    LLVMPositionBuilderBefore(r->builder, call);
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(call));
    call_with(r, "raise", r->word, LLVMConstInt(r->word, 6, 0));
  }
}

// One whose declaration says nothing about its arguments is passed a condition.
static void rewrite_address(struct rewriting *r, LLVMValueRef function, enum dialect dialect) {
  if (dialect == DIALECT_SYMBOLIC || dialect == DIALECT_INTEGER || !through_is_taken(function)) return;
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  if (LLVMIsFunctionVarArg(type) && !LLVMCountParamTypes(type)) {
    LLVMTypeRef given = r->word;
    if (dialect == DIALECT_ASSUME_WORD) given = LLVMIntPtrType(LLVMGetModuleDataLayout(r->f->module));
    type = LLVMFunctionType(LLVMGetReturnType(type), &given, 1, 0);
  }
  through_stand_in(r->f, function, type);
}

void dialects_rewrite(struct front *f) {
  struct rewriting r = {f, LLVMCreateBuilderInContext(f->context), LLVMInt32TypeInContext(f->context)};
  for (size_t k = 0; k < sizeof dialects / sizeof *dialects; k++) {
    LLVMValueRef function = LLVMGetNamedFunction(f->module, dialects[k].name);
    struct vec_value calls = {0};
    if (!function || LLVMCountBasicBlocks(function)) continue;
    rewrite_address(&r, function, dialects[k].dialect);
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use);
      if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function) vec_value_push(&calls, call);
    }
    for (uint32_t i = 0; i < calls.size; i++) rewrite_call(&r, calls.data[i], dialects[k].dialect);
    vec_value_release(&calls);
  }
  raise_before_abort(&r, "abort");
  if (!checks(f, PROPERTY_UNREACH)) raise_before_abort(&r, "__assert_fail");
  LLVMDisposeBuilder(r.builder);
}

// For the harness: which of them the program declares and does not define.
void dialects_list(struct front *f) {
  for (size_t k = 0; k < sizeof dialects / sizeof *dialects; k++) {
    LLVMValueRef function = LLVMGetNamedFunction(f->module, dialects[k].name);
    if (function && !LLVMCountBasicBlocks(function)) list_once(f, &f->cfa->dialects, dialects[k].name);
  }
}
