// expect: true bits: both
// A copy of a list that was started.
// args: --check ub
#include <stdarg.h>
static int first(int n, ...) {
  va_list a, b;
  if (n > 1) va_start(a, n);
  else n = 0;
  if (!n) return 0;
  va_copy(b, a);
  return va_arg(b, int) & 3;
}
int main(void) { return first(2, 1, 2); }
