// expect: true bits: both
// a ring buffer of any power of two, any sequence of operations: its indices stay below its size, which relates
// members of a structure in memory with each other and with the size of a block
// args: --check memory
// native: no
// decided: kind
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

struct ring {
  char *bytes;
  size_t mask, tail, head;
};

static void ring_init(struct ring *r, char *bytes, size_t size) {
  r->bytes = bytes;
  r->mask = size - 1;
  r->tail = r->head = 0;
}

static void ring_put(struct ring *r, char c) {
  if (((r->head - r->tail) & r->mask) == r->mask) r->tail = (r->tail + 1) & r->mask;
  r->bytes[r->head] = c;
  r->head = (r->head + 1) & r->mask;
}

static int ring_get(struct ring *r, char *c) {
  if (r->head == r->tail) return 0;
  *c = r->bytes[r->tail];
  r->tail = (r->tail + 1) & r->mask;
  return 1;
}

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  if (k >= 16) return 0;
  size_t size = (size_t)1 << k;
  char *bytes = malloc(size);
  struct ring r;
  ring_init(&r, bytes, size);
  while (__VERIFIER_nondet_int()) {
    char c;
    if (__VERIFIER_nondet_int()) ring_put(&r, __VERIFIER_nondet_char());
    else ring_get(&r, &c);
  }
  return 0;
}
