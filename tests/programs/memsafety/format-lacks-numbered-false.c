// expect: false bits: both
// a conversion names an argument that is not there
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  printf("%3$d %1$d", 1, 2);
  return 0;
}
