// expect: true bits: both
// free is called through a pointer
// native: no
// says: no block of the heap gets the address of one that was freed
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
static void (*release)(void *) = free;
int main(void) {
  int *p = malloc(4);
  release(p);
  int *q = malloc(4);
  if (p == q) reach_error();
  return 0;
}
