// expect: unknown bits: 64
// one register is left for an argument of two words: compilers do not agree on the next one
// native: no
#include <stdarg.h>
extern void reach_error(void);

static void take(long a, long b, long c, long d, int n, ...) {
  va_list list;
  va_start(list, n);
  if (va_arg(list, __int128) != 1) reach_error();
  if (va_arg(list, int) != 2) reach_error();
  va_end(list);
}
int main(void) {
  take(0, 0, 0, 0, 0, (__int128)1, 2);
  return 0;
}
