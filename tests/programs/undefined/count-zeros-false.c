// expect: false bits: both
// __builtin_clz of zero
// args: --check ub
// violates: undefined-behaviour
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { return __builtin_clz(__VERIFIER_nondet_uint()); }
