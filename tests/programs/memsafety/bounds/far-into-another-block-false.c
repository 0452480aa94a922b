// expect: false bits: both
// the access leaves a, and it is an error also where it lands in b, where AddressSanitizer does not see it
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1000) return 0;
  char *a = calloc(1, 8), *b = calloc(1, 1001);
  char r = i < 8 ? b[i] : a[i];
  free(a);
  free(b);
  return r;
}
