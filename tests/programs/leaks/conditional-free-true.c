// expect: true bits: both
// the block is freed under the condition under which it is made
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = 0;
  if (n >= 10) p = malloc(1);
  if (n > 9) free(p);
  return 0;
}
