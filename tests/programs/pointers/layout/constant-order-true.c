// expect: true bits: both
// a global lies below or above a number
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int g;
int main(void) {
  if ((uintptr_t)&g >= 0x10000000) reach_error();
  return 0;
}
