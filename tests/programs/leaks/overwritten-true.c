// expect: true bits: both
// the first block is freed before its pointer is overwritten
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(1);
  if (__VERIFIER_nondet_int() > 0) {
    free(p);
    p = malloc(2);
  }
  free(p);
  return 0;
}
