// From files to one LLVM module: clang for C, LLVM's readers for .bc and .ll, bitcode.c for object files and archives,
// linking, and the models of the C library.
#include "base/child.h"
#include "front/internal.h"
#include "front/models.h"
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *tail) {
  size_t n = strlen(text), k = strlen(tail);
  return n >= k && !strcmp(text + n - k, tail);
}

// Flags that keep C's meaning and let old and generated C through.
static const char *const clang_flags[] = {
    "-c", "-emit-llvm", "-g", "-std=gnu17",
    // Code for every function body seen, but none of LLVM's passes: clang's own -O0 leaves out the bodies of C99 inline
    // functions.
    "-O1", "-Xclang", "-disable-llvm-passes", "-ffp-contract=off", "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks", "-fno-stack-protector", "-fno-discard-value-names", "-fbracket-depth=100000",
    "-fcommon", "-U_FORTIFY_SOURCE", "-U__OPTIMIZE__", "-Wno-error", "-Wno-implicit-int", "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types", "-Wno-incompatible-function-pointer-types", "-Wno-return-type",
    "-Wno-return-mismatch", "-Wno-everything", "-Wimplicit-function-declaration",
    "-Wno-error=implicit-function-declaration", // read by implicit.c
};

static void write_header(const char *dir, const char *folder, const char *name, const char *text) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", dir, folder);
  mkdir(path, 0700);
  snprintf(path, sizeof path, "%s/%s/%s", dir, folder, name);
  FILE *file = fopen(path, "w");
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

// Headers that the machine may not have, behind all others. Those for another data model than the machine's may lack a
// generated file, which only lists unimplemented functions.
static void write_headers(struct front *f, char *dir, size_t size) {
  snprintf(dir, size, "%s/include", f->options->temp_dir);
  mkdir(dir, 0700);
  write_header(dir, "klee", "klee.h", dialects_klee);
  if (f->options->bits == 32) write_header(dir, "gnu", "stubs-32.h", "");
}

static void show_file(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) return;
  char buffer[4096];
  size_t n, left = 64 << 10;
  while (left && (n = fread(buffer, 1, sizeof buffer < left ? sizeof buffer : left, file)) > 0) {
    fwrite(buffer, 1, n, stderr);
    left -= n;
  }
  fclose(file);
}

// Where clang lists the files that a C file is made of.
static void sources_list(const char *output, char *out, size_t size) { snprintf(out, size, "%s.d", output); }

enum compiled {
  COMPILED,
  COMPILE_REFUSED,
  COMPILE_FAILED
}; // refused: clang did not like it, and said why in the messages

// One run of clang. Library functions are plain functions (-fno-builtin), so that a program's own floor or abs is the
// one that counts. Old C that calls one before declaring it only gets through when clang knows the function's real
// type: `builtins` is the second try, for all functions but those in `own`.
static enum compiled compile_once(struct front *f, const char *source, const char *output, bool builtins,
                                  const struct vec_ptr *own, enum child_end *how, int *status) {
  const struct front_options *o = f->options;
  char include[3000], messages[3000], list[3100];
  struct vec_ptr argv = {0};
  vec_ptr_push(&argv, (void *)o->clang);
  vec_ptr_push(&argv, o->bits == 32 ? "-m32" : "-m64");
  for (size_t i = 0; i < sizeof clang_flags / sizeof *clang_flags; i++) vec_ptr_push(&argv, (void *)clang_flags[i]);
  for (const char *const *flag = property_flags(o->checked); *flag; flag++) vec_ptr_push(&argv, (void *)*flag);
  if (!builtins) vec_ptr_push(&argv, "-fno-builtin");
  for (uint32_t i = 0; own && i < own->size; i++) vec_ptr_push(&argv, own->data[i]);
  if (ends_with(source, ".i")) {
    vec_ptr_push(&argv, "-x");
    vec_ptr_push(&argv, "cpp-output");
  }
  for (uint32_t i = 0; i < o->n_flags; i++) {
    vec_ptr_push(&argv, (void *)o->flags[i]);
    if (!strcmp(o->flags[i], "-fwrapv")) vec_ptr_push(&argv, "-fno-sanitize=signed-integer-overflow");
  }
  if (o->bits == 32) {
    vec_ptr_push(&argv, "-msse2"); // doubles are doubles: the x87 would compute with more bits than their type has
    vec_ptr_push(&argv, "-idirafter");
    vec_ptr_push(&argv, "/usr/include/x86_64-linux-gnu");
  }
  write_headers(f, include, sizeof include);
  vec_ptr_push(&argv, "-idirafter");
  vec_ptr_push(&argv, include);
  sources_list(output, list, sizeof list);
  vec_ptr_push(&argv, "-MMD");
  vec_ptr_push(&argv, "-MF");
  vec_ptr_push(&argv, list);
  vec_ptr_push(&argv, "-o");
  vec_ptr_push(&argv, (void *)output);
  vec_ptr_push(&argv, (void *)source);
  vec_ptr_push(&argv, NULL);
  snprintf(messages, sizeof messages, "%s/messages", o->temp_dir);

  int pid = child_start_tool(f->limits, (char **)argv.data, messages), code = errno;
  vec_ptr_release(&argv);
  if (!pid) {
    error_set(f->error, EXIT_INTERNAL, "cannot run %s: %s (it is needed to read C; `make setup` installs it)", o->clang,
              strerror(code));
    return COMPILE_FAILED;
  }
  *how = child_wait(f->limits, pid, INFINITY, status); // the limits end it
  if (limits_stopped(f->limits)) return COMPILE_FAILED;
  return *how == CHILD_EXITED && *status == 0 ? COMPILED : COMPILE_REFUSED;
}

// What the file defines itself is no library function, by whatever name: as flags for clang, owned.
static void own_functions(struct front *f, const char *output, struct vec_ptr *flags) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(output, &buffer, &message)) {
    LLVMDisposeMessage(message);
    return;
  }
  if (!LLVMParseBitcodeInContext2(f->context, buffer, &module)) {
    for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g)) {
      size_t n;
      if (!LLVMCountBasicBlocks(g)) continue;
      struct text flag = {0};
      text_printf(&flag, "-fno-builtin-%s", LLVMGetValueName2(g, &n));
      vec_ptr_push(flags, mem_strdup(text_cstr(&flag)));
      text_release(&flag);
    }
    LLVMDisposeModule(module);
  }
  LLVMDisposeMemoryBuffer(buffer);
}

// Calls without a declaration, of functions that do not return int: clang knows the real types of many.
static bool compile_with_types(struct front *f, const char *source, const char *output, const char *messages,
                               struct vec_implicit *calls) {
  struct vec_ptr own = {0};
  enum child_end how;
  int status;
  own_functions(f, output, &own);
  enum compiled compiled = compile_once(f, source, output, true, &own, &how, &status);
  if (compiled == COMPILED) {
    implicit_release(calls);
    implicit_read(messages, calls);
  } else if (compiled == COMPILE_REFUSED) {
    compiled = compile_once(f, source, output, false, NULL, &how, &status); // as it was
  }
  for (uint32_t i = 0; i < own.size; i++) mem_free(own.data[i]);
  vec_ptr_release(&own);
  return compiled == COMPILED;
}

static bool compile(struct front *f, const char *source, const char *output, struct vec_implicit *implicit) {
  char messages[3000];
  snprintf(messages, sizeof messages, "%s/messages", f->options->temp_dir);
  struct vec_implicit calls = {0};
  enum child_end how;
  int status;
  enum compiled compiled = compile_once(f, source, output, false, NULL, &how, &status);
  bool again = compiled == COMPILE_REFUSED && how == CHILD_EXITED && status == 1;
  if (again) compiled = compile_once(f, source, output, true, NULL, &how, &status);
  if (compiled == COMPILED) {
    char list[3100];
    sources_list(output, list, sizeof list);
    if (f->sources) sources_read(list, f->sources);
    implicit_read(messages, &calls);
    bool good = again || !implicit_needs_types(f, &calls) || compile_with_types(f, source, output, messages, &calls);
    for (uint32_t i = 0; i < calls.size; i++) vec_implicit_push(implicit, calls.data[i]);
    vec_implicit_release(&calls);
    return good;
  }
  if (compiled == COMPILE_FAILED) return false;
  show_file(messages);
  if (how == CHILD_EXITED && status == 127) error_set(f->error, EXIT_INTERNAL, "cannot run %s", f->options->clang);
  else
    error_set(f->error, EXIT_DATA, "%s: %s", source,
              how == CHILD_SIGNALLED ? "clang crashed on it" : "not a C program that clang accepts");
  return false;
}

static LLVMModuleRef read_module(struct front *f, const char *file, const char *shown) {
  LLVMMemoryBufferRef buffer;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message)) {
    error_set(f->error, EXIT_DATA, "%s: %s", shown, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  LLVMModuleRef module = NULL;
  if (LLVMParseIRInContext(f->context, buffer, &module, &message)) { // reads bitcode too; owns the buffer
    error_set(f->error, EXIT_DATA, "%s: not an LLVM module: %s", shown, message ? message : "");
    LLVMDisposeMessage(message);
    return NULL;
  }
  return module;
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

// Owns the module.
static bool add_module(struct front *f, LLVMModuleRef module, const char *source) {
  if (!target_check(f, module, source)) {
    LLVMDisposeModule(module);
    return false;
  }
  keep_names(f, module);
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
    LLVMModuleRef module;
    if (bitcode_is_archive(source)) {
      if (!sanitizer_reads(f, source)) return false;
      continue;
    }
    if ((ends_with(source, ".bc") || ends_with(source, ".ll") || bitcode_is_object(source)) &&
        !sanitizer_reads(f, source))
      return false;
    if (ends_with(source, ".bc") || ends_with(source, ".ll")) {
      module = read_module(f, source, source);
    } else if (bitcode_is_object(source)) {
      module = bitcode_read(f, source);
    } else {
      snprintf(output, sizeof output, "%s/unit%u.bc", f->options->temp_dir, i);
      if (!compile(f, source, output, implicit)) return false;
      module = read_module(f, output, source);
      unlink(output);
    }
    if (!module || !add_module(f, module, source)) return false;
  }
  if (!bitcode_link_archives(f, add_module)) return false;
  if (f->module) return true;
  error_set(f->error, EXIT_DATA, "%s: nothing in it defines `%s`", f->options->files[0], f->options->entry);
  return false;
}

bool module_load(struct front *f) {
  LLVMContextSetDiagnosticHandler(f->context, ignore_diagnostic, f);
  struct vec_implicit implicit = {0};
  bool good = load_files(f, &implicit) && implicit_judge(f, &implicit);
  implicit_release(&implicit);
  if (!good) return false;
  // Bodies that clang keeps for inlining only are the program's own all the same.
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (LLVMGetLinkage(g) == LLVMAvailableExternallyLinkage) LLVMSetLinkage(g, LLVMLinkOnceAnyLinkage);
  LLVMSetIsNewDbgInfoFormat(f->module, 0);
  dialects_rewrite(f);
  sanitizer_tidy(f);
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

bool module_link_models(struct front *f) {
  output_simplify(f);
  texts_lower(f);
  if (!wants_models(f)) return true;
  name_exit_handlers(f);
  const unsigned char *data = f->pointer_bits == 32 ? models_32 : models_64;
  size_t size = f->pointer_bits == 32 ? models_32_size : models_64_size;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange((const char *)data, size, "models", 0);
  LLVMModuleRef models;
  if (LLVMParseBitcodeInContext2(f->context, buffer, &models)) {
    error_set(f->error, EXIT_INTERNAL, "the models of the C library cannot be read");
    return false;
  }
  LLVMDisposeMemoryBuffer(buffer);
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
