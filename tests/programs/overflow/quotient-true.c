// expect: true bits: both
// by a positive number; a division by zero is no overflow
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  return b >= 0 ? a % b + a / b : 0;
}
