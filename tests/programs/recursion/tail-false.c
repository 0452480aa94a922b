// expect: false bits: both
// beside a sum by tail calls: one too many for negative numbers
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int add(int m, int n) {
  if (n == 0) return m;
  return n > 0 ? add(m + 1, n - 1) : add(m, n + 1);
}

int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 1000000 || n < -3 || n > 1000000) return 0;
  if (add(m, n) != m + n) reach_error();
}
