// expect: false bits: both
// the second pass sees the same arguments
#include <stdarg.h>
extern void reach_error(void);
static int max(int n, va_list ap) {
  int m = va_arg(ap, int);
  while (--n > 0) {
    int v = va_arg(ap, int);
    if (v > m) m = v;
  }
  return m;
}
static int spread(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  va_copy(again, ap);
  int high = max(n, ap), first = va_arg(again, int);
  va_end(again);
  va_end(ap);
  return high - first;
}
int main(void) {
  if (!(spread(4, 3, 17, -2, 8) == 0)) reach_error();
  return 0;
}
