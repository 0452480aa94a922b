// expect: false bits: 64
// an address divided and multiplied again still points to its object
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <stdint.h>
int x = 1; int main(void){ *(int*)(((uintptr_t)&x / (x+3)) * (x+3)) = 5; if (x == 5) reach_error(); return 0; }
