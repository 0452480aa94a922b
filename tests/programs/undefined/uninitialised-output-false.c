// expect: false bits: both
// printf writes a cell that was not set
// args: --check ub
// violates: undefined-behaviour
// native: memory
#include <stdio.h>
int main(void) {
  int x[4];
  x[0] = 1;
  printf("%d\n", x[2]);
  return 0;
}
