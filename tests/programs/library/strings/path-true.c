// expect: true bits: both
// the last part of a path, and the rest
#define _GNU_SOURCE
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void) {
  char a[] = "/usr/lib/", b[] = "/usr/lib/", c[] = "file", d[] = "/";
  assert(!strcmp(basename(a), "lib") && !strcmp(dirname(b), "/usr") && !strcmp(dirname(c), ".") && !strcmp(basename(d), "/"));
  return 0;
}
