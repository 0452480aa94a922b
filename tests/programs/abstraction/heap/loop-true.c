// expect: true bits: 64
// Every iteration makes an object. The one from before the loop is another, and keeps its value.
// decided: symexpa
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int *first = malloc(sizeof *first), *last = first, n = 0;
  *first = 7;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (p == last || *first != 7 || *p != 1) reach_error();
    if (n < 10) n++;
    last = p;
  }
  if (n > 10) reach_error();
  return 0;
}
