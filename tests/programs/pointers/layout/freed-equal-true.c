// expect: true bits: both
// malloc may give the address of a freed block out again
// native: no
// says: no block of the heap gets the address of one that was freed
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  free(p);
  int *q = malloc(4);
  if (p == q) reach_error();
  return 0;
}
