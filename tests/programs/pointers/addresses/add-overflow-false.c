// expect: false bits: 64
// an address computed with an overflow builtin still points to its object
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <stdint.h>
int a[2]; int main(void){ uintptr_t r; if (__builtin_add_overflow((uintptr_t)a, sizeof(int), &r)) return 0; *(int*)r = 5; if (a[1] == 5) reach_error(); return 0; }
