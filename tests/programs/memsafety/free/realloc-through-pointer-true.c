// expect: true bits: both
// realloc, called through a pointer, of a live block or of null
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *(*volatile again)(void *, size_t) = realloc;
int main(void) {
  char *p = malloc(4);
  if (__VERIFIER_nondet_int() > 0) {
    free(p);
    p = 0;
  }
  p = again(p, 6);
  if (p) p[5] = 1;
  free(p);
  return 0;
}
