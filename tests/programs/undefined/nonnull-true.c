// expect: true bits: both
// never null
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
__attribute__((nonnull)) static int first(const char *s) { return s != 0; }
int main(void) { return first(__VERIFIER_nondet_int() ? "abc" : "de"); }
