// expect: false bits: both
// the sum of two unsigned inputs may be smaller than both
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), sum = a + b;
  if (!(sum >= a && 0u - 1 == 0xffffffffu)) __VERIFIER_error();
  return 0;
}
