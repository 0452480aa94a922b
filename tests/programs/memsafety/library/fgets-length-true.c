// expect: true bits: both
// fgets leaves room for the zero at the end
// args: --check memory
// native: no
#include <stdio.h>
int main(void) {
  char b[10];
  return fgets(b, 10, stdin) != NULL;
}
