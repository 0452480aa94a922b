// expect: false bits: both
// its value is another one
#include <stdarg.h>
extern void __VERIFIER_error(void);
static long double get(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int i = va_arg(ap, int);
  long double l = va_arg(ap, long double);
  double d = va_arg(ap, double);
  va_end(ap);
  return i + l + d;
}
int main(void) {
  if (!(get(0, 1, 2.5L, 0.25) == 3.5L)) __VERIFIER_error();
  return 0;
}
