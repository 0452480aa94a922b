// From files to one LLVM module: compile.c for C, LLVM's readers for .bc and .ll, bitcode.c for object files, archives
// and linked programs, units.c for what a compilation database has, linking, and the models of the C library.
#include "front/check/checks.h"
#include "front/check/pass.h"
#include "front/check/safety.h"
#include "front/compile/compile.h"
#include "front/compile/implicit.h"
#include "front/compile/module.h"
#include "front/compile/units.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/library/library.h"
#include "front/link/functions.h"
#include "front/link/link.h"
#include "front/start/start.h"
#include "front/library/models.h"
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *tail) {
  size_t n = strlen(text), k = strlen(tail);
  return n >= k && !strcmp(text + n - k, tail);
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
  struct front *f = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || f->error->status) return;
  char *text = LLVMGetDiagInfoDescription(info);
  error_set(f->error, EXIT_DATA, "%s", text);
  LLVMDisposeMessage(text);
}

// Linking renames functions that are local to their file where names clash. What they were called is kept with them,
// since errors and the entry function are known by name.
static void keep_names(struct front *f, LLVMModuleRef module) {
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g)) {
    LLVMLinkage linkage = LLVMGetLinkage(g);
    if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage) continue;
    size_t n;
    const char *name = LLVMGetValueName2(g, &n);
    LLVMAttributeRef kept = LLVMCreateStringAttribute(f->context, "clew-name", 9, name, (unsigned)n);
    LLVMAddAttributeAtIndex(g, LLVMAttributeFunctionIndex, kept);
  }
}

const char *function_name(LLVMValueRef function) {
  size_t n;
  unsigned length;
  LLVMAttributeRef kept = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "clew-name", 9);
  return kept ? LLVMGetStringAttributeValue(kept, &length) : LLVMGetValueName2(function, &n);
}

LLVMValueRef module_find_entry(struct front *f) {
  LLVMValueRef start = entry_start(f);
  return start ? start : module_find_function(f);
}

LLVMValueRef module_find_function(struct front *f) {
  LLVMValueRef found = NULL;
  uint32_t count = 0;
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    if (!function_has_body(g) || is_model(g) || strcmp(function_name(g), f->options->entry)) continue;
    if (LLVMGetLinkage(g) != LLVMInternalLinkage) return g; // the one that all files see
    count++;
    found = g;
  }
  if (count == 1) return found;
  if (count)
    error_set(f->error, EXIT_DATA, "%s: `%s` is ambiguous: %u files have a static function of that name",
              f->options->files[0], f->options->entry, count);
  else
    error_set(f->error, EXIT_DATA, "%s: there is no function `%s` to start from%s", f->options->files[0],
              f->options->entry, strcmp(f->options->entry, "main") ? "" : " (--entry names another one)");
  return NULL;
}

void module_hide_main(struct front *f, LLVMModuleRef module) {
  if (f->module && module_defines(f->module, "main") && module_defines(module, "main"))
    LLVMSetLinkage(LLVMGetNamedFunction(module, "main"), LLVMInternalLinkage);
}

// Owns the module.
static bool add_module(struct front *f, LLVMModuleRef module, const char *source) {
  if (!target_check(f, module, source)) {
    LLVMDisposeModule(module);
    return false;
  }
  if (strcmp(f->options->entry, "main")) module_hide_main(f, module);
  keep_names(f, module);
  choices_keep(f, module);
  if (!f->module) {
    f->module = module;
  } else if (LLVMLinkModules2(f->module, module)) {
    char *why = f->error->status ? mem_strdup(f->error->message) : NULL;
    error_release(f->error);
    error_set(f->error, EXIT_DATA, "%s: cannot be linked with the other files%s%s", source, why ? ": " : "",
              why ? why : "");
    mem_free(why);
    return false;
  }
  return true;
}

static bool load_files(struct front *f, struct vec_implicit *implicit) {
  for (uint32_t i = 0; i < f->options->n_files; i++) {
    const char *source = f->options->files[i];
    char output[3000];
    struct front_unit unit;
    LLVMModuleRef module;
    bool is_module = ends_with(source, ".bc") || ends_with(source, ".ll"), is_archive = bitcode_is_archive(source);
    bool is_object = !is_module && !is_archive && bitcode_is_object(source);
    if (is_module && !sanitizer_reads(f, source)) return false;
    if (is_archive) continue;
    if (is_object) {
      if (!bitcode_link_object(f, source, implicit, add_module)) return false;
      continue;
    }
    if (is_module) {
      module = compile_read(f, source, source);
    } else {
      snprintf(output, sizeof output, "%s/unit%u.bc", f->options->temp_dir, i);
      if (!compile_unit(f, units_given(f, i, &unit), output, implicit)) return false;
      module = compile_read(f, output, source);
      if (module) signs_find(f, units_given(f, i, &unit), module);
      unlink(output);
    }
    if (!module || !add_module(f, module, source)) return false;
  }
  if (!bitcode_link_archives(f, implicit, add_module) || !units_link(f, implicit, add_module)) return false;
  if (f->module) return true;
  error_set(f->error, EXIT_DATA, "%s: nothing in it defines `%s`", f->options->files[0], f->options->entry);
  return false;
}

bool module_load(struct front *f) {
  LLVMContextSetDiagnosticHandler(f->context, ignore_diagnostic, f);
  struct vec_implicit implicit = {0};
  bool good = load_files(f, &implicit) && (f->options->is_instrumented || reserved_check(f)) &&
              implicit_judge(f, &implicit);
  implicit_release(&implicit);
  if (!good) return false;
  // Bodies that clang keeps for inlining only are the program's own all the same.
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (LLVMGetLinkage(g) == LLVMAvailableExternallyLinkage) LLVMSetLinkage(g, LLVMLinkOnceAnyLinkage);
  LLVMSetIsNewDbgInfoFormat(f->module, 0);
  dialects_rewrite(f);
  return true;
}

// --- models --------------------------------------------------------------------

static bool wants_models(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    uint32_t detail;
    if (LLVMCountBasicBlocks(g) || LLVMGetIntrinsicID(g) || !LLVMGetFirstUse(g)) continue;
    enum builtin builtin = builtin_of(f, g, &detail);
    if (builtin == BUILTIN_NONE || builtin == BUILTIN_UNSUPPORTED) return true; // there may be a model now
  }
  return false;
}

// The program's stdin, stdout and stderr are those of the models: kept for linking, with names of their own afterwards,
// since the library has variables of these names in a native run.
static const char *const standard_streams[] = {"stdin", "stdout", "stderr"};

static void hide_model_names(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    size_t n;
    if (LLVMCountBasicBlocks(g) && !strncmp(LLVMGetValueName2(g, &n), "__clew_", 7))
      LLVMSetLinkage(g, LLVMInternalLinkage);
  }
  for (int i = 0; i < 3; i++) {
    LLVMValueRef g = LLVMGetNamedGlobal(f->module, standard_streams[i]);
    if (!g || LLVMIsDeclaration(g) || LLVMGetLinkage(g) != LLVMLinkOnceODRLinkage) continue;
    char name[16];
    int n = snprintf(name, sizeof name, "clew.%s", standard_streams[i]);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetValueName2(g, name, (size_t)n);
  }
}

// A model is linked where it is named: this one runs what the program registers with the others.
static void name_exit_handlers(struct front *f) {
  static const char *const users[] = {"atexit", "on_exit"};
  for (size_t i = 0; i < sizeof users / sizeof *users; i++) {
    LLVMValueRef user = LLVMGetNamedFunction(f->module, users[i]);
    if (!user || LLVMCountBasicBlocks(user) || LLVMGetNamedFunction(f->module, EXIT_HANDLERS)) continue;
    LLVMAddFunction(f->module, EXIT_HANDLERS, LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, 0));
  }
}

// Nothing calls it so far (provenance/).
static void name_leaks(struct front *f) {
  LLVMTypeRef nothing = LLVMVoidTypeInContext(f->context), word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMAddFunction(f->module, SAFETY_MARK, LLVMFunctionType(nothing, &word, 1, 0));
  LLVMAddFunction(f->module, SAFETY_SPREAD, LLVMFunctionType(LLVMInt32TypeInContext(f->context), NULL, 0, 0));
}

LLVMModuleRef module_models(struct front *f) {
  const unsigned char *data = f->options->bits == 32 ? models_32 : models_64;
  size_t size = f->options->bits == 32 ? models_32_size : models_64_size;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange((const char *)data, size, "models", 0);
  LLVMModuleRef models;
  if (LLVMParseBitcodeInContext2(f->context, buffer, &models)) {
    error_set(f->error, EXIT_INTERNAL, "the models of the C library cannot be read");
    return NULL;
  }
  LLVMDisposeMemoryBuffer(buffer);
  return models;
}

bool module_link_models(struct front *f) {
  allocator_mark(f);
  pass_run(f, PASS_LIBRARY);
  output_simplify(f);
  orders_open(f);
  texts_lower(f);
  bool asks_leaks = asks(f, TRAIT_LOST);
  if (!wants_models(f) && !asks_leaks) return true;
  name_exit_handlers(f);
  if (asks_leaks) name_leaks(f);
  LLVMModuleRef models = module_models(f);
  if (!models) return false;
  LLVMSetTarget(models, LLVMGetTarget(f->module));
  LLVMSetDataLayout(models, LLVMGetDataLayoutStr(f->module));
  LLVMAttributeRef mark = LLVMCreateStringAttribute(f->context, "clew-model", 10, "", 0);
  LLVMAttributeRef only = LLVMCreateStringAttribute(f->context, "clew-model-only", 15, "", 0);
  struct vec_value theirs = {0};
  for (LLVMValueRef g = LLVMGetFirstFunction(models); g; g = LLVMGetNextFunction(g))
    if (LLVMCountBasicBlocks(g)) vec_value_push(&theirs, g);
  bool any = false;
  for (uint32_t i = 0; i < theirs.size; i++) {
    LLVMValueRef g = theirs.data[i];
    size_t n;
    const char *name = LLVMGetValueName2(g, &n);
    LLVMAddAttributeAtIndex(g, LLVMAttributeFunctionIndex, mark);
    if (LLVMGetSection(g) && *LLVMGetSection(g)) { // MODEL_ONLY in models/stream.h
      LLVMAddAttributeAtIndex(g, LLVMAttributeFunctionIndex, only);
      LLVMSetSection(g, "");
    }
    LLVMValueRef ours = LLVMGetNamedFunction(f->module, name);
    if (ours && !LLVMCountBasicBlocks(ours)) any = true;
    // The program's own definition is the one that counts.
    if ((ours && LLVMCountBasicBlocks(ours)) || LLVMGetNamedGlobal(f->module, name) ||
        variables_forbid_model(f, name) || is_in_assembly(f, name))
      LLVMSetLinkage(g, LLVMInternalLinkage);
    else if (LLVMGetLinkage(g) == LLVMExternalLinkage) LLVMSetLinkage(g, LLVMLinkOnceODRLinkage);
  }
  vec_value_release(&theirs);
  for (LLVMValueRef g = LLVMGetFirstGlobal(models); g; g = LLVMGetNextGlobal(g)) {
    if (LLVMIsDeclaration(g)) continue;
    size_t n; // variables that the program only declares (optarg and its like) are those of the models
    LLVMValueRef ours = LLVMGetNamedGlobal(f->module, LLVMGetValueName2(g, &n));
    bool is_shared = LLVMGetLinkage(g) == LLVMExternalLinkage && ours && LLVMIsDeclaration(ours);
    LLVMSetLinkage(g, is_shared ? LLVMLinkOnceODRLinkage : LLVMInternalLinkage);
  }
  if (!any) {
    LLVMDisposeModule(models);
    return true;
  }
  if (LLVMLinkModules2(f->module, models)) {
    if (!f->error->status) error_set(f->error, EXIT_INTERNAL, "the models of the C library cannot be linked");
    return false;
  }
  hide_model_names(f);
  LLVMSetIsNewDbgInfoFormat(f->module, 0);
  return true;
}
