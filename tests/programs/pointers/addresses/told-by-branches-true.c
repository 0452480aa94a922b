// expect: true bits: both
// an address is put together from constants: its bits only decide branches, and the pointer could have been another one
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int x = 1, y = 2;

int main(void) {
  uintptr_t address = (uintptr_t)&x, copy = 0;
  for (int i = (int)sizeof address * 8 - 1; i >= 0; i--) {
    copy = copy * 2;
    if ((address >> i) & 1) copy = copy + 1;
  }
  int *p = &y;
  if (__VERIFIER_nondet_int()) p = (int *)copy;
  *p = 9;
  if (x + y != 1 + 9 && x + y != 9 + 2) reach_error();
  return 0;
}
