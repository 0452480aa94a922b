// expect: false bits: both
// the block has no space for the end of the text
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *from = __VERIFIER_nondet_int() > 3 ? "long" : "no";
  char *to = malloc(from[2] ? strlen(from) : 3);
  strcpy(to, from);
  free(to);
  return 0;
}
