// expect: false bits: both
// the sum of two variables may be larger than an int
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 2147483647 || n < 0 || n > 10) return 0;
  while (n > 0) {
    m = m + 1;
    n = n - 1;
  }
  return 0;
}
