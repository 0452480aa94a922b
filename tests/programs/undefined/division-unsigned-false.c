// expect: false bits: both
// an unsigned divisor that may be zero
// args: --check ub
// violates: undefined-behaviour
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { return (int)(7u % __VERIFIER_nondet_uint()); }
