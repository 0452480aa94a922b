// expect: false bits: both
// the block is freed under another condition than it is made
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = 0;
  if (n >= 10) p = malloc(1);
  if (n > 10) free(p);
  return 0;
}
