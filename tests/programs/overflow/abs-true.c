// expect: true bits: both
// abs of what was tested
// args: --check overflow
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x > -100 ? abs(x) > 3 : 0;
}
