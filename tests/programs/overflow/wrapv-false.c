// expect: false bits: both
// overflow is undefined
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int() + 1; }
