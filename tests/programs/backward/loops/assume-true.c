// expect: true bits: both
// an assumption in the loop keeps out what would fail
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int sum = 0, x = 0;
  while (__VERIFIER_nondet_int()) {
    x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 10);
    sum = x;
    if (sum > 9) reach_error();
  }
  if (sum < 0 || sum + x > 18) reach_error();
  return 0;
}
