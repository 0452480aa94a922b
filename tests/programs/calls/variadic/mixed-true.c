// expect: true bits: both
// arguments of several types and sizes: char, int, long long, double, pointers
#include <stdarg.h>
extern void __VERIFIER_error(void);
static double total(const char *types, ...) {
  va_list ap;
  double t = 0;
  va_start(ap, types);
  for (; *types; types++) switch (*types) {
      case 'i': t += va_arg(ap, int); break;
      case 'l': t += (double)va_arg(ap, long long); break;
      case 'd': t += va_arg(ap, double); break;
      case 'p': t += *va_arg(ap, int *); break;
    }
  va_end(ap);
  return t;
}
int main(void) {
  int x = 100;
  char c = 3;
  float f = 0.5f;
  if (!(total("idlpidddddddddi", 1, f, 1LL << 33, &x, c, 1., 1., 1., 1., 1., 1., 1., 1., 1., -4) == 8589934592.0 + 109.5)) __VERIFIER_error();
  return 0;
}
