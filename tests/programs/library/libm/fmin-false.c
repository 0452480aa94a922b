// expect: false bits: 64
// fmin of a NaN is the number, unless the NaN is a signalling one
#include <assert.h>
#include <math.h>
#include <string.h>

int main(void) {
  unsigned long long bits = 0x7ff0000000000001ULL;
  double signalling;
  memcpy(&signalling, &bits, 8);
  assert(fmin(signalling, 1) == 1);
}
