// Weak symbols that the program only declares. The linker gives null for one that no file and no library defines: so
// does this, before anything looks at the program, for the automaton and for native runs, where a stub of the harness
// would stand in for it. The verdict says which symbols were taken for undefined.
#include "base/process/machine.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/link.h"
#include "front/translate/constant.h"

static bool is_weak(LLVMValueRef global) {
  return LLVMIsDeclaration(global) && LLVMGetLinkage(global) == LLVMExternalWeakLinkage;
}

static bool is_defined_elsewhere(struct front *f, LLVMValueRef global) {
  uint32_t detail;
  size_t n;
  if (LLVMIsAFunction(global) && builtin_of(f, global, &detail) != BUILTIN_NONE) return true;
  return machine_has(LLVMGetValueName2(global, &n));
}

static void resolve(struct front *f, LLVMValueRef global) {
  size_t n;
  const char *name = LLVMGetValueName2(global, &n);
  if (!is_weak(global) || !LLVMGetFirstUse(global) || is_linker_symbol(f, global)) return;
  if (is_defined_elsewhere(f, global)) {
    LLVMSetLinkage(global, LLVMExternalLinkage);
    return;
  }
  vec_ptr_push(&f->undefined_weak, mem_strdup(name));
  LLVMReplaceAllUsesWith(global, LLVMConstNull(LLVMTypeOf(global)));
}

void weak_resolve(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) resolve(f, g);
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) resolve(f, g);
}

void weak_assume(struct front *f) {
  for (uint32_t i = 0; i < f->undefined_weak.size; i++) {
    struct text text = {0};
    text_printf(&text, "the weak symbol %s is defined nowhere: its address is null",
                (const char *)f->undefined_weak.data[i]);
    cfa_add_assumption(f->cfa, "weak-symbol", cfa_string(f->cfa, text_cstr(&text)), (struct source_place){0});
    text_release(&text);
  }
}

void weak_release(struct front *f) {
  for (uint32_t i = 0; i < f->undefined_weak.size; i++) mem_free(f->undefined_weak.data[i]);
  vec_ptr_release(&f->undefined_weak);
}
