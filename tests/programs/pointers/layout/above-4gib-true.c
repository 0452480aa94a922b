// expect: true bits: 64
// an address may need more than 32 bits
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int g;
int main(void) {
  if ((uintptr_t)&g > 0xffffffff) reach_error();
  return 0;
}
