// expect: true bits: both
// --undefined havoc gives the block any contents; that it is not freed is a condition
// args: --check memory --undefined havoc
// says: no body) calls no function of the program and frees none of its memory and does not change the state of the C library
// native: no
#include <stdlib.h>
extern void take(char *block);

int main(void) {
  char *p = malloc(3);
  if (!p) return 0;
  take(p);
  p[0] = 1;
  free(p);
  return 0;
}
