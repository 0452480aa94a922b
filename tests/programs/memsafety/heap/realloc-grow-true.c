// expect: true bits: both
// the block grows before the element is written
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int capacity = 1, count = 0, *a = malloc(sizeof *a);
  while (count < 4 && __VERIFIER_nondet_int() > 0) {
    if (count == capacity) {
      capacity *= 2;
      a = realloc(a, (size_t)capacity * sizeof *a);
    }
    a[count++] = 1;
  }
  free(a);
  return 0;
}
