// expect: false bits: both
// the last part of a path, and the rest
#define _GNU_SOURCE
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void) {
  char a[] = "/usr/lib";
  assert(basename(a) == a);
  return 0;
}
