// expect: true bits: both
// realloc need not move a block
// native: no
// says: no block of the heap gets the address of one that was freed
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(16), *q = realloc(p, 24);
  if (p == q) reach_error();
  return 0;
}
