// expect: true bits: both
// the copy has space for the text and its end
// args: --check memory
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *s = strdup(__VERIFIER_nondet_int() ? "one" : "three");
  s[strlen(s)] = '!';
  free(s);
  return 0;
}
