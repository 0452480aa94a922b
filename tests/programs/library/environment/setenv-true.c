// expect: true bits: 64
// setenv, putenv and unsetenv take effect, and may fail
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  if (setenv("CLEW_A", "one", 1) == 0) assert(!strcmp(getenv("CLEW_A"), "one"));
  if (getenv("CLEW_A")) assert(setenv("CLEW_A", "two", 0) == 0);
  static char text[] = "CLEW_B=three";
  if (putenv(text) == 0) assert(getenv("CLEW_B") == text + 7);
  assert(unsetenv("CLEW_B") == 0 && !getenv("CLEW_B"));
  assert(setenv("A=B", "x", 1) == -1 && errno == EINVAL && setenv("", "x", 1) == -1);
  return 0;
}
