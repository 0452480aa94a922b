// expect: false bits: both
// fputs reads its text
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  const char *text = 0;
  fputs(text, stderr);
  return 0;
}
