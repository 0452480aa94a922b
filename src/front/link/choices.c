// Where compilers and linkers may take one of two functions of the program, of which the automaton has one.
//
// An inline definition of C99 stands beside an external one in another file. C does not say which of them a call means:
// clang takes the external one without optimisation, and mostly the inline one with it. Where they are one text (a
// header's) nothing depends on that; where they are two, the verdict says which one was taken.
//
// Compilers call memcpy, memmove and memset for large structures and initialisers, and functions such as __udivti3 for
// operations that the processor has no instruction for. Where the program defines such a function itself, its own is
// called then. The automaton copies and computes without it, and the verdict says so.
#include "front/compile/module.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/link/link.h"
#include "front/translate/constant.h"
#include "front/translate/names.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

// --- inline definitions ---------------------------------------------------------------------------------------------

// "file:line" of its definition; an empty text without debug information
static void print_place(LLVMValueRef function, struct text *out) {
  LLVMMetadataRef program = LLVMGetSubprogram(function), file = program ? LLVMDIScopeGetFile(program) : NULL;
  unsigned n = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &n) : "";
  if (file) text_printf(out, "%.*s:%u", (int)n, name, LLVMDISubprogramGetLine(program));
}

void choices_keep(struct front *f, LLVMModuleRef module) {
  size_t n;
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g)) {
    if (LLVMGetLinkage(g) != LLVMAvailableExternallyLinkage) continue;
    struct text place = {0};
    print_place(g, &place);
    vec_ptr_push(&f->inline_definitions, mem_strdup(LLVMGetValueName2(g, &n)));
    vec_ptr_push(&f->inline_definitions, mem_strdup(text_cstr(&place)));
    text_release(&place);
  }
}

static void assume_definition(struct front *f, LLVMValueRef function, const char *inline_place) {
  struct text place = {0}, text = {0};
  print_place(function, &place);
  if (strcmp(text_cstr(&place), inline_place)) {
    text_printf(&text, "calls of %s mean its external definition, not the inline one", function_name(function));
    cfa_add_assumption(f->cfa, "compiler", cfa_string(f->cfa, text_cstr(&text)), place_of_function(f, function));
  }
  text_release(&text);
  text_release(&place);
}

// --- functions that compilers call ----------------------------------------------------------------------------------

// A function of the compiler's own library: two underscores, what it does, the mode of its operands ("ti", "df") and
// for most of them their number.
static bool is_runtime_name(const char *name) {
  static const char *const modes[] = {"si", "di", "ti", "hf", "sf", "df", "xf", "tf", "sc", "dc", "xc", "tc"};
  size_t n = strlen(name);
  if (strncmp(name, "__", 2) || n < 6) return false;
  if (isdigit((unsigned char)name[n - 1])) n--;
  for (size_t i = 2; i < n; i++)
    if (!islower((unsigned char)name[i])) return false;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (!strncmp(name + n - 2, modes[i], 2)) return true;
  return false;
}

// Does the program copy or fill what is large, so that a compiler may call the function?
static bool is_implied(struct front *f, const char *name) {
  char prefix[32];
  int length = snprintf(prefix, sizeof prefix, "llvm.%s.", name);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    size_t n;
    if (strncmp(LLVMGetValueName2(g, &n), prefix, (size_t)length)) continue;
    for (LLVMUseRef use = LLVMGetFirstUse(g); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use), size = LLVMIsACallInst(call) ? LLVMGetOperand(call, 2) : NULL;
      if (!size || is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)))) continue;
      if (!LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) > 16) return true;
    }
  }
  return false;
}

static void assume_no_call(struct front *f, LLVMValueRef function) {
  static const char *const blocks[] = {"memcpy", "memmove", "memset"};
  const char *name = function_name(function);
  if (!function_has_body(function) || is_model(function) || LLVMGetLinkage(function) == LLVMInternalLinkage) return;
  bool called = is_runtime_name(name);
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    if (!strcmp(name, blocks[i])) called = is_implied(f, i == 1 ? "memcpy" : name) || is_implied(f, name);
  if (!called) return;
  struct text text = {0};
  text_printf(&text, "the compiler calls the program's own %s only where the program does", name);
  cfa_add_assumption(f->cfa, "compiler", cfa_string(f->cfa, text_cstr(&text)), place_of_function(f, function));
  text_release(&text);
}

// --- both -----------------------------------------------------------------------------------------------------------

void choices_assume(struct front *f) {
  for (uint32_t i = 0; i + 1 < f->inline_definitions.size; i += 2) {
    LLVMValueRef function = LLVMGetNamedFunction(f->module, f->inline_definitions.data[i]);
    if (function && function_has_body(function) && LLVMGetFirstUse(function))
      assume_definition(f, function, f->inline_definitions.data[i + 1]);
  }
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) assume_no_call(f, g);
}

void choices_release(struct front *f) {
  for (uint32_t i = 0; i < f->inline_definitions.size; i++) mem_free(f->inline_definitions.data[i]);
  vec_ptr_release(&f->inline_definitions);
}
