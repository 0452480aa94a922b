// expect: false bits: both
// realloc, called through a pointer, of what may have been freed
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *(*volatile again)(void *, size_t) = realloc;
int main(void) {
  char *p = malloc(4);
  if (__VERIFIER_nondet_int() > 0) free(p);
  p = again(p, 6);
  free(p);
  return 0;
}
