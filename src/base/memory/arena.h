// An arena hands out memory that is released all at once. It counts its bytes.
#ifndef CLEW_BASE_MEMORY_ARENA_H
#define CLEW_BASE_MEMORY_ARENA_H
#include <stddef.h>

struct arena_chunk;

struct arena {
  struct arena_chunk *chunks;
  char *next, *end;
  size_t bytes;
};

void arena_init(struct arena *arena);
void arena_release(struct arena *arena);
// Aligned to 16 bytes; never NULL.
void *arena_alloc(struct arena *arena, size_t bytes);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
