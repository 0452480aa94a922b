// expect: true bits: 64
// an address in more bits than it has is compared with a number behind all addresses
// says: objects lie where clew puts them
// native: no
#include <assert.h>
int main(void) {
  int x;
  unsigned __int128 n = (unsigned __int128)&x;
  assert(n != (unsigned __int128)1 << 100);
  return 0;
}
