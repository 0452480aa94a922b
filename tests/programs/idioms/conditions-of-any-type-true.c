// expect: true bits: 64
// a condition is true if it is not zero, whatever its type
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
  __CPROVER_assert(&x, "a pointer");
  __CPROVER_assert(1L << 40, "bits beyond an int");
  return 0;
}
