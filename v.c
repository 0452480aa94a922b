#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int n = __VERIFIER_nondet_int(); if (n <= 0 || n > 100) return 0; int a[n]; assert(a[0] == 0); }
