// See input_kind.h.
#include "run/request/input_kind.h"
#include "base/memory/alloc.h"
#include "base/file/embedded.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_suffix(const char *file, const char *suffix) {
  size_t n = strlen(file), m = strlen(suffix);
  return n > m && strcmp(file + n - m, suffix) == 0;
}

static bool is_source(const char *file) {
  static const char *const suffixes[] = {".c", ".i", ".bc", ".ll", ".cfa"};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (has_suffix(file, suffixes[i])) return true;
  return false;
}

// An object file, an archive of them, or what was linked of them.
static bool is_object(const char *file) {
  if (has_suffix(file, ".o") || has_suffix(file, ".lo") || has_suffix(file, ".a")) return true;
  return !is_source(file) && object_is_linked(file);
}

static bool kind_of(const char *file, enum input_kind *kind) {
  if (has_suffix(file, ".c") || has_suffix(file, ".i")) *kind = INPUT_FILE_C;
  else if (has_suffix(file, ".bc") || has_suffix(file, ".ll") || is_object(file)) *kind = INPUT_FILE_LLVM;
  else if (has_suffix(file, ".cfa")) *kind = INPUT_FILE_CFA;
  else return false;
  return true;
}

// The first bytes tell text from junk: a C file has no NUL, a bitcode file has its magic number.
static bool check_content(const char *file, int descriptor, struct error *error) {
  unsigned char head[4096];
  ssize_t n = read(descriptor, head, sizeof head);
  if (n < 0) {
    error_set(error, EXIT_DATA, "%s: cannot be read: %s", file, strerror(errno));
    return false;
  }
  if (n == 0) {
    error_set(error, EXIT_DATA, "%s: the file is empty", file);
    return false;
  }
  if (has_suffix(file, ".bc")) {
    bool magic = object_kind((const char *)head, (size_t)n) == OBJECT_BITCODE;
    if (!magic) error_set(error, EXIT_DATA, "%s: not LLVM bitcode (its first bytes are others)", file);
    return magic;
  }
  const char *what = has_suffix(file, ".ll") ? "LLVM assembly" : has_suffix(file, ".cfa") ? "an automaton" : "C";
  if (memchr(head, 0, (size_t)n)) {
    error_set(error, EXIT_DATA, "%s: not %s: the file holds binary data", file, what);
    return false;
  }
  return true;
}

static bool refuse_object(const char *file, struct bytes object, struct error *error) {
  const char *what = object_is_of_gcc(object) ? ", only machine code and gcc's own form of the program"
                     : object_kind(object.data, object.size) == OBJECT_ELF ? ", only machine code"
                                                                           : ": it is no object file";
  error_set(error, EXIT_DATA,
            "%s: there is no LLVM bitcode in it%s; give the C files, or build it with `make CC='clew cc'`, or compile "
            "with `clang-19 -flto -g -c` or -fembed-bitcode",
            file, what);
  return false;
}

static bool has_bitcode(struct bytes object) {
  struct bytes found;
  return object_section(object, EMBEDDED_SECTION, &found) || object_bitcode(object, &found);
}

// Of an archive some member has it, or the first is refused; one without members is no program.
static bool check_archive(const char *file, struct bytes archive, struct error *error) {
  struct member member;
  struct text name = {0};
  bool good = false;
  for (size_t at = 0; !good && archive_next(archive, &at, &member);) {
    good = has_bitcode(member.content);
    if (!good && !name.size) {
      text_printf(&name, "%s(%s)", file, member.name);
      refuse_object(text_cstr(&name), member.content, error);
    }
  }
  if (good) error_release(error);
  else if (!error->status) error_set(error, EXIT_DATA, "%s: there is nothing in the archive", file);
  text_release(&name);
  return good;
}

// The bitcode is in the file, or in members of the archive.
static bool check_object(const char *file, struct error *error) {
  struct text content = {0};
  if (!input_read(file, &content, error)) return false;
  struct bytes object = {text_cstr(&content), content.size};
  enum object_kind kind = object_kind(object.data, object.size);
  bool good;
  if (kind == OBJECT_ARCHIVE && has_suffix(file, ".a")) {
    good = check_archive(file, object, error);
  } else if (kind == OBJECT_THIN_ARCHIVE) {
    error_set(error, EXIT_DATA, "%s: a thin archive only names its members; give these, or make it without T", file);
    good = false;
  } else {
    good = has_bitcode(object) || refuse_object(file, object, error);
  }
  text_release(&content);
  return good;
}

static bool check_file(const char *file, struct error *error) {
  struct stat status;
  if (stat(file, &status) != 0) {
    error_set(error, EXIT_DATA, "%s: %s", file, errno == ENOENT ? "no such file" : strerror(errno));
    return false;
  }
  if (S_ISDIR(status.st_mode)) {
    error_set(error, EXIT_DATA, "%s: is a directory, not a program", file);
    return false;
  }
  enum input_kind kind;
  if (!kind_of(file, &kind)) {
    error_set(error, EXIT_DATA,
              "%s: what kind of file is it? clew reads .c, .i, .bc, .ll, .o, .a, .cfa, programs of `clew cc` and task "
              "definitions (.yml)",
              file);
    return false;
  }
  if (!S_ISREG(status.st_mode)) return true; // a pipe cannot be looked at twice
  if (is_object(file)) return check_object(file, error);
  int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    error_set(error, EXIT_DATA, "%s: cannot be read: %s", file, strerror(errno));
    return false;
  }
  bool good = check_content(file, descriptor, error);
  close(descriptor);
  return good;
}

bool input_all_are_c(const struct options *options) {
  enum input_kind kind;
  for (uint32_t i = 0; i < options->files.size; i++)
    if (!kind_of(options->files.data[i], &kind) || kind != INPUT_FILE_C) return false;
  return true;
}

bool input_has_linked(const struct options *options) {
  for (uint32_t i = 0; i < options->files.size; i++)
    if (!is_source(options->files.data[i]) && object_is_linked(options->files.data[i])) return true;
  return false;
}

bool input_is_program(const char *file) {
  enum input_kind kind;
  return kind_of(file, &kind);
}

bool input_is_certificate(const char *file) {
  static const char magic[] = "clew-certificate ";
  char head[sizeof magic - 1];
  return input_head(file, head, sizeof head) == sizeof head && memcmp(head, magic, sizeof head) == 0;
}

bool input_check_files(const struct options *options, enum input_kind *kind, struct error *error) {
  if (options->files.size == 0) {
    error_set(error, EXIT_USAGE, "no file given");
    return false;
  }
  *kind = INPUT_FILE_LLVM;
  for (uint32_t i = 0; i < options->files.size; i++) {
    const char *file = options->files.data[i];
    if (!check_file(file, error)) return false;
    enum input_kind this = INPUT_FILE_C;
    kind_of(file, &this);
    if (this == INPUT_FILE_CFA && options->files.size > 1) {
      error_set(error, EXIT_USAGE, "%s: an automaton stands alone; it cannot be linked with other files", file);
      return false;
    }
    if (this != INPUT_FILE_LLVM) *kind = this;
  }
  return true;
}

static bool is_program(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

bool input_check_clang(const struct options *options, struct error *error) {
  const char *program = options->clang;
  if (strchr(program, '/')) {
    if (is_program(program)) return true;
    error_set(error, EXIT_INTERNAL, "%s: no such program; name the C compiler with --clang PROGRAM", program);
    return false;
  }
  const char *path = getenv("PATH");
  if (!path || !*path) path = "/usr/local/bin:/usr/bin:/bin";
  for (;;) {
    size_t n = strcspn(path, ":");
    char candidate[4096];
    int length = snprintf(candidate, sizeof candidate, "%.*s/%s", n ? (int)n : 1, n ? path : ".", program);
    if (length > 0 && (size_t)length < sizeof candidate && is_program(candidate)) return true;
    if (!path[n]) break;
    path += n + 1;
  }
  error_set(error, EXIT_INTERNAL,
            "%s was not found: install it (Debian: apt-get install clang-19) or name another with --clang PROGRAM",
            program);
  return false;
}

// 0, or the error of opening it. Signals wait until a file that this made is gone again.
static int why_not_writable(const char *file, bool existed) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  int descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
  int why = descriptor < 0 ? errno : 0;
  if (!why) {
    close(descriptor);
    char made[PATH_MAX]; // where a symbolic link led, not the link
    if (!existed && realpath(file, made)) unlink(made);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return why;
}

bool input_check_output(const char *option, const char *file, struct error *error) {
  if (!file || strcmp(file, "-") == 0) return true;
  struct stat status;
  bool existed = stat(file, &status) == 0;
  if (existed && S_ISDIR(status.st_mode)) {
    error_set(error, EXIT_DATA, "%s %s: is a directory; a file is to be written there", option, file);
    return false;
  }
  if (!output_may_write(file)) {
    error_set(error, EXIT_DATA, "%s %s: the file is there and was not made by clew; remove it, or name another", option,
              file);
    return false;
  }
  int why = why_not_writable(file, existed);
  if (!why || why == ENXIO) return true; // a pipe without a reader yet
  error_set(error, EXIT_DATA, "%s %s: cannot be written: %s", option, file, strerror(why));
  return false;
}
