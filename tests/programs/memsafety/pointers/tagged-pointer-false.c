// expect: false|unknown bits: both
// the tag is left in the pointer, and the access ends one byte behind the block
// args: --check memory
// violates: valid-deref
// native: no
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *block = malloc(4);
  uintptr_t tagged = (uintptr_t)block | (__VERIFIER_nondet_int() > 0 ? 1 : 0);
  char *p = (char *)tagged;
  p[3] = 5;
  free(block);
  return 0;
}
