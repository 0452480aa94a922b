// expect: false bits: both
// A copy of a list that was not started is no list either.
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdarg.h>
static int first(int n, ...) {
  va_list a, b;
  if (n > 3) va_start(a, n);
  else n = 0;
  va_copy(b, a);
  return va_arg(b, int) & 3;
}
int main(void) { return first(2, 1, 2); }
