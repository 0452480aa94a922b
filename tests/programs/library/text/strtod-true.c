// expect: true bits: 64
// real numbers in text are exact: decimal, hexadecimal, infinities, NaNs, range errors
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *end;
  assert(strtod("0x1.8p1z", &end) == 3 && *end == 'z');
  assert(strtod("1e-30", 0) == 1e-30 && strtod("123456789012345678901234567890", 0) == 123456789012345678901234567890.0);
  assert(strtof("0.1", 0) == 0.1f && strtold("0.1", 0) == 0.1L && atof("-4.9e-324") == -4.9e-324);
  errno = 0;
  assert(strtod("1e999", 0) == HUGE_VAL && errno == ERANGE);
  assert(isnan(strtod("nan(1)x", &end)) && *end == 'x');
  assert(isinf(strtod("-infinity", &end)) && !*end && strtod(".", &end) == 0 && *end == '.');
  return 0;
}
