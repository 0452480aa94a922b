// expect: false bits: both
// the sum is larger than int allows
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
static int sum(int a, int b) {
  if (b == 0) return a;
  if (b > 0) return sum(a + 1, b - 1);
  return sum(a - 1, b + 1);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -1073741824 || a > 2147483646 || b < -1073741824 || b > 1073741823) return 0;
  sum(a, b);
  return 0;
}
