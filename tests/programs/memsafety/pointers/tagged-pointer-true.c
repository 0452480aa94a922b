// expect: true|unknown bits: both
// the tag is taken away before the pointer is used
// args: --check memory
// native: no
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *block = malloc(4);
  uintptr_t tagged = (uintptr_t)block | (__VERIFIER_nondet_int() > 0 ? 1 : 0);
  char *p = (char *)(tagged & ~(uintptr_t)1);
  p[3] = 5;
  free(block);
  return 0;
}
