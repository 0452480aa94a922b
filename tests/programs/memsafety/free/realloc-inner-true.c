// expect: true bits: both
// realloc gets the pointer that realloc gave before
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = realloc(NULL, 4), *q = p;
  p[0] = (char)__VERIFIER_nondet_int();
  if (p[0] == ' ') q++;
  p = realloc(p, 8);
  free(p);
  (void)q;
  return 0;
}
