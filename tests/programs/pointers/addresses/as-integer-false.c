// expect: false bits: 64
// an address computed as an integer and copied into a pointer still points to its object
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <stdint.h>
#include <string.h>
int main(void){ int a[2] = {0,0}; uintptr_t i = (uintptr_t)a + 4; int *p; memcpy(&p, &i, sizeof p); *p = 5; if (a[1] == 5) reach_error(); return 0; }
