// expect: true bits: both
// the bytes of addresses, compared by the library
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  int x, y, *p = &x, *q = &y;
  if (memcmp(&p, &q, sizeof p) > 0) reach_error();
  return 0;
}
