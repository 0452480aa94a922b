// expect: false bits: both
// %s without an argument
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  printf("%s");
  return 0;
}
