// expect: false bits: both
// sprintf writes there
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  char *s = "a123";
  sprintf(s, "%d", 5);
  return 0;
}
