// expect: false bits: both
// fmod of a NaN is a NaN of either sign
#include <math.h>
extern void reach_error(void);

volatile double minus = -NAN, plus = NAN;
int main(void) {
  if (signbit(fmod(minus, 1)) && !signbit(fmod(plus, 1))) reach_error();
  return 0;
}
