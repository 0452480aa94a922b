// Any sequence of operations, however long: the buffer is never left, and what was put and not got is counted.
#include "ring.h"
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  struct ring ring = {.head = 0};
  unsigned put = 0, got = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned char byte;
    if (__VERIFIER_nondet_int()) put += ring_put(&ring, __VERIFIER_nondet_uchar());
    else got += ring_get(&ring, &byte);
    assert(put - got == ring.count);
    assert(ring.count <= RING_SIZE);
  }
  return 0;
}
