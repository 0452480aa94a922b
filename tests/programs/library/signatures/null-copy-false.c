// expect: false bits: both
// the library's functions must not get null pointers, even for nothing
// args: --check ub
// violates: undefined-behaviour
// native: undefined
#include <string.h>
int main(void) {
  char a[4] = {1, 2, 3, 4};
  memcpy(a, 0, 0);
  return a[0] - 1;
}
