// expect: false bits: 64
// locals lie at addresses with the alignment they ask for
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <stdint.h>
int main(void){ char c[3]; c[__VERIFIER_nondet_int() & 1] = 0; _Alignas(64) char b[64]; b[c[0]&1] = 1;  if ((uintptr_t)b % 64 == 0) reach_error(); return 0; }
