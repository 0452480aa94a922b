// What the native copy of a program runs with: its trace goes to a file, its inputs come from a list, its heap is zero.
#include "second.h"
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct second_trace *trace;
static uint64_t seed, given[SECOND_INPUTS];
static uint32_t n_given, n_read;

// Constructors of the program may come before this one.
__attribute__((constructor)) static void begin(void) {
  if (trace) return;
  const char *file = getenv("SECOND_TRACE"), *from = getenv("SECOND_SEED"), *list = getenv("SECOND_GIVEN");
  int fd = file ? open(file, O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
  if (fd < 0 || ftruncate(fd, sizeof *trace)) _exit(99);
  trace = mmap(NULL, sizeof *trace, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (trace == MAP_FAILED) _exit(99);
  close(fd);
  seed = from ? strtoull(from, NULL, 0) : 0;
  while (list && *list && n_given < SECOND_INPUTS) {
    char *end;
    given[n_given++] = strtoull(list, &end, 0);
    list = end == list ? NULL : end;
  }
}

void second_trace(uint32_t point, uint32_t part, uint64_t low, uint64_t high) {
  if (!trace) begin();
  if (trace->size == SECOND_EVENTS) {
    trace->cut = 1;
    _exit(0);
  }
  trace->events[trace->size++] = (struct second_event){point, part, low, high};
}

uint64_t second_read(uint32_t bits, uint32_t is_float) {
  if (!trace) begin();
  return second_input(seed, n_read++, n_given, given, bits, is_float);
}

__attribute__((weak)) void __VERIFIER_assume(int condition) {
  if (!condition) _exit(0);
}

// --- a heap that is zero, as memory without a value is in the run of the automaton -------------------------

static char *heap, *heap_end;

void *malloc(size_t size) {
  size_t room = ((size + 15) & ~(size_t)15) + 32;
  if (room < size) return NULL;
  if (!heap || room > (size_t)(heap_end - heap)) {
    size_t block = room > 1 << 24 ? room : 1 << 24;
    heap = mmap(NULL, block, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (heap == MAP_FAILED) {
      heap = NULL;
      return NULL;
    }
    heap_end = heap + block;
  }
  size_t *block = (size_t *)heap;
  heap += room;
  *block = size;
  return (char *)block + 16;
}

void *calloc(size_t n, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(n, size, &bytes) ? NULL : malloc(bytes);
}

void free(void *block) { (void)block; }

void *realloc(void *block, size_t size) {
  void *fresh = malloc(size);
  if (fresh && block) {
    size_t old = *(size_t *)((char *)block - 16);
    memcpy(fresh, block, old < size ? old : size);
  }
  return fresh;
}
