// expect: false bits: 64
// va_start of one list does not initialise the other
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdarg.h>
static int first(int n, ...) {
  va_list lists[2];
  va_start(lists[0], n);
  int r = va_arg(lists[1], int);
  va_end(lists[0]);
  return r;
}
int main(void) { return first(1, 0); }
