// expect: false bits: 32
// Small blocks and large ones: only what was allocated takes space.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned i = 0;
  while (i < 10000) {
    if (__VERIFIER_nondet_int()) malloc(1 << 20);
    else malloc(4);
    i++;
  }
  reach_error();
  return 0;
}
