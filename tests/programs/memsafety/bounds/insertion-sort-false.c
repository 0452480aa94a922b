// expect: false bits: both
// the element before the first one is compared
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < 3; i++) {
    int x = a[i], j = i;
    for (; j >= 0 && a[j - 1] > x; j--) a[j] = a[j - 1];
    a[j] = x;
  }
  return a[0] < a[2];
}
