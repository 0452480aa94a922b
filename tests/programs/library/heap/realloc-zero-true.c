// expect: true bits: both
// realloc to nothing frees, of nothing allocates
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  p[0] = 7;
  assert(realloc(p, 0) == 0);
  p = realloc(0, 8);
  assert(p != 0);
  return 0;
}
