// expect: false bits: both
// %s of a null pointer by the number of its argument, in a text of which only the length is asked for
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *name = __VERIFIER_nondet_int() ? "a" : NULL;
  return snprintf(NULL, 0, "%2$d %1$s", name, 3) > 100;
}
