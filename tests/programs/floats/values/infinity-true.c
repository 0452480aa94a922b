// expect: true bits: both
// infinities come from division by zero and overflow
extern void __VERIFIER_error(void);
int main(void) {
  volatile double zero = 0, huge = 1e308;
  double p = 1 / zero, m = -1 / zero;
  if (!(p > huge && m < -huge && huge * 10 == p && p + m != p + m && p - 1 == p && p == -m)) __VERIFIER_error();
  return 0;
}
