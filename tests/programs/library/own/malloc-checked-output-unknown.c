// expect: unknown bits: both
// puts takes the buffer of its stream from the program's own malloc, whose assertion fails for it
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
static char pool[10000];
static size_t used;

void *malloc(size_t n) {
  assert(n < 500);
  used += 16 * (n / 16 + 1);
  return pool + used - 16 * (n / 16 + 1);
}

int main(void) {
  puts("x");
  return 0;
}
