// expect: true bits: both
// with -fwrapv it is defined
// args: --check overflow
// native: no
// flags: -fwrapv
extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int() + 1; }
