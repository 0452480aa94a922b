// expect: true bits: both
// realloc of a null pointer is malloc
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p == 3) {
    free(p);
    p = NULL;
  }
  p = realloc(p, 2 * sizeof *p);
  free(p);
  return 0;
}
