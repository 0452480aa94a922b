// expect: false bits: both
// an even number has no inverse
extern void __VERIFIER_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar(), x = n;
  for (int i = 0; i < 3; i++) x = (unsigned char)(x * (2 - n * x));
  if (!((unsigned char)(x * n) == 1)) __VERIFIER_error();
  return 0;
}
