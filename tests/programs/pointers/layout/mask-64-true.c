// expect: true bits: both
// an address may be a multiple of 64 or not
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x[4];
  x[0] = 1;
  if ((uintptr_t)x & 63) reach_error();
  if (x[0] != 1) reach_error();
  return 0;
}
