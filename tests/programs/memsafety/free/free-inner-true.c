// expect: true bits: both
// the pointer that is freed is the one that malloc gave
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *start = malloc(4), *p = start;
  for (int i = 0; i < 4 && __VERIFIER_nondet_int() > 0; i++) *p++ = 'x';
  free(start);
  return 0;
}
