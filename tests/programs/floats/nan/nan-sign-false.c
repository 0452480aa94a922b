// expect: false bits: both
// a place that looks at the signs of NaNs sees different ones
#include <math.h>
extern void reach_error(void);

int main(void) {
  int signs[2];
  for (int i = 0; i < 2; i++) {
    double x = i ? NAN : -NAN;
    signs[i] = !!signbit(x);
  }
  if (signs[0] != signs[1]) reach_error();
  return 0;
}
