// expect: unknown bits: both
// va_arg of an argument that was not passed is undefined: no proof may rest on what it gives
// says: a variadic argument that was not passed
// native: no
#include <stdarg.h>
extern void reach_error(void);

static int fives(int n, ...) {
  va_list list;
  int found = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) found += va_arg(list, int) == 5;
  va_end(list);
  return found;
}
int main(void) {
  if (fives(2, 1) > 2) reach_error();
  return 0;
}
