// expect: false bits: both
// zero minus one is a large number
// args: --check memory
// violates: valid-deref
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char a[8] = {0};
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 8) return 0;
  return a[n - 1];
}
