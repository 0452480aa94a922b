// expect: false bits: both
// downwards, in 64 bits, one too far
// args: --check overflow
// violates: no-overflow
// native: no
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  unsigned n = (unsigned)__VERIFIER_nondet_longlong();
  if (x < -9223372036854775807LL - 1 + 2) return 0;
  while (n != 0) {
    n--;
    x--;
  }
  return 0;
}
