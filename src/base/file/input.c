// See input.h.
#include "base/file/input.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool input_read(const char *file, struct text *out, struct error *error) {
  FILE *stream = fopen(file, "re");
  if (!stream) {
    error_set(error, EXIT_DATA, "%s: %s", file, errno == ENOENT ? "no such file" : strerror(errno));
    return false;
  }
  char block[65536];
  size_t n;
  while ((n = fread(block, 1, sizeof block, stream)) > 0) text_add_n(out, block, n);
  bool good = !ferror(stream);
  if (!good) error_set(error, EXIT_DATA, "%s: cannot be read: %s", file, strerror(errno));
  fclose(stream);
  return good;
}

size_t input_head(const char *file, char *out, size_t size) {
  struct stat status;
  if (stat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0; // opening a pipe would wait
  FILE *stream = fopen(file, "re");
  if (!stream) return 0;
  size_t n = fread(out, 1, size, stream);
  fclose(stream);
  return n;
}
