// expect: false bits: both
// the sum is off for every depth above one
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
static int sum(int n) {
  int here = n, rest;
  if (n == 0) return 0;
  rest = sum(n - 1);
  return here + rest;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6) return 0;
  if (!(sum(n) == n * n)) __VERIFIER_error();
  return 0;
}
