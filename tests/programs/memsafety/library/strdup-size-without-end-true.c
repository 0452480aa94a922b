// expect: true bits: both
// the block has space for the text and its end
// args: --check memory
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *from = __VERIFIER_nondet_int() > 3 ? "long" : "no";
  char *to = malloc(from[2] ? strlen(from) + 1 : 3);
  strcpy(to, from);
  free(to);
  return 0;
}
