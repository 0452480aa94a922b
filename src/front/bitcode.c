// Bitcode in object files and archives. Of an archive the members are linked that a linker would take: those that
// define what is still undefined.
#include "base/input.h"
#include "base/object.h"
#include "front/internal.h"
#include <llvm-c/IRReader.h>

VEC_TYPE(vec_module, LLVMModuleRef)

static LLVMModuleRef parse(struct front *f, const char *data, size_t size, const char *shown) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(data, size, shown);
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (!LLVMParseIRInContext(f->context, buffer, &module, &message)) return module; // owns the buffer
  error_set(f->error, EXIT_DATA, "%s: not an LLVM module: %s", shown, message ? message : "");
  LLVMDisposeMessage(message);
  return NULL;
}

LLVMModuleRef bitcode_read(struct front *f, const char *file) {
  struct text content = {0};
  struct bytes bitcode;
  LLVMModuleRef module = NULL;
  if (input_read(file, &content, f->error)) {
    if (object_bitcode((struct bytes){text_cstr(&content), content.size}, &bitcode))
      module = parse(f, bitcode.data, bitcode.size, file);
    else error_set(f->error, EXIT_DATA, "%s: there is no LLVM bitcode in it", file);
  }
  text_release(&content);
  return module;
}

// --- archives --------------------------------------------------------------------------------------------------------

static bool read_members(struct front *f, const char *file, struct vec_module *members) {
  struct text content = {0};
  if (!input_read(file, &content, f->error)) return false;
  struct bytes archive = {text_cstr(&content), content.size}, bitcode;
  struct member member;
  bool good = true;
  for (size_t at = 0; good && archive_next(archive, &at, &member);) {
    struct text shown = {0};
    text_printf(&shown, "%s(%s)", file, member.name);
    LLVMModuleRef module = NULL;
    if (object_bitcode(member.content, &bitcode)) module = parse(f, bitcode.data, bitcode.size, text_cstr(&shown));
    else error_set(f->error, EXIT_DATA, "%s: there is no LLVM bitcode in it", text_cstr(&shown));
    good = module != NULL;
    if (good) vec_module_push(members, module);
    text_release(&shown);
  }
  text_release(&content);
  return good;
}

static bool defines(LLVMModuleRef module, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name), global = LLVMGetNamedGlobal(module, name);
  LLVMValueRef found = function ? function : global;
  return found && !LLVMIsDeclaration(found) && LLVMGetLinkage(found) != LLVMInternalLinkage &&
         LLVMGetLinkage(found) != LLVMPrivateLinkage;
}

// Does the member have what the program lacks?
static bool is_wanted(struct front *f, LLVMModuleRef member) {
  size_t n;
  if (!f->module) return defines(member, f->options->entry);
  if (!defines(f->module, f->options->entry) && defines(member, f->options->entry)) return true;
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (LLVMIsDeclaration(g) && !LLVMGetIntrinsicID(g) && LLVMGetFirstUse(g) &&
        defines(member, LLVMGetValueName2(g, &n)))
      return true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
    if (LLVMIsDeclaration(g) && defines(member, LLVMGetValueName2(g, &n))) return true;
  return false;
}

bool bitcode_link_archives(struct front *f, bool (*add)(struct front *f, LLVMModuleRef module, const char *source)) {
  struct vec_module members = {0};
  bool good = true, again = true;
  const char *last = NULL;
  for (uint32_t i = 0; i < f->options->n_files && good; i++) {
    if (!bitcode_is_archive(f->options->files[i])) continue;
    last = f->options->files[i];
    good = read_members(f, last, &members);
  }
  while (good && again) { // after each from the first again: what several define is taken from the first of them
    again = false;
    for (uint32_t i = 0; i < members.size && good && !again; i++) {
      if (!members.data[i] || !is_wanted(f, members.data[i])) continue;
      good = add(f, members.data[i], last); // owns it
      members.data[i] = NULL;
      again = true;
    }
  }
  for (uint32_t i = 0; i < members.size; i++)
    if (members.data[i]) LLVMDisposeModule(members.data[i]);
  vec_module_release(&members);
  return good;
}

static bool ends_with(const char *text, const char *tail) {
  size_t n = strlen(text), k = strlen(tail);
  return n >= k && !strcmp(text + n - k, tail);
}

bool bitcode_is_archive(const char *file) { return ends_with(file, ".a"); }
bool bitcode_is_object(const char *file) { return ends_with(file, ".o") || ends_with(file, ".lo"); }
