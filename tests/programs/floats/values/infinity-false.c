// expect: false bits: both
// infinity minus infinity is a NaN
extern void __VERIFIER_error(void);
int main(void) {
  volatile double zero = 0, huge = 1e308;
  double p = 1 / zero, m = -1 / zero;
  if (!(p > huge && m < -huge && huge * 10 == p && p + m != p + m && p - 1 == p && p - p == 0)) __VERIFIER_error();
  return 0;
}
