// expect: false bits: 32
// More is allocated than there are addresses, but each block is freed: nobody may say that the end is not reached.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  for (unsigned i = 0; i < 10000; i++) free(malloc(1 << 20));
  reach_error();
  return 0;
}
