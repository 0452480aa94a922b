// expect: true bits: 64
// errno of <errno.h> and the limits of <limits.h> in strtol
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  errno = 0;
  assert(strtol("123", 0, 10) == 123 && errno == 0);
  assert(strtol("-999999999999999999999", 0, 10) == LONG_MIN && errno == ERANGE);
  return 0;
}
