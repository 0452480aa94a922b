// expect: false bits: both
// the swap changes them
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x = a, y = b;
  x ^= y;
  y ^= x;
  x ^= y;
  if (!(x == a)) __VERIFIER_error();
  return 0;
}
