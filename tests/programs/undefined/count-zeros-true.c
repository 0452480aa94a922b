// expect: true bits: both
// of what is not
// args: --check ub
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { return __builtin_clz(__VERIFIER_nondet_uint() | 1u); }
