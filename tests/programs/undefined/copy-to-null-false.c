// expect: false bits: both
// what was not initialised is copied to a constant null pointer: the front end did not end
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char from[4];
  if (__VERIFIER_nondet_int()) memmove((void *)0, from, 0);
  return 0;
}
