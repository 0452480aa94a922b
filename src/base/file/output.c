// See output.h.
#include "base/file/output.h"
#include "base/file/input.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_beside(const char *file, char *out, size_t size) {
  struct stat status;
  // A symbolic link stays one: what it leads to is written.
  if (lstat(file, &status) == 0 && !S_ISREG(status.st_mode)) return false;
  const char *slash = strrchr(file, '/');
  int folder = slash ? (int)(slash - file) + 1 : 0;
  int n = snprintf(out, size, "%.*s.%s.clew-%ld", folder, file, file + folder, (long)getpid());
  if (n < 0 || (size_t)n >= size) return false;
  if (access(file, F_OK) == 0 && access(file, W_OK) != 0) return false; // whose owner did not want it changed
  char path[4096];
  snprintf(path, sizeof path, "%.*s", folder ? folder : 2, folder ? file : "./");
  return access(path, W_OK) == 0;
}

static bool write_all(int descriptor, const char *data, size_t size) {
  while (size) {
    ssize_t n = write(descriptor, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n;
    size -= (size_t)n;
  }
  return true;
}

static bool write_named(const char *file, const char *name, bool apart, const struct text *text) {
  struct stat status;
  bool existed = stat(file, &status) == 0;
  int descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_TRUNC, 0666);
  if (descriptor < 0) return false;
  if (apart && existed) fchmod(descriptor, status.st_mode & 07777);
  bool good = write_all(descriptor, text_cstr(text), text->size);
  int why = errno;
  if (close(descriptor) != 0 && good) {
    good = false;
    why = errno;
  }
  if (good && apart && rename(name, file) != 0) {
    good = false;
    why = errno;
  }
  if (!good && (apart || (!existed && stat(file, &status) == 0 && S_ISREG(status.st_mode)))) unlink(name);
  errno = why;
  return good;
}

// Signals wait until the temporary file has become the output: an interrupt must not leave it behind. What is written
// directly may be a pipe without a reader: there they do not wait.
static bool write_file(const char *file, const struct text *text) {
  char beside[4096];
  bool apart = output_beside(file, beside, sizeof beside);
  sigset_t all, before;
  sigfillset(&all);
  if (apart) pthread_sigmask(SIG_BLOCK, &all, &before);
  bool good = write_named(file, apart ? beside : file, apart, text);
  int why = errno;
  if (apart) pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = why;
  return good;
}

bool output_write(const char *file, const struct text *text, struct error *error) {
  bool is_stdout = strcmp(file, "-") == 0;
  bool good = is_stdout ? fwrite(text_cstr(text), 1, text->size, stdout) == text->size && fflush(stdout) == 0
                        : write_file(file, text);
  if (!good)
    error_set(error, EXIT_INTERNAL, "%s: cannot be written: %s", is_stdout ? "standard output" : file, strerror(errno));
  return good;
}

enum { HEAD = 4096 };

static bool is_ours(const char *file) {
  static const char *const marks[] = {OUTPUT_MARK,         "\"name\": \"clew\"", "name: \"clew\"",
                                      "clew-certificate ", "that clew found",    "clew verify --precision",
                                      "clew queries "};
  char head[HEAD + 1];
  struct stat status;
  if (stat(file, &status) == 0 && !status.st_size) return true;
  size_t n = input_head(file, head, HEAD);
  head[n] = 0;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (memmem(head, n, marks[i], strlen(marks[i]))) return true;
  return false;
}

bool output_may_write(const char *file) {
  struct stat status;
  return stat(file, &status) != 0 || !S_ISREG(status.st_mode) || is_ours(file);
}

bool output_empty_old(const char *file) {
  struct stat status;
  if (strcmp(file, "-") == 0 || stat(file, &status) != 0 || !S_ISREG(status.st_mode) || !status.st_size) return false;
  return is_ours(file) && truncate(file, 0) == 0;
}
