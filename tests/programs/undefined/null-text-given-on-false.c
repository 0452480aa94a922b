// expect: false bits: both
// %s of a null pointer by way of a function that gives its arguments on: to one of two functions
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdarg.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static void say(FILE *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (to) vfprintf(to, format, list);
  else vprintf(format, list);
  va_end(list);
}
int main(void) {
  say(NULL, "%p\n", NULL);
  say(stderr, "%s\n", "text");
  say(__VERIFIER_nondet_int() ? stderr : stdout, "%d %s\n", 3, NULL);
  return 0;
}
