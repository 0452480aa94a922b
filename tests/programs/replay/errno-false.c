// expect: false bits: both
// errno is one variable for functions whose models run and for real ones
// native: no
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  errno = 0;
  long n = strtol("99999999999999999999999", 0, 10);
  if (n > 0 && errno == ERANGE && c == 'x') assert(0);
  return 0;
}
