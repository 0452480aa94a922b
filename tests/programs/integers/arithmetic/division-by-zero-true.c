// expect: true bits: both
// what follows a division by zero is not reached
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int d = __VERIFIER_nondet_int();
  if (d == 0) {
    int q = 10 / d;
    if (!(q < 10)) __VERIFIER_error();
  }
  return 0;
}
