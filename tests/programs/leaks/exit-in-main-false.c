// expect: false bits: both
// when the program ends in exit the local of main points to the second block only
// args: --check leaks
// violates: valid-memtrack
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
    make(&p, 2);
    exit(1);
  }
  free(p);
  return 0;
}
