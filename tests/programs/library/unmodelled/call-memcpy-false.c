// expect: false bits: 64
// memcpy through a pointer copies a pointer, which the analysis of memory sees
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <string.h>
int main(void){ int x = 0; int *p = &x, *q = 0; void *(*volatile cp)(void*,const void*,unsigned long) = memcpy; cp(&q, &p, sizeof p); *q = 5; if (x == 5) reach_error(); return 0; }
