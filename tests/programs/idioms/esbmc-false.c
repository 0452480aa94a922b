// expect: false bits: both
// the assumption allows zero
#include <assert.h>

int nondet_int();

int main(void) {
  int x = nondet_int();
  __ESBMC_assume(x >= 0);
  __ESBMC_atomic_begin();
  __ESBMC_assert(x != 0, "not zero");
  __ESBMC_atomic_end();
  assert(x > 0);
  return 0;
}
