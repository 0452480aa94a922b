// expect: true bits: both
// when the program ends in exit the local of main still points to the block
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void make(int **out, int n) {
  *out = malloc(sizeof **out);
  **out = n;
}
int main(void) {
  int *p, n = __VERIFIER_nondet_int();
  make(&p, n);
  if (n > 0) {
    exit(1);
  }
  free(p);
  return 0;
}
