// expect: false bits: both
// the global that pointed to the block is null when the program ends
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
char *kept;
int main(void) {
  kept = malloc(5);
  kept[0] = 1;
  if (__VERIFIER_nondet_int() == 4) kept = NULL;
  return 0;
}
