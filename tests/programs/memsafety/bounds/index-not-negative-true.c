// expect: true bits: both
// as an unsigned number a negative one is too large
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static int primes[] = {2, 3, 5, 7};
int main(void) {
  int i = __VERIFIER_nondet_int();
  if ((unsigned)i < 4) return primes[i];
  return 0;
}
