// expect: true bits: both
// the loop ends when the block is freed
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  for (int i = 0; i < 4; i++) {
    p[i] = 1;
    if (i == 3 || __VERIFIER_nondet_int() == 5) {
      free(p);
      return 0;
    }
  }
  return 0;
}
