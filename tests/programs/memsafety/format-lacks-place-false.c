// expect: false bits: both
// sscanf has no place for the second number
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  int n;
  return sscanf("12 13", "%d%d", &n) == 2;
}
