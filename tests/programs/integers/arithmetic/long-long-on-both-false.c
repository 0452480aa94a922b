// expect: false bits: both
// the product does not fit in 32 bits
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), p = a * 4294967296ULL;
  if (!((p >> 32) == a && (unsigned)p == 0 && p <= 4294967295ULL)) __VERIFIER_error();
  long long m = -5000000000LL;
  if (!(m / 1000 == -5000000 && m % 7 == -5000000000LL + 7 * 714285714LL)) __VERIFIER_error();
  return 0;
}
