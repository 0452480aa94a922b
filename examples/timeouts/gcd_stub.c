// What is known of gcd(a, b), where not both are 0: it divides both.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
unsigned gcd(unsigned a, unsigned b) {
  unsigned g = __VERIFIER_nondet_uint();
  __VERIFIER_assume(g != 0 && a % g == 0 && b % g == 0);
  return g;
}
