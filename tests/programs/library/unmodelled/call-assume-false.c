// expect: false bits: 64
// an assumption through a pointer is one
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
int main(void){ void (*fp)(int) = __VERIFIER_assume; int x = __VERIFIER_nondet_int(); fp(x > 0); if (x == 7) reach_error(); return 0; }
