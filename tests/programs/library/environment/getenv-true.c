// expect: true bits: both
// a variable of the environment stays the same until it is changed; different ones have texts of their own
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *a = getenv("CLEW_A"), *b = getenv("CLEW_A"), *c = getenv("CLEW_B");
  assert(a == b);
  if (a && c) assert(a != c);
  return 0;
}
