// expect: true bits: both
// a failed assertion ends the program
// args: --check overflow
// native: no
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x < 100);
  return x + 1;
}
