// expect: false bits: 64
// the payload of a NaN that is read
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  double d = strtod("nan(5)", 0);
  unsigned long long u;
  memcpy(&u, &d, 8);
  assert(u == 0x7ff8000000000000ULL);
  return 0;
}
