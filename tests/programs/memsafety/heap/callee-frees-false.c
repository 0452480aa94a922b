// expect: false bits: both
// the callee frees what it gets if it is negative, and the caller reads it
// args: --check memory
// violates: valid-deref
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
  int negative = *p < 0;
  if (negative) consume(p);
  int r = *p;
  if (!negative) consume(p);
  return r;
}
