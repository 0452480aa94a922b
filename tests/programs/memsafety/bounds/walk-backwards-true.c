// expect: true bits: both
// the pointer is decremented only where there is an element before it
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = malloc(4 * sizeof *a), *p = a + 4, sum = 0;
  for (int i = 0; i < 4; i++) a[i] = 1;
  int n = __VERIFIER_nondet_int();
  if (n > 4) n = 4;
  for (; n > 0; n--) sum += *--p;
  free(a);
  return sum;
}
