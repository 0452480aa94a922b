// expect: true bits: both
// a byte in an address, found by the library
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  int x, *p = &x;
  if (memchr(&p, 0x7f, sizeof p) || memchr(&p, 0xff, sizeof p)) reach_error();
  return 0;
}
