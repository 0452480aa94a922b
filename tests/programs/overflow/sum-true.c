// expect: true bits: both
// half of the distance fits
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || b < a) return 0;
  return a + (b - a) / 2;
}
