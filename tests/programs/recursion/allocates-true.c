// expect: true bits: both
// functions that allocate are not summarised
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static int *make(int n) {
  int *p = malloc(sizeof *p);
  *p = n;
  return n > 0 ? make(n - 1) : p;
}

int main(void) {
  int *p = make(3), *q = make(2);
  if (p == q) reach_error();
}
