// expect: true bits: both
// an address that is passed may be that of an object
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int g;
static int same(int *a, int *b) { return a == b; }
int main(void) {
  if (same(&g, (int *)0x404010)) reach_error();
  return 0;
}
