// expect: false bits: 64
// An object of an earlier iteration is kept and changed.
// decided: symexpa
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int *before = NULL, *last = NULL;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(sizeof *p);
    *p = 1;
    before = last;
    last = p;
    if (before) *before = 2;
    if (before && *before == 2 && *last == 1) reach_error();
  }
  return 0;
}
