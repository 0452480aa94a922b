// expect: false bits: 64
// real numbers in text are exact: decimal, hexadecimal, infinities, NaNs, range errors
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *end;
  strtod("nan(1)", &end);
  assert(*end == '(');
  return 0;
}
