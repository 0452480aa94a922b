// expect: false bits: both
// the block is freed again at the end
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(10);
  if (__VERIFIER_nondet_int() > 20) {
    free(p);
  }
  free(p);
  return 0;
}
