// expect: true bits: both
// the variable that points to the block is still there when the program ends in exit
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (int i = 0; i < 3; i++) {
    char *p = malloc(4);
    struct {
      int n;
      char *name;
    } s = {i, p};
    p = 0;
    if (__VERIFIER_nondet_int() > 5) exit(0);
    free(s.name);
  }
  exit(0);
}
