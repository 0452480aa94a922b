// expect: true bits: 64
// the list that was started is read
// args: --check ub
// native: no
#include <stdarg.h>
static int first(int n, ...) {
  va_list lists[2];
  va_start(lists[0], n);
  int r = va_arg(lists[0], int);
  va_end(lists[0]);
  return r;
}
int main(void) { return first(1, 0); }
