// expect: true bits: both
// what the compiler is told to assume holds
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 7) return 0;
  __builtin_assume(k < 8);
  return 0;
}
