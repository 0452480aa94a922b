// expect: false bits: both
// the C library writes there
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[] = "abc";
  strcpy(text, "x");
  char *s = __VERIFIER_nondet_int() ? "abc" : text;
  strcpy(s, "x");
  return 0;
}
