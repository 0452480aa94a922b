// expect: true bits: both
// a bit of an address above those that alignment decides
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  if ((uintptr_t)p >> 20 & 1024) reach_error();
  return 0;
}
