// expect: false bits: both
// after the second iteration the block of the first one is lost
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = NULL;
  for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
    p = malloc(1);
    *p = 1;
  }
  free(p);
  return 0;
}
