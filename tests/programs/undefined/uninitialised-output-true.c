// expect: true bits: both
// printf writes the cell that was set
// args: --check ub
// native: memory
#include <stdio.h>
int main(void) {
  int x[4];
  x[2] = 1;
  printf("%d\n", x[2]);
  return 0;
}
