// expect: false bits: 64
// fmax of zeros with different signs may return either
// native: no
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <math.h>
int main(void){ volatile double a = 0.0, b = -0.0; double r = fmax(a, b); if (signbit(r)) reach_error(); return 0; }
