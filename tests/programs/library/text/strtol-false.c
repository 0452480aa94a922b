// expect: false bits: 64
// corner cases of integers in text
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

int main(void) {
  assert(strtol("0b11", 0, 0) == 3);
  return 0;
}
