// expect: true bits: both
// malloc may give the address of a freed block out again, compared as numbers
// native: no
// says: no block of the heap gets the address of one that was freed
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  uintptr_t a = (uintptr_t)p;
  free(p);
  int *q = malloc(4);
  if (a == (uintptr_t)q) reach_error();
  return 0;
}
