// expect: true bits: both
// the functions that know the block have not returned when the program ends in exit
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void stop(const int *p) {
  if (*p > 0) exit(1);
}
static void work(int n) {
  int *p = malloc(sizeof *p);
  *p = n;
  stop(p);
  free(p);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  work(n);
  stop(&n);
  return 0;
}
