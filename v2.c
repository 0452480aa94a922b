#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int N;
int main(void){ N = __VERIFIER_nondet_int(); if (N <= 0) return 0;  int a[N]; int b[N]; int i;
 for (i = 0; i < N; i++) b[i] = 0;
 for (i = 0; i < N; i++) assert(a[i] == b[i]); }
