// expect: false bits: both
// for small numbers the buffer is the local array
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char local[8], *buffer = local;
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 16) return 0;
  if (n > 8) buffer = malloc((size_t)n);
  buffer[n - 1] = 0;
  free(buffer);
  return 0;
}
