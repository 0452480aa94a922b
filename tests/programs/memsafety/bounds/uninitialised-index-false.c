// expect: false bits: both
// the index has no value if the input is negative
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10] = {0};
  int i;
  int n = __VERIFIER_nondet_int();
  if (n >= 0) i = n % 10;
  return a[i];
}
