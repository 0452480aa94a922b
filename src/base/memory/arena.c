// See arena.h. Chunks double up to a megabyte, so that a small arena is small
// and a large one asks the allocator rarely.
#include "base/memory/arena.h"
#include "base/memory/alloc.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CHUNK_FIRST = 4096, CHUNK_LAST = 1 << 20, ALIGN = 16 };

struct arena_chunk {
  struct arena_chunk *before;
  size_t size;
};

// The header is padded so that what follows it is aligned.
static const size_t header_size = (sizeof(struct arena_chunk) + ALIGN - 1) / ALIGN * ALIGN;

void arena_init(struct arena *arena) { *arena = (struct arena){0}; }

void arena_release(struct arena *arena) {
  for (struct arena_chunk *c = arena->chunks; c;) {
    struct arena_chunk *before = c->before;
    mem_free(c);
    c = before;
  }
  *arena = (struct arena){0};
}

static struct arena_chunk *arena_chunk_new(struct arena *arena, size_t size) {
  struct arena_chunk *c = mem_alloc(header_size + size);
  c->size = size;
  arena->bytes += header_size + size;
  return c;
}

void *arena_alloc(struct arena *arena, size_t bytes) {
  bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
  if (bytes == 0) bytes = ALIGN;
  if (arena->next && bytes <= (size_t)(arena->end - arena->next)) {
    void *block = arena->next;
    arena->next += bytes;
    return block;
  }
  if (bytes > CHUNK_LAST / 4) {
    // A large block gets a chunk of its own behind the current one, whose rest stays in use.
    struct arena_chunk *c = arena_chunk_new(arena, bytes);
    if (arena->chunks) {
      c->before = arena->chunks->before;
      arena->chunks->before = c;
    } else {
      c->before = NULL;
      arena->chunks = c;
    }
    return (char *)c + header_size;
  }
  size_t size = arena->chunks ? arena->chunks->size * 2 : CHUNK_FIRST;
  if (size > CHUNK_LAST) size = CHUNK_LAST;
  while (size < bytes) size *= 2;
  struct arena_chunk *c = arena_chunk_new(arena, size);
  c->before = arena->chunks;
  arena->chunks = c;
  arena->next = (char *)c + header_size + bytes;
  arena->end = (char *)c + header_size + size;
  return (char *)c + header_size;
}

char *arena_strdup(struct arena *arena, const char *text) {
  size_t n = strlen(text) + 1;
  return memcpy(arena_alloc(arena, n), text, n);
}

char *arena_printf(struct arena *arena, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  char *text = arena_alloc(arena, (size_t)(n < 0 ? 0 : n) + 1);
  text[0] = 0;
  if (n >= 0) vsnprintf(text, (size_t)n + 1, format, again);
  va_end(again);
  va_end(args);
  return text;
}
