// expect: unknown bits: 64
// an address may need more than 32 bits: with clew it does, and globals of the run do not
// native: no
#include <stdint.h>
extern void reach_error(void);
int g;
int main(void) {
  if ((uintptr_t)&g > 0xffffffff) reach_error();
  return 0;
}
