// expect: false bits: both
// the second copy replaces the first, which is not freed
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *name = strdup("none");
  if (__VERIFIER_nondet_int() > 0) {
    name = strdup("some");
  }
  free(name);
  return 0;
}
