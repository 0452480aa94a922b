// expect: true bits: both
// a function lies below or above a number
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  if ((uintptr_t)main > 0x10000000) reach_error();
  return 0;
}
