// expect: false bits: both
// abs of the least integer
// args: --check overflow
// violates: no-overflow
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { return abs(__VERIFIER_nondet_int()) > 3; }
