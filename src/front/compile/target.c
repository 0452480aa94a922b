// The machine that a module is for. Everything here assumes the data layouts and calling conventions of x86 under
// Linux: a module for another machine would be read with the wrong sizes, so it is refused. So are
// floating-point numbers that the x87 would compute.
#include "front/compile/compile.h"
#include "front/context.h"
#include <stdio.h>

static const char layout_64[] = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
static const char layout_32[] =
    "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

static bool is_foreign_triple(const char *triple, uint32_t bits) {
  if (!*triple) return false;
  bool wide = !strncmp(triple, "x86_64", 6) || !strncmp(triple, "amd64", 5);
  bool narrow = triple[0] == 'i' && triple[1] >= '3' && triple[1] <= '6' && !strncmp(triple + 2, "86", 2);
  static const char *const systems[] = {"windows", "win32", "mingw", "cygwin", "uefi", "macos", "darwin", "ios", "x32"};
  for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
    if (strstr(triple, systems[i])) return true;
  return bits == 32 ? !narrow : !wide;
}

// The same order of bytes, and the same size and alignment of everything that a program can store, but for integers of
// 128 bits: modules made before LLVM 18 do not say how these are aligned.
static bool same_layout(struct front *f, LLVMTargetDataRef a, LLVMTargetDataRef b) {
  LLVMContextRef c = f->context;
  LLVMTypeRef types[] = {LLVMInt8TypeInContext(c),
                         LLVMInt16TypeInContext(c),
                         LLVMInt32TypeInContext(c),
                         LLVMInt64TypeInContext(c),
                         LLVMFloatTypeInContext(c),
                         LLVMDoubleTypeInContext(c),
                         LLVMX86FP80TypeInContext(c),
                         LLVMFP128TypeInContext(c),
                         LLVMHalfTypeInContext(c),
                         LLVMPointerTypeInContext(c, 0),
                         LLVMVectorType(LLVMInt32TypeInContext(c), 4),
                         LLVMVectorType(LLVMInt32TypeInContext(c), 2),
                         LLVMStructTypeInContext(c, NULL, 0, 0)};
  bool same = LLVMByteOrder(a) == LLVMByteOrder(b) && LLVMPointerSize(a) == LLVMPointerSize(b);
  for (size_t i = 0; i < sizeof types / sizeof *types && same; i++)
    same = LLVMABISizeOfType(a, types[i]) == LLVMABISizeOfType(b, types[i]) &&
           LLVMABIAlignmentOfType(a, types[i]) == LLVMABIAlignmentOfType(b, types[i]);
  return same;
}

// --- SSE2 ----------------------------------------------------------------------------------------------

static bool is_float(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMVectorTypeKind) return is_float(LLVMGetElementType(type));
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool computes_floats(LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (is_float(LLVMTypeOf(i))) return true;
      for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (is_float(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k)))) return true;
    }
  return false;
}

// Is the function for processors without SSE2, by a flag or by an attribute?
static bool lacks_sse2(LLVMValueRef function) {
  static const char name[] = "target-features";
  LLVMAttributeRef attribute =
      LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, sizeof name - 1);
  unsigned n = 0;
  const char *features = attribute ? LLVMGetStringAttributeValue(attribute, &n) : "";
  static const char *const without[] = {"-sse,", "-sse2,"};
  for (size_t i = 0; i < sizeof without / sizeof *without; i++)
    if (memmem(features, n, without[i], strlen(without[i]))) return true;
  return false;
}

// The x87 computes with more bits than a float or a double has, and when it rounds is the compiler's choice.
static bool has_sse2(struct front *f, LLVMModuleRef module, const char *source) {
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g)) {
    if (!lacks_sse2(g) || !computes_floats(g)) continue;
    size_t n;
    error_set(f->error, EXIT_DATA,
              "%s: %s is compiled for a processor without SSE2; clew computes floating-point numbers with SSE2, not "
              "with the x87's extra bits",
              source, LLVMGetValueName2(g, &n));
    return false;
  }
  return true;
}

bool target_check(struct front *f, LLVMModuleRef module, const char *source) {
  uint32_t bits = f->options->bits;
  const char *expected = bits == 32 ? layout_32 : layout_64, *own = LLVMGetDataLayoutStr(module),
             *triple = LLVMGetTarget(module);
  if (!*own) LLVMSetDataLayout(module, expected); // says nothing: it is for any
  LLVMTargetDataRef a = LLVMCreateTargetData(expected), b = LLVMCreateTargetData(LLVMGetDataLayoutStr(module));
  bool other_width = LLVMPointerSize(b) * 8 != bits && !is_foreign_triple(triple, bits == 32 ? 64 : 32) &&
                     LLVMByteOrder(a) == LLVMByteOrder(b);
  bool good = same_layout(f, a, b) && !is_foreign_triple(triple, bits);
  LLVMDisposeTargetData(a);
  LLVMDisposeTargetData(b);
  if (good) {
    LLVMSetDataLayout(module, expected);
    return has_sse2(f, module, source);
  }
  if (other_width)
    error_set(f->error, EXIT_DATA, "%s: the module is for a %s-bit machine; give %s", source, bits == 32 ? "64" : "32",
              bits == 32 ? "--64" : "--32");
  else
    error_set(f->error, EXIT_DATA,
              "%s: the module is for another machine (target triple \"%s\", data layout \"%s\"); expected x86 under "
              "Linux with %u-bit pointers, data layout \"%s\"",
              source, triple, own, bits, expected);
  return false;
}
