// expect: false bits: both
// the caller of a function that gives its arguments to vprintf
// args: --check memory
// violates: valid-deref
// native: no
#include <stdarg.h>
#include <stdio.h>
static void say(int level, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (level) vprintf(format, list);
  va_end(list);
}
int main(void) {
  say(0, "%d %d\n", 3);
  say(1, "%d %d\n", 3);
  return 0;
}
