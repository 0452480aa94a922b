// expect: true bits: both
// variadic arguments are initialised
// args: --check ub
// native: memory
#include <stdarg.h>
static int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  va_end(ap);
  return s;
}
int main(void) {
  if (sum(2, 3, 4) != 7) return 1;
  return 0;
}
