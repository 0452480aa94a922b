// expect: true bits: both
// a global points to the block when the program ends
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
char *kept;
int main(void) {
  kept = malloc(5);
  kept[0] = 1;
  if (__VERIFIER_nondet_int() == 4) kept[1] = 2;
  return 0;
}
