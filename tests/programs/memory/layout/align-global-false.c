// expect: false bits: 64
// objects lie at addresses with the alignment they ask for
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <stdint.h>
char pad = 1; _Alignas(64) char b[64]; int main(void){ char *q = &pad; q[0]++; if ((uintptr_t)b % 64 == 0) reach_error(); b[q[0]] = 1; return 0; }
