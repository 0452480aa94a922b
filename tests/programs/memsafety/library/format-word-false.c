// expect: false bits: both
// %s with a number as wide as a pointer is read there
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  printf("%s", 4L);
  return 0;
}
