// expect: true bits: both
// the end that strtol gives is in the text
// args: --check memory
// native: no
#include <errno.h>
#include <stdlib.h>
int main(void) {
  char text[] = "12";
  char *end;
  errno = 0;
  long n = strtol(text, &end, 10);
  if (errno) return 1;
  return n == 12 ? end[0] : 0;
}
