// expect: false bits: both
// it may be a NaN
extern void __VERIFIER_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (!(a < b || a == b || a > b)) __VERIFIER_error();
  return 0;
}
