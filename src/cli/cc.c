// `clew cc`: a C compiler that keeps what clew reads. The real compiler does what it is asked to do, with its messages
// and its exit status; then the bitcode of each C file is put into a section of its object file (base/file/embedded.h),
// which the linker takes over into the program. A command that compiles and links at once gets one more object file
// with the section.
//
// Nothing of ours may fail a build: a file whose bitcode cannot be made is recorded with the reason, for `clew verify`
// to say. Objects and archives that are linked without bitcode are recorded, too.
#include "base/process/child.h"
#include "base/file/embedded.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "cli/command.h"
#include "run/request/compile_commands.h"
#include "run/request/invocation.h"
#include "base/file/temp.h"
#include "front/front.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct wrapper {
  struct invocation invocation;
  struct vec_word command; // the real compiler's, as it was given
  struct arena arena;
  struct temp temp;
  struct limits limits;
  const char *clang, *objcopy;
};

static bool has_suffix(const char *file, const char *suffix) {
  size_t n = strlen(file), m = strlen(suffix);
  return n > m && strcmp(file + n - m, suffix) == 0;
}

static bool is_c(const char *file) { return has_suffix(file, ".c") || has_suffix(file, ".i"); }

// Of other languages: they have machine code, and no bitcode.
static bool is_other_source(const char *file) {
  static const char *const suffixes[] = {".s", ".S", ".sx", ".cc", ".cpp", ".cxx", ".C", ".f", ".F", ".f90", ".m"};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (has_suffix(file, suffixes[i])) return true;
  return false;
}

// --- processes -------------------------------------------------------------------------------------------------------

// Runs the command with our streams; its exit status, as a shell has it.
static int run(const struct vec_word *command) {
  struct vec_word argv = {0};
  for (uint32_t i = 0; i < command->size; i++) vec_word_push(&argv, command->data[i]);
  vec_word_push(&argv, NULL);
  fflush(NULL);
  int raw, pid = fork();
  if (pid == 0) {
    execvp(argv.data[0], (char *const *)argv.data);
    fprintf(stderr, "clew cc: cannot run %s: %s; CLEW_CC names the compiler\n", argv.data[0], strerror(errno));
    _exit(127);
  }
  vec_word_release(&argv);
  if (pid < 0) return EXIT_INTERNAL;
  while (waitpid(pid, &raw, 0) < 0)
    if (errno != EINTR) return EXIT_INTERNAL;
  return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
}

// A tool of ours; its messages are not shown.
static bool run_silently(struct wrapper *w, const char *const *argv) {
  char messages[sizeof w->temp.path + 16];
  int status;
  snprintf(messages, sizeof messages, "%s/tool", w->temp.path);
  int pid = child_start_tool(&w->limits, (char *const *)argv, messages);
  return pid && child_wait(&w->limits, pid, 600, &status) == CHILD_EXITED && status == 0;
}

// --- records ---------------------------------------------------------------------------------------------------------

static struct bytes bytes_of(const struct text *text) { return (struct bytes){text_cstr(text), text->size}; }

static void add_missing(const char *file, const char *why, struct text *records) {
  embedded_add(EMBEDDED_MISSING, file, (struct bytes){why, strlen(why)}, records);
}

// Flags for the preprocessed file: names in it are relative to this folder.
static void add_flags(const struct front_options *options, const char *file, struct text *records) {
  struct text flags = {0};
  char *here = getcwd(NULL, 0);
  for (uint32_t i = 0; i < options->n_flags; i++) text_add_n(&flags, options->flags[i], strlen(options->flags[i]) + 1);
  text_printf(&flags, "-fdebug-compilation-dir=%s", here ? here : ".");
  text_addc(&flags, 0);
  embedded_add(EMBEDDED_FLAGS, file, bytes_of(&flags), records);
  free(here);
  text_release(&flags);
}

static bool add_compiled(struct wrapper *w, const struct front_options *options, struct text *records,
                         struct error *error) {
  const char *file = options->files[0];
  const char *bitcode_file = arena_printf(&w->arena, "%s/kept.bc", w->temp.path);
  const char *source_file = arena_printf(&w->arena, "%s/kept.i", w->temp.path);
  struct text calls = {0}, bitcode = {0}, source = {0};
  bool good = front_compile(&w->limits, options, bitcode_file, &calls, error) &&
              front_preprocess(&w->limits, options, source_file, error) && input_read(bitcode_file, &bitcode, error) &&
              input_read(source_file, &source, error);
  if (good) {
    embedded_add(EMBEDDED_BITCODE, file, bytes_of(&bitcode), records);
    if (calls.size) embedded_add(EMBEDDED_CALLS, file, bytes_of(&calls), records);
    add_flags(options, file, records);
    embedded_add(EMBEDDED_SOURCE, file, bytes_of(&source), records);
  }
  text_release(&calls);
  text_release(&bitcode);
  text_release(&source);
  return good;
}

// The bitcode of a C file and what it is made of, or why there is none.
static void add_source(struct wrapper *w, const char *file, struct text *records) {
  struct invocation *v = &w->invocation;
  struct error error = {0};
  struct front_options options = {.bits = v->compiler.bits == 32 ? 32 : 64,
                                  .entry = "main",
                                  .n_files = 1,
                                  .files = &file,
                                  .n_flags = v->compiler.flags.size,
                                  .flags = v->compiler.flags.data,
                                  .silent = true,
                                  .clang = w->clang,
                                  .temp_dir = w->temp.path};
  if (!is_c(file)) add_missing(file, "it is no C file", records);
  else if (v->refused.status) add_missing(file, v->refused.message, records);
  else if (!add_compiled(w, &options, records, &error))
    add_missing(file, error.message ? error.message : "clang did not compile it", records);
  error_release(&error);
}

static bool has_bitcode(struct bytes object) {
  struct bytes found;
  return object_section(object, EMBEDDED_SECTION, &found) || object_bitcode(object, &found);
}

// Of an archive with members of both kinds those without bitcode are recorded, taken or not.
static void add_archive(const char *file, struct bytes archive, struct text *records) {
  struct member member;
  for (size_t at = 0; archive_next(archive, &at, &member);) {
    if (has_bitcode(member.content)) continue;
    struct text name = {0};
    text_printf(&name, "%s(%s)", file, member.name);
    add_missing(text_cstr(&name), "only machine code", records);
    text_release(&name);
  }
}

static bool archive_has_bitcode(struct bytes archive) {
  struct member member;
  for (size_t at = 0; archive_next(archive, &at, &member);)
    if (has_bitcode(member.content)) return true;
  return false;
}

// An object or an archive that is linked: nothing to record where all of it has bitcode.
static void add_linked(const char *file, struct text *records) {
  struct text content = {0};
  struct error error = {0};
  struct stat status;
  if (stat(file, &status) == 0 && S_ISREG(status.st_mode) && input_read(file, &content, &error)) {
    struct bytes object = bytes_of(&content);
    enum object_kind kind = object_kind(object.data, object.size);
    if (kind == OBJECT_ARCHIVE && archive_has_bitcode(object)) add_archive(file, object, records);
    else if ((kind == OBJECT_ARCHIVE || kind == OBJECT_ELF) && !has_bitcode(object))
      add_missing(file, "only machine code", records);
  }
  error_release(&error);
  text_release(&content);
}

// -lNAME in the folders of -L: an archive there counts as if it were named. A shared library is not in the program.
static void add_library(struct wrapper *w, const char *name, struct text *records) {
  struct stat status;
  for (uint32_t i = 0; i < w->invocation.folders.size; i++) {
    const char *folder = w->invocation.folders.data[i];
    const char *shared = arena_printf(&w->arena, "%s/lib%s.so", folder, name);
    const char *archive = arena_printf(&w->arena, "%s/lib%s.a", folder, name);
    if (stat(shared, &status) == 0) return;
    if (stat(archive, &status) != 0) continue;
    add_linked(archive, records);
    return;
  }
}

// --- compiling -------------------------------------------------------------------------------------------------------

static const char *write_records(struct wrapper *w, const struct text *records) {
  struct error error = {0};
  const char *file = arena_printf(&w->arena, "%s/records", w->temp.path);
  bool good = output_write(file, records, &error);
  if (!good) fprintf(stderr, "clew cc: warning: %s\n", error.message);
  error_release(&error);
  return good ? file : NULL;
}

static bool is_elf(const char *file) { return object_is_linked(file); }

// Puts the records into an object file that the compiler has written.
static void keep(struct wrapper *w, const char *object, const struct text *records) {
  if (!is_elf(object)) return; // -o /dev/null, for instance
  const char *file = write_records(w, records);
  if (!file) return;
  const char *argv[] = {w->objcopy,
                        "--add-section",
                        arena_printf(&w->arena, "%s=%s", EMBEDDED_SECTION, file),
                        "--set-section-flags",
                        EMBEDDED_SECTION "=readonly",
                        "--set-section-alignment",
                        EMBEDDED_SECTION "=8",
                        object,
                        NULL};
  if (!run_silently(w, argv))
    fprintf(stderr, "clew cc: warning: %s could not add the section %s to %s; CLEW_OBJCOPY names another one\n",
            w->objcopy, EMBEDDED_SECTION, object);
}

static const char *object_of(struct wrapper *w, const char *source) {
  const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source, *dot = strrchr(name, '.');
  if (w->invocation.output) return w->invocation.output;
  return arena_printf(&w->arena, "%.*s.o", dot ? (int)(dot - name) : (int)strlen(name), name);
}

static int compile(struct wrapper *w) {
  int status = run(&w->command);
  const struct vec_word *inputs = &w->invocation.inputs;
  for (uint32_t i = 0; i < inputs->size && !status; i++) {
    if (!is_c(inputs->data[i]) && !is_other_source(inputs->data[i])) continue;
    struct text records = {0};
    add_source(w, inputs->data[i], &records);
    keep(w, object_of(w, inputs->data[i]), &records);
    text_release(&records);
  }
  return status;
}

// --- linking ---------------------------------------------------------------------------------------------------------

// An object file with nothing but the section. NULL: it could not be made.
static const char *make_object(struct wrapper *w, const struct text *records) {
  const char *file = write_records(w, records);
  if (!file) return NULL;
  const char *source = arena_printf(&w->arena, "%s/section.s", w->temp.path);
  const char *object = arena_printf(&w->arena, "%s/section.o", w->temp.path);
  struct text text = {0};
  struct error error = {0};
  text_printf(&text, ".section %s,\"\",@progbits\n.balign 8\n.incbin \"%s\"\n.section .note.GNU-stack,\"\",@progbits\n",
              EMBEDDED_SECTION, file);
  bool good = output_write(source, &text, &error);
  const char *argv[] = {w->clang, w->invocation.compiler.bits == 32 ? "-m32" : "-m64", "-c", source, "-o", object,
                        NULL};
  good = good && run_silently(w, argv);
  if (!good) fprintf(stderr, "clew cc: warning: %s could not make the section %s\n", w->clang, EMBEDDED_SECTION);
  error_release(&error);
  text_release(&text);
  return good ? object : NULL;
}

static void add_inputs(struct wrapper *w, struct text *records) {
  const struct invocation *v = &w->invocation;
  for (uint32_t i = 0; i < v->inputs.size; i++) {
    const char *file = v->inputs.data[i];
    if (is_c(file) || is_other_source(file)) add_source(w, file, records);
    else if (!has_suffix(file, ".so")) add_linked(file, records);
  }
  for (uint32_t i = 0; i < v->libraries.size; i++) add_library(w, v->libraries.data[i], records);
  if (!v->refused.status) return;
  if (v->unknown) add_missing("the command that links", v->refused.message, records);
  else embedded_add(EMBEDDED_REFUSED, "", (struct bytes){v->refused.message, strlen(v->refused.message)}, records);
}

static int link_program(struct wrapper *w) {
  struct text records = {0};
  add_inputs(w, &records);
  const char *object = records.size ? make_object(w, &records) : NULL;
  text_release(&records);
  if (object) {
    vec_word_push(&w->command, "-x"); // whatever -x said before
    vec_word_push(&w->command, "none");
    vec_word_push(&w->command, object);
  }
  return run(&w->command);
}

// --- the command -----------------------------------------------------------------------------------------------------

static bool is_there(const char *program) {
  const char *path = getenv("PATH");
  char candidate[4096];
  struct stat status;
  for (path = path && *path ? path : "/usr/bin:/bin"; *path; path += strcspn(path, ":"), path += *path == ':') {
    int n = snprintf(candidate, sizeof candidate, "%.*s/%s", (int)strcspn(path, ":"), path, program);
    if (n > 0 && (size_t)n < sizeof candidate && stat(candidate, &status) == 0 && access(candidate, X_OK) == 0)
      return true;
  }
  return false;
}

static const char *setting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value && *value ? value : otherwise;
}

static void prepare(struct wrapper *w, int argc, char **argv) {
  struct vec_word words = {0};
  struct error error = {0};
  arena_init(&w->arena);
  w->clang = setting("CLEW_CLANG", "clang-19");
  w->objcopy = setting("CLEW_OBJCOPY", is_there("objcopy") ? "objcopy" : "llvm-objcopy-19");
  database_split(setting("CLEW_CC", is_there("cc") ? "cc" : w->clang), &w->arena, &w->command);
  for (int i = 0; i < argc; i++) vec_word_push(&w->command, argv[i]);
  if (compiler_expand(&w->invocation.compiler, (uint32_t)argc, argv, &words, &error))
    invocation_read(&w->invocation, &words);
  else w->invocation.stops = true; // the compiler says what is wrong
  // With the link-time optimiser's own form of the program the sections of its object files go.
  if (w->invocation.has_lto) vec_word_push(&w->command, "-fno-lto");
  error_release(&error);
  vec_word_release(&words);
}

static void release(struct wrapper *w) {
  temp_remove(&w->temp);
  invocation_release(&w->invocation);
  vec_word_release(&w->command);
  arena_release(&w->arena);
}

int command_cc(int argc, char **argv) {
  struct wrapper w = {0};
  struct error error = {0};
  prepare(&w, argc, argv);
  bool idle = w.invocation.stops || !w.invocation.inputs.size;
  if (!idle && !temp_make(&w.temp, &error)) {
    fprintf(stderr, "clew cc: warning: %s: no bitcode is kept\n", error.message);
    idle = true;
  }
  error_release(&error);
  int status = idle ? run(&w.command) : w.invocation.only_compiles ? compile(&w) : link_program(&w);
  release(&w);
  return status;
}
