// expect: false bits: 64
// an address whose bytes were swapped twice still points to its object
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
int x; int main(void){ unsigned long i = __builtin_bswap64((unsigned long)&x); *(int*)__builtin_bswap64(i) = 5; if (x == 5) reach_error(); return 0; }
