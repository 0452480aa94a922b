// expect: true bits: both
// a recursive sum, towards zero from both sides
// args: --check overflow
// native: no
// decided: summary
extern int __VERIFIER_nondet_int(void);
static int sum(int a, int b) {
  if (b == 0) return a;
  if (b > 0) return sum(a + 1, b - 1);
  return sum(a - 1, b + 1);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -1073741824 || a > 1073741823 || b < -1073741824 || b > 1073741823) return 0;
  sum(a, b);
  return 0;
}
