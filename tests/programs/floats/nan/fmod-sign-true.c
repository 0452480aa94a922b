// expect: true bits: both
// fmod of a NaN is a NaN; of a number it has the number's sign
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), y = fmod(x, 1);
  if (x != x && y == y) reach_error();
  if (x == -2.5 && (y != -0.5 || !signbit(y))) reach_error();
  return 0;
}
