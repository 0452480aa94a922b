// expect: true bits: both
// every index is inside of the block, whatever its size
// args: --check memory
// decided: symexpa
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) n = 1;
  char *s = malloc((size_t)n);
  for (int i = 0; i < n - 1; i++) s[i] = __VERIFIER_nondet_char();
  s[n - 1] = 0;
  free(s);
  return 0;
}
