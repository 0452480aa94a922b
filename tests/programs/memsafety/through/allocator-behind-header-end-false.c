// expect: false bits: both
// behind the block
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct o {
  void *(*allocate)(size_t);
  void (*release)(void *);
  int k;
};
static void *inner(size_t n) {
  char *q = malloc(n + 8);
  return q + 8;
}
static void nothing(void *p) {
  (void)p;
  inner(4);
}
int main(void) {
  struct o *x = malloc(sizeof *x);
  *x = (struct o){inner, nothing, __VERIFIER_nondet_int()};
  char *p = x->allocate(4);
  x->release(p);
  char *q = x->allocate(8);
  p[3] = q[7] = q[-8] = 1;
  if (x->k == 2) q[8] = 1;
  return 0;
}
