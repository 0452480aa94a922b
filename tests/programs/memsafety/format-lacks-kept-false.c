// expect: false bits: both
// the format is kept in a variable
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  const char *format = "%d and %s";
  printf(format, 1);
  return 0;
}
