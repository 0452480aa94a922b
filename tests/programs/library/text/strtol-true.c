// expect: true bits: 64
// corner cases of integers in text
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

int main(void) {
  char *end = 0;
  assert(strtol("0x", &end, 16) == 0 && *end == 'x' && strtol("12", 0, 99) == 0 && errno == EINVAL);
  errno = 0;
  assert(strtoul("-1", 0, 10) == (unsigned long)-1 && errno == 0 && strtoimax(" \t-42z", &end, 0) == -42 && *end == 'z');
  assert(strtoul("99999999999999999999", 0, 10) == (unsigned long)-1 && errno == ERANGE);
  return 0;
}
