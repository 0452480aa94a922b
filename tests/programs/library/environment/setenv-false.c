// expect: false bits: 64
// setenv, putenv and unsetenv take effect, and may fail
// native: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  if (setenv("CLEW_A", "one", 1) != 0) assert(0);
  return 0;
}
