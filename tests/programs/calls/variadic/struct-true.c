// expect: true bits: both
// structs as variadic arguments, small, floating and large
#include <stdarg.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct small { int a, b; };
struct fl { double d; float f; };
struct large { int v[8]; };
static int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  struct small s = va_arg(ap, struct small);
  struct fl f = va_arg(ap, struct fl);
  struct large l = va_arg(ap, struct large);
  int last = va_arg(ap, int);
  va_end(ap);
  return n + s.a + s.b + (int)f.d + (int)f.f + l.v[7] + last;
}
int main(void) {
  struct small s = {1, 2};
  struct fl f = {30.5, 40.5f};
  struct large l = {{0, 0, 0, 0, 0, 0, 0, 500}};
  assert(sum(1000, s, f, l, 6000) == 7573);
  return 0;
}
