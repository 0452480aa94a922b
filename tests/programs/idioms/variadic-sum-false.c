// expect: false bits: both
// arguments of several types, a list passed on, and copied
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);

static long vsum(const char *types, va_list args) {
  long all = 0;
  va_list copy;
  va_copy(copy, args);
  for (const char *t = types; *t; t++) switch (*t) {
    case 'i': all += va_arg(copy, int); break;
    case 'l': all += va_arg(copy, long); break;
    case 'd': all += (long)va_arg(copy, double); break;
    case 'p': all += *va_arg(copy, const int *); break;
    }
  va_end(copy);
  return all + (types[0] == 'i' ? va_arg(args, int) : 0);
}
static long sum(const char *types, ...) {
  va_list args;
  va_start(args, types);
  long all = vsum(types, args);
  va_end(args);
  return all;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  assert(sum("lid", 1L, x, 2.5) == x + 3);
  assert(sum("ip", x, &(int){x}) == 2 * x);
}
