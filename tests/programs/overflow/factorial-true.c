// expect: true bits: both
// 7! does
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n <= 7 ? factorial(n) : 0;
}
