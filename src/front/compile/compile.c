// One C file to bitcode, by clang: as the file's own entry of a compilation database says, or with the flags of the
// command line alone.
#include "base/process/child.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "front/compile/compile.h"
#include "front/compile/implicit.h"
#include "front/context.h"
#include "front/link/link.h"
#include <errno.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

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
    "-Wno-error=implicit-function-declaration", "-Wunsequenced", // read by implicit.c
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
  write_header(dir, "clew", "cprover.h", dialects_cprover);
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

static void add_flags(struct vec_ptr *argv, uint32_t n, const char *const *flags) {
  for (uint32_t i = 0; i < n; i++) {
    vec_ptr_push(argv, (void *)flags[i]);
    if (!strcmp(flags[i], "-fwrapv")) vec_ptr_push(argv, "-fno-sanitize=signed-integer-overflow");
  }
}

// clang, and how the file is to be read; `include` stays where it is while the arguments are used.
static void add_arguments(struct front *f, const struct front_unit *unit, bool builtins, const struct vec_ptr *own,
                          char *include, size_t size, struct vec_ptr *argv) {
  const struct front_options *o = f->options;
  vec_ptr_push(argv, (void *)o->clang);
  vec_ptr_push(argv, o->bits == 32 ? "-m32" : "-m64");
  for (size_t i = 0; i < sizeof clang_flags / sizeof *clang_flags; i++) vec_ptr_push(argv, (void *)clang_flags[i]);
  const char *flag;
  for (uint32_t i = 0; (flag = property_flag(o->checked, i)); i++) vec_ptr_push(argv, (void *)flag);
  if (!builtins) vec_ptr_push(argv, "-fno-builtin");
  bool includes = false;
  for (uint32_t i = 0; own && i < own->size; i++) {
    vec_ptr_push(argv, own->data[i]);
    includes |= !strcmp(own->data[i], "-include");
  }
  if (ends_with(unit->file, ".i")) {
    vec_ptr_push(argv, "-x");
    vec_ptr_push(argv, includes ? "c" : "cpp-output"); // -include has no effect on a preprocessed file
  }
  add_flags(argv, unit->n_flags, unit->flags);
  add_flags(argv, o->n_flags, o->flags); // behind the file's own: these count
  if (o->bits == 32) {
    vec_ptr_push(argv, "-msse2"); // doubles are doubles: the x87 would compute with more bits than their type has
    vec_ptr_push(argv, "-idirafter");
    vec_ptr_push(argv, "/usr/include/x86_64-linux-gnu");
  }
  write_headers(f, include, size);
  vec_ptr_push(argv, "-idirafter");
  vec_ptr_push(argv, include);
  vec_ptr_push(argv, "-include");
  vec_ptr_push(argv, "clew/cprover.h");
}

// One run of clang. Library functions are plain functions (-fno-builtin), so that a program's own floor or abs is the
// one that counts. Old C that calls one before declaring it only gets through when clang knows the function's real
// type: `builtins` is the second try, for all functions but those in `own`.
static enum compiled compile_once(struct front *f, const struct front_unit *unit, const char *output, bool builtins,
                                  const struct vec_ptr *own, enum child_end *how, int *status) {
  const struct front_options *o = f->options;
  char include[3000], messages[3000], list[3100];
  struct vec_ptr argv = {0};
  add_arguments(f, unit, builtins, own, include, sizeof include, &argv);
  sources_list(output, list, sizeof list);
  vec_ptr_push(&argv, "-MMD");
  vec_ptr_push(&argv, "-MF");
  vec_ptr_push(&argv, list);
  vec_ptr_push(&argv, "-o");
  vec_ptr_push(&argv, (void *)output);
  vec_ptr_push(&argv, (void *)unit->file);
  vec_ptr_push(&argv, NULL);
  snprintf(messages, sizeof messages, "%s/messages", o->temp_dir);

  int pid = child_start_tool_in(f->limits, unit->directory, (char **)argv.data, messages), code = errno;
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

bool compile_dump(struct front *f, const struct front_unit *unit, const char *function, const char *output) {
  char include[3000], filter[500];
  struct vec_ptr argv = {0};
  add_arguments(f, unit, true, NULL, include, sizeof include, &argv);
  static const char *const more[] = {"-fsyntax-only", "-fno-color-diagnostics", "-Xclang"};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) vec_ptr_push(&argv, (void *)more[i]);
  vec_ptr_push(&argv, function ? "-ast-dump=json" : "-ast-dump");
  snprintf(filter, sizeof filter, "-ast-dump-filter=%s", function ? function : "");
  if (function) vec_ptr_push(&argv, "-Xclang");
  if (function) vec_ptr_push(&argv, filter);
  vec_ptr_push(&argv, (void *)unit->file);
  vec_ptr_push(&argv, NULL);
  int status, pid = child_start_tool_in(f->limits, unit->directory, (char **)argv.data, output);
  vec_ptr_release(&argv);
  return pid && child_wait(f->limits, pid, INFINITY, &status) == CHILD_EXITED && !limits_stopped(f->limits);
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

// Declarations of the inputs that have none, as flags for clang, owned.
static void declare_inputs(struct front *f, const struct vec_implicit *calls, struct vec_ptr *flags) {
  struct text text = {0}, file = {0};
  struct error error = {0};
  implicit_declare(calls, &text);
  text_printf(&file, "%s/inputs.h", f->options->temp_dir);
  if (text.size && output_write(text_cstr(&file), &text, &error)) {
    vec_ptr_push(flags, mem_strdup("-include"));
    vec_ptr_push(flags, mem_strdup(text_cstr(&file)));
  }
  error_release(&error);
  text_release(&file);
  text_release(&text);
}

// Calls without a declaration, of functions that do not return int: clang knows the real types of many.
static bool compile_with_types(struct front *f, const struct front_unit *unit, const char *output, const char *messages,
                               struct vec_implicit *calls) {
  struct vec_ptr own = {0};
  enum child_end how;
  int status;
  own_functions(f, output, &own);
  declare_inputs(f, calls, &own);
  enum compiled compiled = compile_once(f, unit, output, true, &own, &how, &status);
  if (compiled == COMPILED) {
    implicit_release(calls);
    implicit_read(messages, calls);
  } else if (compiled == COMPILE_REFUSED) {
    compiled = compile_once(f, unit, output, false, NULL, &how, &status); // as it was
  }
  for (uint32_t i = 0; i < own.size; i++) mem_free(own.data[i]);
  vec_ptr_release(&own);
  return compiled == COMPILED;
}

// What clang said first, for those who do not see its messages: ": expected ';'"; appended.
static void first_message(const char *messages, struct text *out) {
  static const char mark[] = "error: ";
  struct text content = {0};
  struct error error = {0};
  const char *at = input_read(messages, &content, &error) ? strstr(text_cstr(&content), mark) : NULL;
  if (at) text_printf(out, ": %.*s", (int)strcspn(at + sizeof mark - 1, "\n"), at + sizeof mark - 1);
  error_release(&error);
  text_release(&content);
}

static bool compile_made(struct front *f, const struct front_unit *unit, const char *output,
                         struct vec_implicit *implicit) {
  char messages[3000];
  snprintf(messages, sizeof messages, "%s/messages", f->options->temp_dir);
  struct vec_implicit calls = {0};
  enum child_end how;
  int status;
  enum compiled compiled = compile_once(f, unit, output, false, NULL, &how, &status);
  bool again = compiled == COMPILE_REFUSED && how == CHILD_EXITED && status == 1;
  if (again) compiled = compile_once(f, unit, output, true, NULL, &how, &status);
  if (compiled == COMPILED) {
    char list[3100];
    sources_list(output, list, sizeof list);
    if (f->sources) sources_read(list, unit->directory, f->sources);
    implicit_read(messages, &calls);
    bool good = again || !implicit_needs_types(f, &calls) || compile_with_types(f, unit, output, messages, &calls);
    for (uint32_t i = 0; i < calls.size; i++) vec_implicit_push(implicit, calls.data[i]);
    vec_implicit_release(&calls);
    return good;
  }
  if (compiled == COMPILE_FAILED) return false;
  if (!f->options->silent) show_file(messages);
  if (how == CHILD_EXITED && status == 127) error_set(f->error, EXIT_INTERNAL, "cannot run %s", f->options->clang);
  else {
    struct text why = {0};
    if (f->options->silent) first_message(messages, &why);
    error_set(f->error, EXIT_DATA, "%s: %s%s", unit->file,
              how == CHILD_SIGNALLED ? "clang crashed on it" : "not a C program that clang accepts", text_cstr(&why));
    text_release(&why);
  }
  return false;
}

bool compile_unit(struct front *f, const struct front_unit *unit, const char *output, struct vec_implicit *implicit) {
  struct front_unit made;
  struct vec_string keep = {0};
  bool good = contract_unit(f, unit, output, &made, &keep) && compile_made(f, &made, output, implicit);
  if (!good && made.file != unit->file && f->error->status == EXIT_DATA) {
    error_release(f->error);
    error_set(f->error, EXIT_DATA, "%s: with its contracts not a C program that clang accepts", unit->file);
  }
  for (uint32_t i = 0; i < keep.size; i++) mem_free((char *)keep.data[i]);
  vec_string_release(&keep);
  return good;
}

LLVMModuleRef compile_read(struct front *f, const char *file, const char *shown) {
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
