// expect: true bits: both
// no object lies in the last page, nor in the first
// says: nothing
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(4);
  if (p == (char *)-1 || (unsigned long)p >= (unsigned long)-4095 || p == (char *)8) reach_error();
  return 0;
}
