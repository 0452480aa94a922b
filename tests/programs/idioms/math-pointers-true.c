// expect: true bits: both
// a table of functions of math.h and stdlib.h
#include <assert.h>
#include <math.h>
#include <stdlib.h>

static double (*const rounding[])(double) = {floor, ceil, fabs};
static int (*magnitude)(int) = abs;

int main(void) {
  assert(rounding[0](-1.5) == -2 && rounding[1](-1.5) == -1);
  assert(rounding[2](-1.5) == 1.5);
  assert(magnitude(-7) == 7);
  return 0;
}
