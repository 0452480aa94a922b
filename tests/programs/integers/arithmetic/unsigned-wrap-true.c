// expect: true bits: both
// unsigned arithmetic wraps
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), sum = a + b;
  if (!(sum - b == a && 0u - 1 == 0xffffffffu)) __VERIFIER_error();
  return 0;
}
