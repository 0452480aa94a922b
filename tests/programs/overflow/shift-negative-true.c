// expect: true bits: both
// a negative value whose double fits, and a count that is too large: undefined, but no overflow
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (x < -10 || x > 10) return 0;
  return (x << 1) > 3 || (n == 40 && (0 << n) > 3);
}
