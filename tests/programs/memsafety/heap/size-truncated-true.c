// expect: true bits: both
// the size is kept in a type that has space for it
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 250 || n > 260) return 0;
  unsigned short size = (unsigned short)(n + 1);
  char *p = malloc(size);
  p[n] = 0;
  free(p);
  return 0;
}
