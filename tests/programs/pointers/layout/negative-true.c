// expect: true bits: 32
// an address above 2 GiB is a negative number with 32 bits
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x;
  if ((long)&x < 0) reach_error();
  return 0;
}
