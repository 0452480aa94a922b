// expect: false bits: 32
// _Float16 in 32 bits: the run that confirms it needs the compiler's library for that data model
// native: no
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
  _Float16 half = (_Float16)__VERIFIER_nondet_float();
  assert(half != (_Float16)1.5f);
  return 0;
}
