// expect: true bits: 64
// two objects may have the same low bits of their addresses
// says: objects lie where clew puts them
// native: no
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = malloc(4);
  assert((int)p != (int)q);
  free(p);
  free(q);
  return 0;
}
