// expect: false bits: both
// the bound is weaker
extern void __VERIFIER_error(void);
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void assume_abort_if_not(int condition) {
  if (!condition) abort();
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assume_abort_if_not(n % 2 == 0);
  assume_abort_if_not(n < 5);
  if (!(n == 0 || n == 2)) __VERIFIER_error();
  return 0;
}
