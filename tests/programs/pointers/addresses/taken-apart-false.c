// expect: false bits: 64
// an address taken apart with shifts and put together again still points to its object
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <stdint.h>
#include <string.h>
struct node { unsigned char raw[8]; };
int x; int main(void){ struct node n; uintptr_t v = (uintptr_t)&x; for (int i=0;i<8;i++) n.raw[i] = (unsigned char)(v >> (8*i)); int *q; memcpy(&q, n.raw, 8); *q = 5; if (x == 5) reach_error(); return 0; }
