// expect: false bits: both
// the pointer that is one behind the end is used too
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  char *a = malloc((size_t)n), *end = a + n;
  for (char *p = a; p <= end; p++) *p = 'x';
  free(a);
  return 0;
}
