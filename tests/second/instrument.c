// Puts points of observation into modules: see second.h.
//
// instrument FOLDER DENSITY SEED FILE.bc…  writes for the n-th file FOLDER/native<n>.bc and FOLDER/front<n>.bc, and
// FOLDER/points, a line for each point. DENSITY: how many of a hundred instructions are observed; blocks and arguments
// always are.
//
// What the two copies may do differently is not observed: the registers that the native code takes variadic arguments
// from.
#include "second.h"
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAINTED_MAX 4096

struct instrumenter {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
  FILE *points;
  bool native;
  uint32_t next; // number of the next point
  uint32_t density;
  uint64_t random;
  const char *function; // at hand
  unsigned line, column;
  LLVMValueRef tainted[TAINTED_MAX]; // values of the function that depend on where variadic arguments lie
  uint32_t n_tainted;
  struct defined {
    struct defined *next;
    char name[];
  } * defined; // what one of the files defines for the others
};

static bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

static bool chosen(struct instrumenter *in) {
  in->random = in->random * 6364136223846793005u + 1442695040888963407u;
  return (in->random >> 33) % 100 < in->density;
}

// --- one point ---------------------------------------------------------------------------------------------

static void point_line(struct instrumenter *in, enum point_kind kind, LLVMTypeRef type, const char *what) {
  static const char *const kinds[] = {"block", "argument", "value", "return", "foreign"};
  char *shown = type ? LLVMPrintTypeToString(type) : NULL;
  if (in->points)
    fprintf(in->points, "%u %s %s %s:%u:%u %s\n", in->next, kinds[kind], shown ? shown : "-", in->function, in->line,
            in->column, what);
  if (shown) LLVMDisposeMessage(shown);
}

static void trace_word(struct instrumenter *in, LLVMValueRef part, LLVMValueRef low, LLVMValueRef high) {
  LLVMTypeRef word = LLVMInt32TypeInContext(in->context), twice = LLVMInt64TypeInContext(in->context);
  LLVMTypeRef parameters[] = {word, word, twice, twice};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(in->context), parameters, 4, 0);
  LLVMValueRef function = LLVMGetNamedFunction(in->module, "second_trace");
  if (!function) function = LLVMAddFunction(in->module, "second_trace", type);
  LLVMValueRef arguments[] = {LLVMConstInt(word, in->next, 0), part, low, high};
  LLVMBuildCall2(in->builder, type, function, arguments, 4, "");
}

static void trace_bits(struct instrumenter *in, LLVMValueRef bits) {
  LLVMTypeRef word = LLVMInt32TypeInContext(in->context), twice = LLVMInt64TypeInContext(in->context);
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(bits)), parts = (width + 127) / 128;
  LLVMTypeRef wide = LLVMIntTypeInContext(in->context, parts * 128);
  LLVMValueRef all = LLVMBuildZExt(in->builder, bits, wide, "");
  for (unsigned i = 0; i < parts; i++) {
    LLVMValueRef low = LLVMBuildLShr(in->builder, all, LLVMConstInt(wide, 128 * i, 0), "");
    LLVMValueRef high = LLVMBuildLShr(in->builder, all, LLVMConstInt(wide, 128 * i + 64, 0), "");
    trace_word(in, LLVMConstInt(word, i, 0), LLVMBuildTrunc(in->builder, low, twice, ""),
               LLVMBuildTrunc(in->builder, high, twice, ""));
  }
}

static bool is_float(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind;
}

static bool is_observable(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMPointerTypeKind || is_float(type) ||
         (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 4096);
}

// At the builder's place. A value that is no whole number of bytes is widened first, a pointer is only null or not
// null.
static void point(struct instrumenter *in, enum point_kind kind, LLVMValueRef value, const char *what) {
  LLVMTypeRef bit = LLVMInt1TypeInContext(in->context), type;
  LLVMSetCurrentDebugLocation2(in->builder, NULL);
  if (!value) {
    value = LLVMConstInt(bit, 1, 0);
  } else if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) {
    value = LLVMBuildIsNotNull(in->builder, value, "");
  } else if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind) {
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    if (width > 1 && width % 8)
      value = LLVMBuildZExt(in->builder, value, LLVMIntTypeInContext(in->context, (width + 7) / 8 * 8), "");
  }
  type = LLVMTypeOf(value);
  point_line(in, kind, type, what);
  if (in->native) {
    unsigned width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type)
                                                                  : (unsigned)LLVMSizeOfTypeInBits(in->layout, type);
    if (is_float(type)) value = LLVMBuildBitCast(in->builder, value, LLVMIntTypeInContext(in->context, width), "");
    trace_bits(in, value);
  } else {
    char name[40];
    snprintf(name, sizeof name, SECOND_VARIABLE "%u", in->next);
    LLVMValueRef variable = LLVMAddGlobal(in->module, type, name);
    LLVMSetInitializer(variable, LLVMConstNull(type));
    LLVMBuildStore(in->builder, value, variable);
  }
  in->next++;
}

// --- what is observed --------------------------------------------------------------------------------------

static LLVMValueRef called(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
  return LLVMIsAFunction(callee) ? callee : NULL;
}

// Functions without a body that do the same in both copies.
static bool is_known(const char *name) {
  static const char *const names[] = {"__VERIFIER_assume",
                                      "malloc",
                                      "calloc",
                                      "free",
                                      "memcpy",
                                      "memmove",
                                      "memset",
                                      "abs",
                                      "labs",
                                      "llabs",
                                      "strlen",
                                      "strcpy",
                                      "strncpy",
                                      "strcat",
                                      "strchr",
                                      "strrchr",
                                      "memchr",
                                      "fabs",
                                      "fabsf",
                                      "fabsl",
                                      "floor",
                                      "ceil",
                                      "trunc",
                                      "round",
                                      "rint",
                                      "nearbyint",
                                      "sqrt",
                                      "sqrtf",
                                      "fmod",
                                      "fmodf",
                                      "copysign",
                                      "ffs"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  return starts(name, "llvm.");
}

static bool is_nondet(LLVMValueRef function) {
  size_t n;
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool fits = (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64) || kind == LLVMFloatTypeKind ||
              kind == LLVMDoubleTypeKind;
  return fits && !LLVMCountBasicBlocks(function) && starts(LLVMGetValueName2(function, &n), "__VERIFIER_nondet_");
}

static bool is_error(const char *name) { return !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error"); }

static bool is_defined(const struct instrumenter *in, const char *name) {
  for (const struct defined *d = in->defined; d; d = d->next)
    if (!strcmp(d->name, name)) return true;
  return false;
}

// A variable of the C library that is used here, or NULL: it has other contents.
static const char *foreign_variable(struct instrumenter *in, LLVMValueRef i) {
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    size_t n;
    while (operand && LLVMIsAConstantExpr(operand)) operand = LLVMGetOperand(operand, 0);
    if (operand && LLVMIsAGlobalVariable(operand) && LLVMIsDeclaration(operand) &&
        !is_defined(in, LLVMGetValueName2(operand, &n)))
      return LLVMGetValueName2(operand, &n);
  }
  return NULL;
}

static const char *foreign_call(struct instrumenter *in, LLVMValueRef call) {
  size_t n;
  LLVMValueRef callee = LLVMGetCalledValue(call), function = called(call);
  if (LLVMIsAInlineAsm(callee)) {
    const char *text = LLVMGetInlineAsmAsmString(callee, &n);
    return strspn(text, " \t\n") == n && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? NULL : "asm";
  }
  if (!function) return NULL;
  const char *name = LLVMGetValueName2(function, &n);
  if (is_error(name)) return name;
  return LLVMCountBasicBlocks(function) || is_defined(in, name) || is_nondet(function) || is_known(name) ? NULL : name;
}

// Values that say where clang's code finds variadic arguments, by the names that clang gives them, and what is computed
// from them.
static bool is_tainted(struct instrumenter *in, LLVMValueRef i) {
  static const char *const names[] = {"gp_offset", "fp_offset", "fits_in_", "reg_save_area", "overflow_arg_area"};
  size_t n;
  const char *name = LLVMGetValueName2(i, &n);
  bool tainted = starts(LLVMGetBasicBlockName(LLVMGetInstructionParent(i)), "vaarg.in_");
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) tainted |= starts(name, names[k]);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (opcode != LLVMLoad && opcode != LLVMCall && opcode != LLVMPHI)
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
      for (uint32_t t = 0; t < in->n_tainted; t++) tainted |= in->tainted[t] == LLVMGetOperand(i, (unsigned)k);
  if (tainted && in->n_tainted < TAINTED_MAX) in->tainted[in->n_tainted++] = i;
  return tainted;
}

static bool is_observed(struct instrumenter *in, LLVMValueRef i) {
  if (is_tainted(in, i) || LLVMIsAAllocaInst(i) || LLVMIsATerminatorInst(i) || !is_observable(LLVMTypeOf(i)))
    return false;
  bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind;
  size_t n;
  // Where the stack pointer was before a variable-length array is nothing that a program sees.
  if (LLVMIsALoadInst(i)) return !is_pointer || !starts(LLVMGetValueName2(LLVMGetOperand(i, 0), &n), "saved_stack");
  if (!LLVMIsACallInst(i)) return true;
  LLVMValueRef function = called(i);
  if (LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail) return false;
  return !(is_pointer && function && starts(LLVMGetValueName2(function, &n), "llvm."));
}

static void observe_instruction(struct instrumenter *in, LLVMValueRef i, LLVMValueRef after) {
  static const char *const shown[] = {
      [LLVMLoad] = "load", [LLVMCall] = "call", [LLVMPHI] = "phi", [LLVMBitCast] = "bits",
      [LLVMICmp] = "icmp", [LLVMFCmp] = "fcmp"};
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  in->line = LLVMGetDebugLocLine(i);
  in->column = LLVMGetDebugLocColumn(i);
  LLVMPositionBuilderBefore(in->builder, i);
  const char *name = LLVMIsACallInst(i) ? foreign_call(in, i) : NULL;
  if (!name && !LLVMIsAPHINode(i)) name = foreign_variable(in, i);
  if (name) point(in, POINT_FOREIGN, NULL, name);
  size_t n;
  if (LLVMIsAReturnInst(i) && !strcmp(in->function, "main")) point(in, POINT_RETURN, NULL, "main returns");
  if (!is_observed(in, i) || !chosen(in)) return;
  LLVMPositionBuilderBefore(in->builder, after);
  const char *known = opcode < sizeof shown / sizeof *shown && shown[opcode] ? shown[opcode] : "computed";
  char what[200];
  snprintf(what, sizeof what, "%s %.150s", known, LLVMGetValueName2(i, &n));
  point(in, POINT_VALUE, i, what);
}

static void observe_entry(struct instrumenter *in, LLVMBasicBlockRef block) {
  const char *name = LLVMGetBasicBlockName(block);
  LLVMValueRef function = LLVMGetBasicBlockParent(block);
  size_t n;
  if (!starts(name, "vaarg.in_")) point(in, POINT_BLOCK, NULL, *name ? name : "block");
  if (block != LLVMGetEntryBasicBlock(function) || !strcmp(in->function, "main")) return;
  for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p))
    if (is_observable(LLVMTypeOf(p))) point(in, POINT_ARGUMENT, p, LLVMGetValueName2(p, &n));
}

// The instructions are those from before: points are instructions too.
static void observe_block(struct instrumenter *in, LLVMBasicBlockRef block) {
  uint32_t n = 0, phis = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i), n++) {
    if (LLVMIsAPHINode(i)) phis++;
    if (!in->line) in->line = LLVMGetDebugLocLine(i);
  }
  LLVMValueRef *all = malloc(n * sizeof *all);
  n = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) all[n++] = i;
  LLVMPositionBuilderBefore(in->builder, all[phis]);
  observe_entry(in, block);
  for (uint32_t k = 0; k < n; k++)
    observe_instruction(in, all[k], k < phis ? all[phis] : k + 1 < n ? all[k + 1] : all[k]);
  free(all);
}

static void observe_function(struct instrumenter *in, LLVMValueRef function) {
  size_t n;
  in->function = LLVMGetValueName2(function, &n);
  in->n_tainted = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    in->line = in->column = 0;
    observe_block(in, b);
  }
}

// --- the native copy: what has no value in C is zero, inputs come from the list ----------------------------

static void zero_object(struct instrumenter *in, LLVMValueRef object, LLVMValueRef before) {
  LLVMPositionBuilderBefore(in->builder, before);
  LLVMSetCurrentDebugLocation2(in->builder, NULL);
  LLVMTypeRef word = LLVMIntTypeInContext(in->context, LLVMPointerSize(in->layout) * 8);
  LLVMValueRef size = LLVMConstInt(word, LLVMABISizeOfType(in->layout, LLVMGetAllocatedType(object)), 0);
  size = LLVMBuildMul(in->builder, size, LLVMBuildIntCast2(in->builder, LLVMGetOperand(object, 0), word, 0, ""), "");
  LLVMBuildMemSet(in->builder, object, LLVMConstInt(LLVMInt8TypeInContext(in->context), 0, 0), size, 1);
}

static void zero_instruction(struct instrumenter *in, LLVMValueRef i) {
  size_t n;
  LLVMValueRef next = LLVMGetNextInstruction(i);
  if (LLVMIsAAllocaInst(i)) {
    while (LLVMIsAAllocaInst(next) && LLVMIsAConstantInt(LLVMGetOperand(next, 0))) next = LLVMGetNextInstruction(next);
    zero_object(in, i, next);
  } else if (LLVMIsACallInst(i) && called(i) && starts(LLVMGetValueName2(called(i), &n), "llvm.lifetime.start") &&
             LLVMIsAAllocaInst(LLVMGetOperand(i, 1))) {
    zero_object(in, LLVMGetOperand(i, 1), next);
  }
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    if (operand && LLVMIsUndef(operand) && !LLVMIsAInsertValueInst(i))
      LLVMSetOperand(i, (unsigned)k, LLVMConstNull(LLVMTypeOf(operand)));
  }
}

// The arguments of main too: there are none.
static void zero_locals(struct instrumenter *in, LLVMValueRef function) {
  if (!strcmp(in->function, "main"))
    for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p))
      LLVMReplaceAllUsesWith(p, LLVMConstNull(LLVMTypeOf(p)));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      zero_instruction(in, i);
    }
}

static void read_inputs(struct instrumenter *in, LLVMValueRef function) {
  LLVMTypeRef word = LLVMInt32TypeInContext(in->context), twice = LLVMInt64TypeInContext(in->context),
              parameters[] = {word, word};
  LLVMTypeRef type = LLVMFunctionType(twice, parameters, 2, 0),
              result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  LLVMValueRef read = LLVMGetNamedFunction(in->module, "second_read");
  if (!read) read = LLVMAddFunction(in->module, "second_read", type);
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  bool is_bool = !strcmp(name + 18, "bool") || !strcmp(name + 18, "_Bool") || !strcmp(name + 18, "BOOL");
  unsigned width = (unsigned)LLVMSizeOfTypeInBits(in->layout, result);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(in->builder, LLVMAppendBasicBlockInContext(in->context, function, ""));
  LLVMSetCurrentDebugLocation2(in->builder, NULL);
  LLVMValueRef arguments[] = {LLVMConstInt(word, is_bool ? 1 : width, 0), LLVMConstInt(word, is_float(result), 0)};
  LLVMValueRef bits = LLVMBuildCall2(in->builder, type, read, arguments, 2, "");
  bits = LLVMBuildIntCast2(in->builder, bits, LLVMIntTypeInContext(in->context, width), 0, "");
  LLVMBuildRet(in->builder, is_float(result) ? LLVMBuildBitCast(in->builder, bits, result, "") : bits);
}

// --- modules -----------------------------------------------------------------------------------------------

// What nobody defines is null instead of a complaint of the linker: the comparison does not go so far.
static void weaken_declarations(LLVMModuleRef module) {
  size_t n;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMCountBasicBlocks(f) && !starts(LLVMGetValueName2(f, &n), "llvm.") &&
        !starts(LLVMGetValueName2(f, &n), "second_"))
      LLVMSetLinkage(f, LLVMExternalWeakLinkage);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (LLVMIsDeclaration(g)) LLVMSetLinkage(g, LLVMExternalWeakLinkage);
}

static bool instrument_copy(struct instrumenter *in, LLVMModuleRef module, const char *file) {
  in->module = module;
  in->layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(module));
  in->builder = LLVMCreateBuilderInContext(in->context);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    if (!LLVMCountBasicBlocks(f)) continue;
    // A linker has nothing to choose from when only a body for inlining is there.
    if (in->native && LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage) LLVMSetLinkage(f, LLVMLinkOnceAnyLinkage);
    if (!is_error(LLVMGetValueName2(f, &n))) observe_function(in, f);
    if (in->native) zero_locals(in, f);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(module); in->native && f; f = LLVMGetNextFunction(f))
    if (is_nondet(f)) read_inputs(in, f);
  if (in->native) weaken_declarations(module);
  bool written = !LLVMWriteBitcodeToFile(module, file);
  LLVMDisposeBuilder(in->builder);
  LLVMDisposeTargetData(in->layout);
  return written;
}

static LLVMModuleRef read_module(LLVMContextRef context, const char *file) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message) ||
      LLVMParseIRInContext(context, buffer, &module, &message)) {
    fprintf(stderr, "%s: %s\n", file, message);
    return NULL;
  }
  LLVMSetIsNewDbgInfoFormat(module, 0);
  return module;
}

static void add_defined(struct instrumenter *in, LLVMValueRef value) {
  size_t n;
  const char *name = LLVMGetValueName2(value, &n);
  struct defined *d = malloc(sizeof *d + n + 1);
  d->next = in->defined;
  memcpy(d->name, name, n + 1);
  in->defined = d;
}

static bool collect_defined(struct instrumenter *in, const char *file) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = read_module(context, file);
  for (LLVMValueRef f = module ? LLVMGetFirstFunction(module) : NULL; f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f) && LLVMGetLinkage(f) != LLVMInternalLinkage) add_defined(in, f);
  for (LLVMValueRef g = module ? LLVMGetFirstGlobal(module) : NULL; g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g) && LLVMGetLinkage(g) != LLVMInternalLinkage) add_defined(in, g);
  for (LLVMValueRef g = module ? LLVMGetFirstGlobalAlias(module) : NULL; g; g = LLVMGetNextGlobalAlias(g))
    add_defined(in, g);
  if (module) LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return module != NULL;
}

static void release_defined(struct instrumenter *in) {
  while (in->defined) {
    struct defined *d = in->defined;
    in->defined = d->next;
    free(d);
  }
}

int instrument(int argc, char **argv) {
  if (argc < 4) return 64;
  struct instrumenter *in = calloc(1, sizeof *in);
  char name[4096];
  snprintf(name, sizeof name, "%s/points", argv[0]);
  FILE *points = fopen(name, "w");
  bool good = points != NULL;
  for (int i = 3; good && i < argc; i++) good = collect_defined(in, argv[i]);
  for (int i = 3; good && i < argc; i++) {
    struct instrumenter begin = *in;
    for (int native = 0; good && native < 2; native++) {
      *in = begin;
      in->context = LLVMContextCreate();
      in->density = (uint32_t)atoi(argv[1]);
      if (i == 3) in->random = strtoull(argv[2], NULL, 0);
      in->native = native;
      in->points = native ? NULL : points;
      LLVMModuleRef module = read_module(in->context, argv[i]);
      snprintf(name, sizeof name, "%s/%s%d.bc", argv[0], native ? "native" : "front", i - 3);
      good = module && instrument_copy(in, module, name);
      if (module) LLVMDisposeModule(module);
      LLVMContextDispose(in->context);
    }
  }
  if (points && fclose(points)) good = false;
  release_defined(in);
  free(in);
  return good ? 0 : 1;
}
