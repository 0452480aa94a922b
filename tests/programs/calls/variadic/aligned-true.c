// expect: true bits: both
// variadic arguments that are aligned to 16 bytes, among others
#include <stdarg.h>
extern void reach_error(void);

struct aligned { long long a, b; } __attribute__((aligned(16)));
struct pair { double a; long long b; };
typedef int four __attribute__((vector_size(16)));
static void take(int n, ...) {
  va_list list;
  va_start(list, n);
  if (va_arg(list, int) != 1) reach_error();
  struct aligned s = va_arg(list, struct aligned);
  if (s.a != 2 || s.b != 3) reach_error();
  if (va_arg(list, long double) != 4.5L) reach_error();
  if (va_arg(list, int) != 5) reach_error();
  four v = va_arg(list, four);
  if (v[0] != 6 || v[3] != 9) reach_error();
  struct pair p = va_arg(list, struct pair);
  if (p.a != 10.5 || p.b != 11) reach_error();
#ifdef __SIZEOF_INT128__
  if (va_arg(list, __int128) != 12) reach_error();
#endif
  s = va_arg(list, struct aligned);
  if (s.a != 13 || s.b != 14) reach_error();
  va_end(list);
}
int main(void) {
  struct aligned s = {2, 3}, t = {13, 14};
  four v = {6, 7, 8, 9};
  struct pair p = {10.5, 11};
#ifdef __SIZEOF_INT128__
  take(0, 1, s, 4.5L, 5, v, p, (__int128)12, t);
#else
  take(0, 1, s, 4.5L, 5, v, p, t);
#endif
  return 0;
}
