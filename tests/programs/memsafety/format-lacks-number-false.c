// expect: false bits: both
// the width takes the argument
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  char text[40];
  return snprintf(text, sizeof text, "%*d", 4) > 3;
}
