// expect: true bits: both
// CBMC's types and classes of numbers, without a declaration
#include <assert.h>
double nondet_double(void);
float nondet_float(void);
int main(void) {
  __CPROVER_size_t size = 3;
  __CPROVER_bool truth = 5;
  double d = nondet_double();
  float f = nondet_float();
  assert(sizeof size == sizeof(void *) && truth == 1);
  assert(__CPROVER_isnand(d) == (d != d));
  if (__CPROVER_isinff(f)) assert(f == f && f - f != f - f);
  if (__CPROVER_isfinited(d)) assert(d - d == 0);
  if (__CPROVER_isnormalf(f)) assert(f >= 0x1p-126f || f <= -0x1p-126f);
  if (__CPROVER_signd(d) && d == d) assert(d <= 0);
  assert(!__CPROVER_isnormalf(1e-40f) && __CPROVER_isnormald(1e-40f));
}
