// expect: false bits: 64
// an address survives as a double: it has fewer than 53 bits
#include <stdint.h>
extern void reach_error(void);

static int x = 1, y = 2;

int main(void) {
  double d = (double)(uintptr_t)&x;
  int *p = &y;
  if (x == 1) p = (int *)(uintptr_t)d;
  *p = 9;
  if (x == 9) reach_error();
  return 0;
}
