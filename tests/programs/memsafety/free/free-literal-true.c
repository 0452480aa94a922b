// expect: true bits: both
// the literal is copied, and the copy is freed
// args: --check memory
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *s = strdup(__VERIFIER_nondet_int() > 0 ? "on" : "off");
  int r = s[1] == 'n';
  free(s);
  return r;
}
