// expect: false|unknown bits: both
// what it is exactly is not known
// native: no
extern void __VERIFIER_error(void);
extern double sin(double);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > -1 && x < 1)) return 0;
  double y = sin(x);
  if (!(y >= -1 && y <= 1 && y == x)) __VERIFIER_error();
  return 0;
}
