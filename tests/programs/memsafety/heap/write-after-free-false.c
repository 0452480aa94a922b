// expect: false bits: both
// the loop goes on after the block was freed, and writes it
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  for (int i = 0; i < 4; i++) {
    p[i] = 1;
    if (i == 3 || __VERIFIER_nondet_int() == 5) {
      free(p);
      if (i < 2) continue;
      return 0;
    }
  }
  return 0;
}
