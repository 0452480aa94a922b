// expect: false bits: both
// what the compiler is told to assume does not hold
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 8) return 0;
  __builtin_assume(k < 8);
  return 0;
}
