// expect: false bits: both
// the same, but x may be too large already
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000000 || x > 2147483647) return 0;
  for (int i = 0; i <= n; i++) {
    if (__VERIFIER_nondet_int()) x += 2;
    else x += 1;
  }
  return 0;
}
