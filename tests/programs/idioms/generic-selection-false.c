// expect: false bits: both
// _Generic chooses by the type after conversions: a character constant is an int, a short that is added to is one
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define kind(x) _Generic((x), char: 1, short: 2, int: 3, unsigned: 4, const char *: 5, char *: 6, default: 7)
#define maximum(a, b) _Generic((a) + (b), int: maximum_int, double: maximum_double)(a, b)
static int maximum_int(int a, int b) { return a > b ? a : b; }
static double maximum_double(double a, double b) { return a > b ? a : b; }

int main(void) {
  short s = 1;
  const int c = 2;
  int x = __VERIFIER_nondet_int();
  assert(kind('a') == 3 && kind(s) == 2 && kind(s + s) == 3 && kind("text") == 6 && kind(c) == 3 && kind(1.0f) == 7);
  assert(maximum(x, 5) >= 5 && maximum(x, 5) > x);
  assert(maximum(x, 0.5) >= 0.5);
}
