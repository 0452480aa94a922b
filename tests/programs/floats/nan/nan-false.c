// expect: false bits: both
// a comparison with a NaN is false
extern void reach_error(void);
int main(void) {
  volatile double zero = 0;
  double n = zero / zero;
  if (!(n != n && !(n < 1) && !(n > 1) && !(n == 0) && !(n <= n) && n >= n)) reach_error();
  if (!(__builtin_isnan(n) && !__builtin_isnan(1 / zero))) reach_error();
  return 0;
}
