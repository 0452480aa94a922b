// expect: true bits: both
// one that is not
// args: --check ub
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { return (int)(7u % (__VERIFIER_nondet_uint() | 1u)); }
