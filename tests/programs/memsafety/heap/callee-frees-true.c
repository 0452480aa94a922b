// expect: true bits: both
// the caller reads the number before it gives the block away
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void consume(int *p) {
  if (*p < 0) free(p);
  else {
    *p = 0;
    free(p);
  }
}
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  int r = *p;
  consume(p);
  return r;
}
