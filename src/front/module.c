// From files to one LLVM module: clang for C, LLVM's readers for .bc and .ll,
// linking, the models of the C library, and the copy that is run on replay.
#include "front/internal.h"
#include "front/models.h"
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/TargetMachine.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool ends_with(const char *text, const char *tail) {
  size_t n = strlen(text), k = strlen(tail);
  return n >= k && !strcmp(text + n - k, tail);
}

// Flags that keep C's meaning and let old and generated C through.
static const char *const clang_flags[] = {
    "-c", "-emit-llvm", "-g", "-w", "-std=gnu17",
    // Code for every function body seen, but none of LLVM's passes: clang's own -O0 leaves out the bodies of C99 inline functions.
    "-O1", "-Xclang", "-disable-llvm-passes",
    "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv", "-fno-delete-null-pointer-checks",
    "-fno-stack-protector", "-fno-discard-value-names", "-fbracket-depth=100000", "-fcommon",
    "-U_FORTIFY_SOURCE", "-U__OPTIMIZE__", "-Wno-error", "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types", "-Wno-incompatible-function-pointer-types", "-Wno-return-type", "-Wno-return-mismatch",
    "-Wno-everything",
};

// Headers for another data model than the machine's may lack this generated file; it only lists unimplemented functions.
static void write_stub_header(struct front *f, char *dir, size_t size) {
  snprintf(dir, size, "%s/include", f->options->temp_dir);
  mkdir(dir, 0700);
  char path[4096];
  snprintf(path, sizeof path, "%s/gnu", dir);
  mkdir(path, 0700);
  snprintf(path, sizeof path, "%s/gnu/stubs-32.h", dir);
  FILE *file = fopen(path, "w");
  if (file) fclose(file);
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

// One run of clang. Library functions are plain functions (-fno-builtin), so that a program's own floor or abs is the one that counts.
// Old C that calls one before declaring it only gets through when clang knows the function's real type: `builtins` is the second try.
static bool compile_once(struct front *f, const char *source, const char *output, bool builtins) {
  const struct front_options *o = f->options;
  char include[3000], messages[3000];
  struct vec_ptr argv = {0};
  vec_ptr_push(&argv, (void *)o->clang);
  vec_ptr_push(&argv, o->bits == 32 ? "-m32" : "-m64");
  for (size_t i = 0; i < sizeof clang_flags / sizeof *clang_flags; i++) vec_ptr_push(&argv, (void *)clang_flags[i]);
  if (!builtins) vec_ptr_push(&argv, "-fno-builtin");
  if (ends_with(source, ".i")) {
    vec_ptr_push(&argv, "-x");
    vec_ptr_push(&argv, "cpp-output");
  }
  for (uint32_t i = 0; i < o->n_flags; i++) vec_ptr_push(&argv, (void *)o->flags[i]);
  if (o->bits == 32) {
    vec_ptr_push(&argv, "-msse2"); // doubles are doubles: the x87 would compute with more bits than their type has
    write_stub_header(f, include, sizeof include);
    vec_ptr_push(&argv, "-idirafter");
    vec_ptr_push(&argv, "/usr/include/x86_64-linux-gnu");
    vec_ptr_push(&argv, "-idirafter");
    vec_ptr_push(&argv, include);
  }
  vec_ptr_push(&argv, "-o");
  vec_ptr_push(&argv, (void *)output);
  vec_ptr_push(&argv, (void *)source);
  vec_ptr_push(&argv, NULL);
  snprintf(messages, sizeof messages, "%s/messages", o->temp_dir);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 2, 1);
  pid_t pid;
  int code = posix_spawnp(&pid, o->clang, &actions, NULL, (char **)argv.data, environ);
  posix_spawn_file_actions_destroy(&actions);
  vec_ptr_release(&argv);
  if (code) {
    error_set(f->error, EXIT_INTERNAL, "cannot run %s: %s (it is needed to read C; `make setup` installs it)", o->clang, strerror(code));
    return false;
  }
  limits_add_child(f->limits, pid);
  int status;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  limits_remove_child(f->limits, pid);
  if (limits_stopped(f->limits)) return false;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  if (!builtins && WIFEXITED(status) && WEXITSTATUS(status) == 1) return compile_once(f, source, output, true);
  show_file(messages);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    error_set(f->error, EXIT_INTERNAL, "cannot run %s", o->clang);
  else
    error_set(f->error, EXIT_DATA, "%s: %s", source, WIFSIGNALED(status) ? "clang crashed on it" : "not a C program that clang accepts");
  return false;
}

static bool compile(struct front *f, const char *source, const char *output) { return compile_once(f, source, output, false); }

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

// Linking renames functions that are local to their file where names clash. What they were called is kept with them, since errors
// and the entry function are known by name.
static void keep_names(struct front *f, LLVMModuleRef module) {
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g)) {
    LLVMLinkage linkage = LLVMGetLinkage(g);
    if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage) continue;
    size_t n;
    const char *name = LLVMGetValueName2(g, &n);
    LLVMAddAttributeAtIndex(g, LLVMAttributeFunctionIndex, LLVMCreateStringAttribute(f->context, "clew-name", 9, name, (unsigned)n));
  }
}

const char *function_name(LLVMValueRef function) {
  size_t n;
  unsigned length;
  LLVMAttributeRef kept = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "clew-name", 9);
  return kept ? LLVMGetStringAttributeValue(kept, &length) : LLVMGetValueName2(function, &n);
}

bool is_model(LLVMValueRef function) {
  return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "clew-model", 10) != NULL;
}

LLVMValueRef module_find_entry(struct front *f) {
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
    error_set(f->error, EXIT_DATA, "%s: `%s` is ambiguous: %u files have a static function of that name", f->options->files[0], f->options->entry, count);
  else
    error_set(f->error, EXIT_DATA, "%s: there is no function `%s` to start from%s", f->options->files[0], f->options->entry,
              strcmp(f->options->entry, "main") ? "" : " (--entry names another one)");
  return NULL;
}

bool module_load(struct front *f) {
  LLVMContextSetDiagnosticHandler(f->context, ignore_diagnostic, f);
  for (uint32_t i = 0; i < f->options->n_files; i++) {
    const char *source = f->options->files[i];
    char output[3000];
    LLVMModuleRef module;
    if (ends_with(source, ".bc") || ends_with(source, ".ll")) {
      module = read_module(f, source, source);
    } else {
      snprintf(output, sizeof output, "%s/unit%u.bc", f->options->temp_dir, i);
      if (!compile(f, source, output)) return false;
      module = read_module(f, output, source);
      unlink(output);
    }
    if (!module) return false;
    if (!target_check(f, module, source)) {
      LLVMDisposeModule(module);
      return false;
    }
    keep_names(f, module);
    if (!f->module) {
      f->module = module;
    } else if (LLVMLinkModules2(f->module, module)) {
      if (!f->error->status) error_set(f->error, EXIT_DATA, "%s: cannot be linked with the other files", source);
      return false;
    }
  }
  // Bodies that clang keeps for inlining only are the program's own all the same.
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (LLVMGetLinkage(g) == LLVMAvailableExternallyLinkage) LLVMSetLinkage(g, LLVMLinkOnceAnyLinkage);
  LLVMSetIsNewDbgInfoFormat(f->module, 0);
  return true;
}

// --- models --------------------------------------------------------------------

static bool wants_models(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    uint32_t detail;
    if (LLVMCountBasicBlocks(g) || LLVMGetIntrinsicID(g) || !LLVMGetFirstUse(g)) continue;
    if (builtin_of(f, g, &detail) == BUILTIN_NONE) return true;
  }
  return false;
}

bool module_link_models(struct front *f) {
  if (!wants_models(f)) return true;
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
  struct vec_value theirs = {0};
  for (LLVMValueRef g = LLVMGetFirstFunction(models); g; g = LLVMGetNextFunction(g))
    if (LLVMCountBasicBlocks(g)) vec_value_push(&theirs, g);
  bool any = false;
  for (uint32_t i = 0; i < theirs.size; i++) {
    LLVMValueRef g = theirs.data[i];
    size_t n;
    const char *name = LLVMGetValueName2(g, &n);
    LLVMAddAttributeAtIndex(g, LLVMAttributeFunctionIndex, mark);
    LLVMValueRef ours = LLVMGetNamedFunction(f->module, name);
    if (ours && !LLVMCountBasicBlocks(ours)) any = true;
    // The program's own definition is the one that counts.
    if ((ours && LLVMCountBasicBlocks(ours)) || LLVMGetNamedGlobal(f->module, name)) LLVMSetLinkage(g, LLVMInternalLinkage);
    else if (LLVMGetLinkage(g) == LLVMExternalLinkage) LLVMSetLinkage(g, LLVMLinkOnceODRLinkage);
  }
  vec_value_release(&theirs);
  for (LLVMValueRef g = LLVMGetFirstGlobal(models); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g)) LLVMSetLinkage(g, LLVMInternalLinkage);
  if (!any) {
    LLVMDisposeModule(models);
    return true;
  }
  if (LLVMLinkModules2(f->module, models)) {
    if (!f->error->status) error_set(f->error, EXIT_INTERNAL, "the models of the C library cannot be linked");
    return false;
  }
  LLVMSetIsNewDbgInfoFormat(f->module, 0);
  return true;
}

// --- the copy that replay runs -------------------------------------------------------

// Variables that C leaves uninitialised are zero in a replay: that is what the engines prefer for them.
static void zero_object(struct front *f, LLVMBuilderRef builder, LLVMValueRef alloca, LLVMValueRef before) {
  LLVMPositionBuilderBefore(builder, before);
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMValueRef size = LLVMConstInt(word, LLVMABISizeOfType(f->layout, LLVMGetAllocatedType(alloca)), 0);
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1)
    size = LLVMBuildMul(builder, size, LLVMBuildZExtOrBitCast(builder, count, word, ""), "");
  LLVMBuildMemSet(builder, alloca, LLVMConstInt(LLVMInt8TypeInContext(f->context), 0, 0), size, 1);
}

static bool starts_lifetime(LLVMValueRef i) {
  size_t n;
  return LLVMIsACallInst(i) && called_function(i) && !strncmp(LLVMGetValueName2(called_function(i), &n), "llvm.lifetime.start", 19);
}

static void zero_locals(struct front *f, LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef next = LLVMGetNextInstruction(i);
      if (starts_lifetime(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 1))) {
        zero_object(f, builder, LLVMGetOperand(i, 1), next);
      } else if (LLVMIsAAllocaInst(i)) {
        if (b == LLVMGetFirstBasicBlock(function)) // keep the allocas of the entry block together
          while (next && LLVMIsAAllocaInst(next)) next = LLVMGetNextInstruction(next);
        zero_object(f, builder, i, next);
      }
    }
  }
  LLVMDisposeBuilder(builder);
}

// Does a model read inputs (rand, getchar, …)? Then a replay must run the model too, or the inputs would not be fed where they were
// read. Calls among models are followed; `seen` holds the answers.
static bool reads_inputs(LLVMValueRef function, struct map_u32 *seen) {
  uint32_t *known = map_u32_find(seen, key_of(function));
  if (known) return *known;
  map_u32_put(seen, key_of(function), 0);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMGetInstructionOpcode(i) == LLVMCall ? called_function(i) : NULL;
      size_t n;
      if (!callee) continue;
      if (!strncmp(LLVMGetValueName2(callee, &n), "__VERIFIER_nondet_", 18) || (is_model(callee) && reads_inputs(callee, seen))) {
        map_u32_put(seen, key_of(function), 1);
        return true;
      }
    }
  return false;
}

// All calls go to a function of that name outside the module.
static void send_outside(LLVMModuleRef module, LLVMValueRef function, const char *name) {
  char *kept = mem_strdup(name);
  LLVMSetValueName2(function, "clew.unused", 11);
  if (LLVMCountBasicBlocks(function)) LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMValueRef outside = LLVMGetNamedFunction(module, kept);
  if (!outside) outside = LLVMAddFunction(module, kept, LLVMGlobalGetValueType(function));
  LLVMReplaceAllUsesWith(function, outside);
  mem_free(kept);
}

// Small modules without assembly: code for them is made here faster than a compiler starts, and cannot be refused. Computed
// gotos are left to the compiler: block addresses of a cloned module are only right once it was written and read.
static bool is_simple(LLVMModuleRef module) {
  uint32_t blocks = 0;
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b), blocks++)
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAIndirectBrInst(i) || (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))) return false;
  return blocks < 2000;
}

// Next to the bitcode, as FILE.o; where it is missing the replay compiles the bitcode.
static void write_object(LLVMModuleRef module, const char *bitcode) {
  if (!is_simple(module)) return;
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  const char *triple = LLVMGetTarget(module);
  LLVMTargetRef target;
  char *message = NULL, object[4096];
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    LLVMDisposeMessage(message);
    return;
  }
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelNone, LLVMRelocStatic, LLVMCodeModelDefault);
  snprintf(object, sizeof object, "%s.o", bitcode);
  if (LLVMTargetMachineEmitToFile(machine, module, object, LLVMObjectFile, &message)) {
    LLVMDisposeMessage(message);
    unlink(object);
  }
  LLVMDisposeTargetMachine(machine);
}

// The program as the harness runs it: error functions are the harness's, the C library is the machine's own but for models
// that read inputs, and what C leaves uninitialised is zero.
bool module_write_replay(struct front *f, const char *file) {
  LLVMModuleRef copy = LLVMCloneModule(f->module);
  struct vec_value functions = {0};
  struct map_u32 seen = {0};
  for (LLVMValueRef g = LLVMGetFirstFunction(copy); g; g = LLVMGetNextFunction(g)) vec_value_push(&functions, g);
  for (uint32_t i = 0; i < functions.size; i++)
    if (is_model(functions.data[i])) reads_inputs(functions.data[i], &seen);
  for (uint32_t i = 0; i < functions.size; i++) {
    LLVMValueRef g = functions.data[i];
    size_t n;
    const char *name = LLVMGetValueName2(g, &n);
    bool is_error = is_error_function(f, g);
    if (is_error) name = function_name(g);
    if (!strcmp(name, "__clew_malloc") || !strcmp(name, "__clew_calloc")) send_outside(copy, g, "malloc"); // the harness's zeroes
    else if (!LLVMCountBasicBlocks(g)) continue;
    else if (is_error || (is_model(g) && LLVMGetLinkage(g) != LLVMInternalLinkage && !map_u32_get_or(&seen, key_of(g), 0))) send_outside(copy, g, name);
    else zero_locals(f, g);
  }
  map_u32_release(&seen);
  vec_value_release(&functions);
  LLVMStripModuleDebugInfo(copy);
  bool written = !LLVMWriteBitcodeToFile(copy, file);
  if (written) write_object(copy, file);
  LLVMDisposeModule(copy);
  if (!written) error_set(f->error, EXIT_INTERNAL, "%s: cannot be written", file);
  return written;
}
