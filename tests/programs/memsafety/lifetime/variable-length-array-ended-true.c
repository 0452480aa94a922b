// expect: true bits: both
// the array lives as long as the pointer to it
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  char zero = 0, *p = &zero;
  char a[n];
  if (n > 2) {
    a[n - 1] = 1;
    p = a + n - 1;
  }
  return *p;
}
