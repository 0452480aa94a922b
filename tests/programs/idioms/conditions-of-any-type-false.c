// expect: false bits: 64
// a condition that is a pointer to nothing
// native: no
#include <stddef.h>

long nondet_long(void);
double nondet_double(void);

int main(void) {
  long l = nondet_long();
  double d = nondet_double();
  int x;
  __CPROVER_assume(l);
  __CPROVER_assume(d);
  __CPROVER_assert(l != 0 && d != 0, "neither is zero");
  __CPROVER_assert((int *)NULL, "a pointer");
  __CPROVER_assert(1L << 40, "bits beyond an int");
  return 0;
}
