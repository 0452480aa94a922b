// expect: true bits: both
// the array of a block, which memcpy gave, in the block
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p, c[2] = {1, 0};
  p = c;
  if (__VERIFIER_nondet_int() > 0) {
    char b[2];
    p = (char *)memcpy(b, c, 2) + 1;
    if (*p) return 1;
  }
  return 0;
}
