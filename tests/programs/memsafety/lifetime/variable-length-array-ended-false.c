// expect: false bits: both
// the array of the block is gone, which AddressSanitizer does not see for one of variable length
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  char zero = 0, *p = &zero;
  if (n > 2) {
    char a[n];
    a[n - 1] = 1;
    p = a + n - 1;
  }
  return *p;
}
