// expect: false bits: both
// fgets is told one byte more than there is
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  char b[10];
  return fgets(b, 11, stdin) != NULL;
}
