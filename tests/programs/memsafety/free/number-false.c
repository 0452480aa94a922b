// expect: false bits: both
// a pointer that was made from a number is no block of the heap
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = __VERIFIER_nondet_int() ? malloc(1) : (char *)1;
  free(p);
  return 0;
}
