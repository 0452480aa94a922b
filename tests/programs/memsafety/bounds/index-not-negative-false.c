// expect: false bits: both
// the check forgets negative numbers
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int primes[] = {2, 3, 5, 7};
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 4) return primes[i];
  return 0;
}
