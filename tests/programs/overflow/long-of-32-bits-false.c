// expect: false bits: 32
// long has 32 bits here
// args: --check overflow
// violates: no-overflow
// native: no
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x < 0 || x > 3000000) return 0;
  return x * 1000 > 5;
}
