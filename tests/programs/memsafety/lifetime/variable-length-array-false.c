// expect: false bits: both
// the array has n elements, and the one with index n is written
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  int a[n];
  for (int i = n; i >= 0; i--) a[i] = i;
  return a[0];
}
