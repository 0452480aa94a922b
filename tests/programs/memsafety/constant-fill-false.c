// expect: false bits: both
// memset and memcpy write there, where one of two is a constant
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[] = "abc";
  char *s = __VERIFIER_nondet_int() ? "abc" : text;
  memcpy(s + 1, "yz", 0);
  memset(s + 1, 0, 2);
  return 0;
}
