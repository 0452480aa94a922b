// expect: false bits: both
// realloc to nothing frees, of nothing allocates
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  void *p = malloc(4);
  assert(realloc(p, 0));
  return 0;
}
