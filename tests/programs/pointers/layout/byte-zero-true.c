// expect: true bits: both
// a byte of an address may be zero or not
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x, *p = &x;
  unsigned char *b = (unsigned char *)&p;
  if (b[3] != 0) reach_error();
  return 0;
}
