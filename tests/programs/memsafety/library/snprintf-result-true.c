// expect: true bits: both
// the result is used as an index only if the text fits
// args: --check memory
// native: no
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4];
  const char *name = __VERIFIER_nondet_int() > 0 ? "abcdef" : "ab";
  int length = snprintf(text, sizeof text, "%s", name);
  if (length < 4) text[length] = '.';
  return text[0];
}
