// expect: false bits: both
// a string literal is freed
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *s = __VERIFIER_nondet_int() > 0 ? strdup("on") : "off";
  int r = s[1] == 'n';
  free(s);
  return r;
}
