// expect: false bits: both
// what an array of variable length holds at first, in an entry function and beside a block of the heap
// native: no
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100) return 0;
  int a[n], *b = malloc(sizeof *b);
  *b = a[0];
  assert(*b == 0);
}
