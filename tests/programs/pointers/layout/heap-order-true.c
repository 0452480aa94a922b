// expect: true bits: both
// the order of blocks of the heap
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *a[2] = {malloc(4), malloc(4)};
  free(a[0]);
  a[0] = malloc(4);
  if (a[0] < a[1]) reach_error();
  return 0;
}
