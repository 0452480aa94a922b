// expect: true bits: both
// the first copy is freed before it is replaced
// args: --check leaks
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *name = strdup("none");
  if (__VERIFIER_nondet_int() > 0) {
    free(name);
    name = strdup("some");
  }
  free(name);
  return 0;
}
