// expect: false bits: both
// overflow is undefined behaviour, and has its own name
// args: --check ub
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int() + 1; }
