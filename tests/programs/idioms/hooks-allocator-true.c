// expect: true bits: both
// a library that allocates through hooks that are malloc, realloc and free
#include <assert.h>
#include <stdlib.h>

struct hooks {
  void *(*allocate)(size_t);
  void *(*resize)(void *, size_t);
  void (*release)(void *);
};
static struct hooks hooks = {malloc, realloc, free};

struct buffer {
  unsigned char *data;
  size_t size;
};

static void push(struct buffer *b, unsigned char byte) {
  b->data = b->data ? hooks.resize(b->data, b->size + 1) : hooks.allocate(1);
  b->data[b->size++] = byte;
}

int main(void) {
  struct buffer b = {0, 0};
  push(&b, 7);
  push(&b, 9);
  assert(b.size == 2 && b.data[0] == 7);
  assert(b.data[1] == 9);
  hooks.release(b.data);
  return 0;
}
