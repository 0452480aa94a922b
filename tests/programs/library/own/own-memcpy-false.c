// expect: false bits: 64
// the C library does not copy with a memcpy of the program
#include <assert.h>
#include <stdlib.h>
static int copies;
void *memcpy(void *to, const void *from, size_t n) {
  copies++;
  for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
  return to;
}

int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  p[0] = 7;
  p = realloc(p, 8);
  if (!p) return 0;
  assert(p[0] == 7);
  assert(copies == 1);
  return 0;
}
