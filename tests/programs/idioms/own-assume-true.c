// expect: true bits: both
// functions with other verifiers' names that the program defines are its own
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int nondet_int(void) { return 4; }
void __CPROVER_assume(int condition) { if (!condition) exit(0); }
void klee_assert(int condition) { (void)condition; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __CPROVER_assume(x == 2);
  klee_assert(0);
  assert(x == 2);
  assert(nondet_int() == 4);
  return 0;
}
