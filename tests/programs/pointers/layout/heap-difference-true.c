// expect: true bits: both
// the distance of blocks of the heap
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(40), *q = malloc(40);
  if (q - p == 48) reach_error();
  return 0;
}
