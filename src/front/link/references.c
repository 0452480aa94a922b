// Which functions and variables a program can use: those that its entry function, or what runs by itself before and
// after it, names, directly or through others. What only other code of the linked files names is of no use, and need
// not be found.
#include "front/compile/module.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/references.h"

static void see(struct references *r, LLVMValueRef value) {
  if (!value || !LLVMIsAConstant(value)) return;
  bool global = LLVMIsAGlobalValue(value) != NULL;
  if (!global && !LLVMGetNumOperands(value)) return; // a number
  if (map_u32_find(&r->seen, (uint64_t)(uintptr_t)value)) return;
  map_u32_put(&r->seen, (uint64_t)(uintptr_t)value, 1);
  vec_value_push(&r->open, value);
}

static void see_operands(struct references *r, LLVMValueRef value) {
  for (int i = 0; i < LLVMGetNumOperands(value); i++) see(r, LLVMGetOperand(value, (unsigned)i));
}

static void see_body(struct references *r, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) see_operands(r, i);
}

// What is run though nothing calls it: lists of constructors and destructors, and pointers in sections (start.c).
static bool runs_by_itself(LLVMValueRef g) {
  static const char *const sections[] = {".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors"};
  size_t n;
  const char *name = LLVMGetValueName2(g, &n), *section = LLVMGetSection(g);
  if (!strcmp(name, "llvm.global_ctors") || !strcmp(name, "llvm.global_dtors")) return true;
  for (size_t i = 0; section && i < sizeof sections / sizeof *sections; i++)
    if (!strncmp(section, sections[i], strlen(sections[i]))) return true;
  return false;
}

static bool is_code_section(const char *section) {
  return section && (!strcmp(section, ".init") || !strcmp(section, ".fini"));
}

void references_find(struct front *f, struct references *r) {
  *r = (struct references){0};
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (function_has_body(g) && (!strcmp(function_name(g), f->options->entry) || is_code_section(LLVMGetSection(g))))
      see(r, g);
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
    if (runs_by_itself(g)) see(r, g);
  while (r->open.size) {
    LLVMValueRef value = vec_value_pop(&r->open);
    see_operands(r, value);
    if (LLVMIsAFunction(value)) see_body(r, value);
  }
}

bool references_have(const struct references *r, LLVMValueRef value) {
  return map_u32_find(&r->seen, (uint64_t)(uintptr_t)value) != NULL;
}

void references_release(struct references *r) {
  map_u32_release(&r->seen);
  vec_value_release(&r->open);
}
