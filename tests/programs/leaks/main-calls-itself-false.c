// expect: false bits: both
// main calls itself, and only the inner call frees its block
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int depth;
int main(void) {
  char *p = malloc(3);
  if (__VERIFIER_nondet_int() > 0 && depth++ == 0) {
    main();
    return 0;
  }
  free(p);
  return 0;
}
