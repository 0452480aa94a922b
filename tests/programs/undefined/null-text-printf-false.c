// expect: false bits: both
// %s of a null pointer: the GNU library prints "(null)", C leaves it undefined, and gcc calls puts
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *name = __VERIFIER_nondet_int() ? "a" : NULL;
  printf("%d: %s\n", 1, name);
  return 0;
}
