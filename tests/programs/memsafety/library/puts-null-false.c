// expect: false bits: both
// puts reads its text, whatever printf makes of null
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *text = __VERIFIER_nondet_int() > 5 ? "text" : 0;
  puts(text);
  return 0;
}
