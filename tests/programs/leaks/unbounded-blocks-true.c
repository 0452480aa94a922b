// expect: true|unknown bits: both
// however often the loop runs, the block is freed before there is another one
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = NULL;
  while (__VERIFIER_nondet_int()) {
    free(p);
    p = malloc(1);
    *p = 1;
  }
  free(p);
  return 0;
}
