// expect: false bits: both
// a variable of the environment stays the same until it is changed; different ones have texts of their own
// native: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *a = getenv("CLEW_A");
  if (a && a[0] == 'x' && a[1] == 0) assert(0);
  return 0;
}
