// expect: true bits: both
// nothing of the C library that is called needs memory of the heap
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
static char pool[10000];
static size_t used;

void *malloc(size_t n) {
  assert(n < 500);
  used += 16 * (n / 16 + 1);
  return pool + used - 16 * (n / 16 + 1);
}

int main(void) {
  char text[10];
  snprintf(text, sizeof text, "%d", 3);
  char *p = malloc(4);
  p[0] = text[0];
  assert(strlen(text) == 1 && p[0] == '3');
  return 0;
}
