// expect: true bits: both
// a global lies below or above a number
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int g;
int main(void) {
  if ((uintptr_t)&g >= (uintptr_t)-1 >> 8) reach_error();
  return 0;
}
