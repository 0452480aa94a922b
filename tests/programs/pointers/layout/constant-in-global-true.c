// expect: true bits: both
// an address that a global holds may be that of an object
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int g;
int *q = (int *)0x404010;
int main(void) {
  if (q == &g) reach_error();
  return 0;
}
