// expect: true bits: both
// on an error the argument stays with the caller
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *kept;
static int store(int *p) {
  if (*p < 0) {
    return -1;
  }
  kept = p;
  return 0;
}
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (store(p)) free(p);
  free(kept);
  return 0;
}
