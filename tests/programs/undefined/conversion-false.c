// expect: false bits: both
// a double that does not fit in int
// args: --check ub
// violates: undefined-behaviour
// native: no
extern double __VERIFIER_nondet_double(void);
int main(void) { return (int)__VERIFIER_nondet_double(); }
