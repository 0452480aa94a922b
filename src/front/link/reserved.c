// Names of clew's own: those of the harness that a native run is linked with, and of the models. A program that could
// name them could say through the harness that an error was reached, or call what only models may call. No other
// program has them: one that does is refused.
#include "front/context.h"
#include "front/link/link.h"

static bool is_reserved(LLVMValueRef symbol) {
  size_t n;
  const char *name = LLVMGetValueName2(symbol, &n);
  if (*name == 1) name++; // as written, by an assembler name
  if (!strncmp(name, "clew.", 5) || !strncmp(name, "__clew_", 7)) return true;
  if (strncmp(name, "clew_", 5) || !strcmp(name, "clew_assert") || !strcmp(name, "clew_assume")) return false;
  return LLVMIsAGlobalValue(symbol) && LLVMIsDeclaration(symbol); // one that it defines is its own
}

static bool refuse(struct front *f, const char *name) {
  error_set(f->error, EXIT_DATA, "%s: `%s` is a name of clew's own; no program can have it", f->options->files[0],
            name + (*name == 1));
  return false;
}

static bool names_reserved(const char *text, size_t n) {
  return memmem(text, n, "clew.", 5) || memmem(text, n, "clew_", 5);
}

static bool check_assembly(struct front *f) {
  size_t n;
  const char *text = LLVMGetModuleInlineAsm(f->module, &n);
  if (names_reserved(text, n)) return refuse(f, "clew. in assembly");
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        if (!LLVMIsACallInst(i) || !LLVMIsAInlineAsm(LLVMGetCalledValue(i))) continue;
        text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(i), &n);
        if (names_reserved(text, n)) return refuse(f, "clew. in assembly");
      }
  return true;
}

bool reserved_check(struct front *f) {
  size_t n;
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (is_reserved(g) && !(f->contracts.size && contract_is_made(g))) return refuse(f, LLVMGetValueName2(g, &n));
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
    if (is_reserved(g)) return refuse(f, LLVMGetValueName2(g, &n));
  for (LLVMValueRef g = LLVMGetFirstGlobalAlias(f->module); g; g = LLVMGetNextGlobalAlias(g))
    if (is_reserved(g)) return refuse(f, LLVMGetValueName2(g, &n));
  for (LLVMValueRef g = LLVMGetFirstGlobalIFunc(f->module); g; g = LLVMGetNextGlobalIFunc(g))
    if (is_reserved(g)) return refuse(f, LLVMGetValueName2(g, &n));
  return check_assembly(f);
}
