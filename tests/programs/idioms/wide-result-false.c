// expect: false bits: 64
// a function without a body returns 128 bits
// native: no
// decided: symex auto
#include <assert.h>

extern __int128 get_wide(void);

int main(void) {
  if (get_wide() == (__int128)5 << 70) assert(0);
  return 0;
}
