// expect: false bits: both
// behind the array
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char pool[64];
static size_t used;
static void *mine(size_t n) {
  void *r = pool + used;
  used += n;
  return r;
}
struct hooks {
  void *(*allocate)(size_t);
  int tag;
};
int main(void) {
  struct hooks *h = malloc(sizeof *h);
  h->tag = __VERIFIER_nondet_int();
  h->allocate = h->tag > 0 ? malloc : mine;
  char *a = h->allocate(8), *b = h->allocate(8);
  a[0] = b[7] = 1;
  if (h->tag == -7) a[64] = 3;
  return 0;
}
