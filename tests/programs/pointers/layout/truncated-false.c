// expect: false bits: 64
// the lower half of an address need not be all of it: the stack lies above 4 GiB
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x, *p = &x;
  if ((int *)(long)(int)(long)p != p) reach_error();
  return 0;
}
