// expect: false bits: both
// the pointer that is freed was moved
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *start = malloc(4), *p = start;
  for (int i = 0; i < 4 && __VERIFIER_nondet_int() > 0; i++) *p++ = 'x';
  free(p);
  return 0;
}
