// expect: true bits: 64
// Loops that allocate in each other, with objects of two sizes.
// decided: symexpa
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int *keep = malloc(sizeof *keep);
  *keep = 3;
  while (__VERIFIER_nondet_int()) {
    while (__VERIFIER_nondet_int()) {
      int *q = malloc(sizeof *q);
      *q = 9;
      if (q == keep) reach_error();
    }
    int *r = malloc(2 * sizeof *r);
    r[0] = 1;
    r[1] = 2;
    if (*keep != 3 || r[0] != 1) reach_error();
  }
  return 0;
}
