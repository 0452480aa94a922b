// The machine that a module is for. Everything here assumes the data layouts and calling conventions of x86 under Linux: a module for
// another machine would be read with the wrong sizes, so it is refused.
#include "front/internal.h"
#include <stdio.h>

static const char layout_64[] = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
static const char layout_32[] = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

static bool is_foreign_triple(const char *triple, uint32_t bits) {
  if (!*triple) return false;
  bool wide = !strncmp(triple, "x86_64", 6) || !strncmp(triple, "amd64", 5);
  bool narrow = triple[0] == 'i' && triple[1] >= '3' && triple[1] <= '6' && !strncmp(triple + 2, "86", 2);
  static const char *const systems[] = {"windows", "win32", "mingw", "cygwin", "uefi", "macos", "darwin", "ios", "x32"};
  for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
    if (strstr(triple, systems[i])) return true;
  return bits == 32 ? !narrow : !wide;
}

// The same order of bytes, and the same size and alignment of everything that a program can store, but for integers of 128 bits:
// modules made before LLVM 18 do not say how these are aligned.
static bool same_layout(struct front *f, LLVMTargetDataRef a, LLVMTargetDataRef b) {
  LLVMContextRef c = f->context;
  LLVMTypeRef types[] = {
      LLVMInt8TypeInContext(c), LLVMInt16TypeInContext(c), LLVMInt32TypeInContext(c), LLVMInt64TypeInContext(c),
      LLVMFloatTypeInContext(c), LLVMDoubleTypeInContext(c), LLVMX86FP80TypeInContext(c), LLVMFP128TypeInContext(c), LLVMHalfTypeInContext(c),
      LLVMPointerTypeInContext(c, 0), LLVMVectorType(LLVMInt32TypeInContext(c), 4), LLVMVectorType(LLVMInt32TypeInContext(c), 2),
      LLVMStructTypeInContext(c, NULL, 0, 0)};
  bool same = LLVMByteOrder(a) == LLVMByteOrder(b) && LLVMPointerSize(a) == LLVMPointerSize(b);
  for (size_t i = 0; i < sizeof types / sizeof *types && same; i++)
    same = LLVMABISizeOfType(a, types[i]) == LLVMABISizeOfType(b, types[i]) &&
           LLVMABIAlignmentOfType(a, types[i]) == LLVMABIAlignmentOfType(b, types[i]);
  return same;
}

bool target_check(struct front *f, LLVMModuleRef module, const char *source) {
  uint32_t bits = f->options->bits;
  const char *expected = bits == 32 ? layout_32 : layout_64, *own = LLVMGetDataLayoutStr(module), *triple = LLVMGetTarget(module);
  if (!*own) LLVMSetDataLayout(module, expected); // says nothing: it is for any
  LLVMTargetDataRef a = LLVMCreateTargetData(expected), b = LLVMCreateTargetData(LLVMGetDataLayoutStr(module));
  bool other_width = LLVMPointerSize(b) * 8 != bits && !is_foreign_triple(triple, bits == 32 ? 64 : 32) && LLVMByteOrder(a) == LLVMByteOrder(b);
  bool good = same_layout(f, a, b) && !is_foreign_triple(triple, bits);
  LLVMDisposeTargetData(a);
  LLVMDisposeTargetData(b);
  if (good) {
    LLVMSetDataLayout(module, expected);
    return true;
  }
  if (other_width)
    error_set(f->error, EXIT_DATA, "%s: the module is for a %s-bit machine; give %s", source, bits == 32 ? "64" : "32", bits == 32 ? "--64" : "--32");
  else
    error_set(f->error, EXIT_DATA, "%s: the module is for another machine (target triple \"%s\", data layout \"%s\"); expected x86 under Linux with %u-bit pointers, data layout \"%s\"",
              source, triple, own, bits, expected);
  return false;
}
