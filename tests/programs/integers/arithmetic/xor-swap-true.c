// expect: true bits: both
// swapping two inputs without a third variable
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x = a, y = b;
  x ^= y;
  y ^= x;
  x ^= y;
  if (!(x == b && y == a)) __VERIFIER_error();
  return 0;
}
