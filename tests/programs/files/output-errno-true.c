// expect: true bits: both
// printf sets errno where it fails, and its result is not used.
// says: output to standard output and standard error succeeds
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  errno = 0;
  printf("x");
  assert(errno == 0);
  return 0;
}
