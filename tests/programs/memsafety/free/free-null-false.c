// expect: false bits: both
// the pointer that is freed was not set
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p;
  if (__VERIFIER_nondet_int() != 6) p = malloc(1);
  free(p);
  return 0;
}
