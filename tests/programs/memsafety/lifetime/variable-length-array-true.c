// expect: true bits: both
// the elements up to n - 1 are written
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  int a[n];
  for (int i = n - 1; i >= 0; i--) a[i] = i;
  return a[0];
}
