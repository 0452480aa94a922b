// expect: false|unknown bits: both
// nothing points to the block any more where the program ends in exit, which is called through a pointer
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void (*volatile end)(int) = exit;
int main(void) {
  char *p = malloc(3);
  int n = __VERIFIER_nondet_int();
  if (n > 0) p = 0;
  if (n) end(0);
  free(p);
  return 0;
}
