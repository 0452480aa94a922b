// expect: true bits: both
// a variadic function of ints
#include <stdarg.h>
extern void reach_error(void);
static int sum(int n, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, n);
  while (n-- > 0) s += va_arg(ap, int);
  va_end(ap);
  return s;
}
int main(void) {
  if (!(sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45 && sum(0) == 0)) reach_error();
  return 0;
}
