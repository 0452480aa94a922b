// expect: false bits: both
// null for a parameter that must not be
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
__attribute__((nonnull)) static int first(const char *s) { return s != 0; }
int main(void) { return first(__VERIFIER_nondet_int() ? "abc" : 0); }
