// expect: false bits: both
// va_start and va_copy write their list, and nothing else
// args: --check ub
// violates: undefined-behaviour
// native: memory
#include <stdarg.h>
#include <stdlib.h>
static int sum(int n, ...) {
  va_list a, b;
  va_start(a, n);
  va_copy(b, a);
  int r = va_arg(a, int) + va_arg(b, int);
  va_end(a);
  va_end(b);
  return r;
}
int main(void) {
  int *p = malloc(8);
  if (!p) return 0;
  p[0] = sum(1, 2);
  if (p[1]) return 1;
  return 0;
}
