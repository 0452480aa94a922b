// expect: false bits: both
// the 13th bit is the sign
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _BitInt(13) x = 1;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12) return 0;
  x <<= n;
  return x != 0;
}
