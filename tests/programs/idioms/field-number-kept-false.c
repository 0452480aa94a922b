// expect: false bits: both
// the number of an address is put together from its halves: what it points to is known to everybody
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int x = 1, y = 2;

int main(void) {
  uintptr_t number = (uintptr_t)&x, low = number & 0xffff, high = number - low;
  int *p = &y;
  if (__VERIFIER_nondet_int()) p = (int *)(high + low);
  *p = 9;
  if (x == 9) reach_error();
  return 0;
}
