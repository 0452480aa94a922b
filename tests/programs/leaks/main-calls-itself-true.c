// expect: true bits: both
// main calls itself: a block that lives when the inner call returns is freed when the outer one does
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int depth;
int main(void) {
  char *p = malloc(3);
  if (__VERIFIER_nondet_int() > 0 && depth++ < 2) main();
  free(p);
  return 0;
}
