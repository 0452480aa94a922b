// expect: false bits: both
// an array of no elements
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  int a[n];
  return sizeof a > 4;
}
