// expect: true bits: both
// an object may lie at any address
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x, *p = &x;
  if (p == (int *)0x1000) reach_error();
  return 0;
}
