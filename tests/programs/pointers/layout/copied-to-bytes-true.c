// expect: true bits: both
// an address that is copied to an array of characters
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  int x, *p = &x;
  unsigned char b[sizeof p];
  memcpy(b, &p, sizeof p);
  if (b[3] > 100) reach_error();
  return 0;
}
