// expect: true bits: both
// an address of a char need not be a multiple of 16
// native: no
// says: objects are aligned to 16 bytes
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  char c[3] = {1};
  if ((uintptr_t)c & 15) reach_error();
  if (c[0] != 1) reach_error();
  return 0;
}
