// expect: false bits: both
// a divisor that may be zero
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) { return 7 / __VERIFIER_nondet_int(); }
