// expect: true bits: both
// an arbitrary double that is no NaN is ordered with every other
extern void __VERIFIER_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (a != a || b != b) return 0;
  if (!(a < b || a == b || a > b)) __VERIFIER_error();
  return 0;
}
