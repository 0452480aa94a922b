// expect: false bits: both
// the result is the length that the text would have, and is used as an index
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4];
  const char *name = __VERIFIER_nondet_int() > 0 ? "abcdef" : "ab";
  int length = snprintf(text, sizeof text, "%s", name);
  text[length] = '.';
  return text[0];
}
