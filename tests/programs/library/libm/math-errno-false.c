// expect: false bits: 64
// math functions say in errno what went wrong
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
  volatile double zero = 0;
  errno = 0;
  log(zero);
  assert(errno == 0);
  return 0;
}
