// expect: true bits: both
// a null pointer may be freed
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = NULL;
  if (__VERIFIER_nondet_int() != 6) p = malloc(1);
  free(p);
  return 0;
}
