// expect: false bits: both
// the copy ends with its zero byte
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *s = strdup(__VERIFIER_nondet_int() ? "one" : "three");
  s[strlen(s) + 1] = '!';
  free(s);
  return 0;
}
