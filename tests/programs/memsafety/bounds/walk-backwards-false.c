// expect: false bits: both
// the walk back goes on before the first element
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = malloc(4 * sizeof *a), *p = a + 4, sum = 0;
  for (int i = 0; i < 4; i++) a[i] = 1;
  int n = __VERIFIER_nondet_int();
  if (n > 5) n = 5;
  for (; n > 0; n--) sum += *--p;
  free(a);
  return sum;
}
