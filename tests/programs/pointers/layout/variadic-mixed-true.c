// expect: true bits: both
// va_arg takes pointers and numbers as they were passed, and a pointer for a number that becomes the pointer again
// says:
#include <assert.h>
#include <stdarg.h>
static int sum(const char *format, ...) {
  int sum = 0;
  va_list list;
  va_start(list, format);
  for (; *format; format++) sum += *format == 'd' ? va_arg(list, int) : *va_arg(list, int *);
  va_end(list);
  return sum;
}
static int *back(int n, ...) {
  va_list list;
  va_start(list, n);
  long number = va_arg(list, long);
  va_end(list);
  return (int *)number;
}
int main(void) {
  int x = 3;
  assert(sum("dpd", 1, &x, 2) == 6);
  assert(back(1, &x) == &x);
  return 0;
}
