// expect: true bits: both
// a call through a pointer that was chosen by an input
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int n) { return n * 2; }
static int square(int n) { return n * n; }
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? twice : square;
  if (!(f(2) == 4)) __VERIFIER_error();
  if (!(f(3) == (f == twice ? 6 : 9))) __VERIFIER_error();
  return 0;
}
