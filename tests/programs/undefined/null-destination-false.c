// expect: false bits: both
// vsnprintf with a length and nowhere to put the text
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdarg.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int length(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(to, size, format, list);
  va_end(list);
  return n;
}
int main(void) {
  length(NULL, 0, "%d", 3);
  return length(NULL, __VERIFIER_nondet_int() ? 0 : 4, "%d", 3) > 100;
}
