// expect: false bits: 64
// errno stays as it was when the number fits
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  errno = 0;
  assert(strtol("123", 0, 10) == 123 && errno == 0);
  assert(strtol("-999999999999999999999", 0, 10) == LONG_MIN && errno == 0);
  return 0;
}
