// expect: true bits: both
// of some
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  int a[n];
  return sizeof a > 4;
}
