// See alloc.h.
#include "base/memory/alloc.h"
#include "base/process/limits.h"
#include <stdlib.h>
#include <string.h>

void *mem_alloc(size_t bytes) {
  void *block = malloc(bytes ? bytes : 1);
  if (!block) limits_exhausted();
  return block;
}

void *mem_zalloc(size_t count, size_t bytes) {
  void *block = calloc(count ? count : 1, bytes ? bytes : 1);
  if (!block) limits_exhausted();
  return block;
}

void *mem_realloc(void *old, size_t bytes) {
  void *block = realloc(old, bytes ? bytes : 1);
  if (!block) limits_exhausted();
  return block;
}

char *mem_strdup(const char *text) { return mem_strndup(text, strlen(text)); }

char *mem_strndup(const char *text, size_t length) {
  size_t n = strnlen(text, length);
  char *copy = mem_alloc(n + 1);
  memcpy(copy, text, n);
  copy[n] = 0;
  return copy;
}

void mem_free(void *block) { free(block); }
