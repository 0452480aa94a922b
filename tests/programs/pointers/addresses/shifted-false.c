// expect: false bits: 64
// an address shifted right arithmetically and back still points to its object
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <stdint.h>
int x = 1; int main(void){ *(int*)(((intptr_t)&x >> (x+1)) << (x+1)) = 5; if (x == 5) reach_error(); return 0; }
