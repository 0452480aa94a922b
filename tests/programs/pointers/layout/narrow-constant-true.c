// expect: true bits: 64
// the low bits of the address of a global, compared with a number
// says: objects lie where clew puts them
// native: no
#include <assert.h>
static int x[4];
int main(void) {
  assert((unsigned)&x[1] > 100);
  return 0;
}
