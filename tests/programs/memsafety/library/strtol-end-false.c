// expect: false bits: both
// behind the end that strtol gives there is no more text
// args: --check memory
// violates: valid-deref
// native: no
#include <errno.h>
#include <stdlib.h>
int main(void) {
  char text[] = "12";
  char *end;
  errno = 0;
  long n = strtol(text, &end, 10);
  if (errno) return 1;
  return n == 12 ? end[1] : 0;
}
