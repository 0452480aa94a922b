// expect: false bits: both
// half of the least positive number is zero
#include <float.h>
extern void __VERIFIER_error(void);
int main(void) {
  volatile double least = DBL_MIN;
  double sub = least / 4;
  if (!(sub > 0 && sub * 4 == least)) __VERIFIER_error();
  double last = 4.9406564584124654e-324;
  if (!(last > 0 && last / 2 > 0 && last * 2 > last)) __VERIFIER_error();
  if (!(1 + DBL_EPSILON > 1 && 1 + DBL_EPSILON / 2 == 1)) __VERIFIER_error();
  return 0;
}
