// expect: false bits: both
// realloc gets a pointer into the block
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = realloc(NULL, 4), *q = p;
  p[0] = (char)__VERIFIER_nondet_int();
  if (p[0] == ' ') q++;
  q = realloc(q, 8);
  free(q);
  return 0;
}
