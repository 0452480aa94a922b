// expect: true bits: both
// nothing is printed where an argument is missing
// args: --check memory
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
  say(1, "text\n");
  return 0;
}
