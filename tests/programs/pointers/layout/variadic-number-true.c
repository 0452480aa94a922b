// expect: true bits: both
// va_arg takes a pointer for a number, which decides
// says: objects lie where clew puts them
#include <assert.h>
#include <stdarg.h>
static int is_large(int n, ...) {
  va_list list;
  va_start(list, n);
  long number = va_arg(list, long);
  va_end(list);
  return number > 4096;
}
int main(void) {
  int x;
  assert(is_large(1, &x));
  return 0;
}
