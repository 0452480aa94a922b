// expect: false bits: both
// the second block is read when it is gone
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct map {
  void *(*allocate)(size_t);
  void (*release)(void *);
  size_t n;
  char *spare;
};
static struct map *make(void *(*allocate)(size_t), void (*release)(void *), size_t n) {
  struct map *p = allocate(sizeof *p + n);
  *p = (struct map){allocate, release, n, (char *)(p + 1)};
  memset(p->spare, 0, n);
  return p;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  struct map *p = make(malloc, free, 4);
  *(int *)p->spare = a;
  struct map *q = make(p->allocate, p->release, 8);
  memcpy(q->spare, p->spare, 4);
  q->spare[7] = 1;
  p->release(q);
  if (a == 3) return q->spare[0];
  p->release(p);
  return 0;
}
