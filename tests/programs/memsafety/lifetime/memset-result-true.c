// expect: true bits: both
// the array of a block, which memset gave, in the block
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p, c = 1;
  p = &c;
  if (__VERIFIER_nondet_int() > 0) {
    char b[4];
    p = memset(b, 0, 4);
    if (*p) return 1;
  }
  return 0;
}
