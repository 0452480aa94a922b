// expect: true bits: both
// the program's own malloc cannot fail; that puts does not change what it counts is a condition
// says: if puts does not call the program's own malloc (
// native: no
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
static char pool[10000];
static size_t used;

void *malloc(size_t n) {
  used += 16 * (n / 16 + 1);
  return pool + used - 16 * (n / 16 + 1);
}

int main(void) {
  puts("x");
  assert(used == 0);
  return 0;
}
