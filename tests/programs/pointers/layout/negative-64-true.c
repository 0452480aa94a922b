// expect: true bits: 64
// no address is a negative number with 64 bits
// says: nothing
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x;
  if ((long)&x < 0) reach_error();
  return 0;
}
