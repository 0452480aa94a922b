// expect: true bits: both
// the pointer is null after the first free
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(10);
  if (__VERIFIER_nondet_int() > 20) {
    free(p);
    p = NULL;
  }
  free(p);
  return 0;
}
