// expect: false bits: both
// the only variable that points to the block is gone when the program ends in exit
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5) {
    char *p = malloc(4);
    struct {
      int n;
      char *name;
    } s = {n, p};
    if (n == 7) free(s.name);
  }
  exit(0);
}
