// expect: false bits: both
// three before the third element there is nothing
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[5] = {1, 2, 3, 4, 5}, *middle = &a[2];
  int i = __VERIFIER_nondet_int();
  if (i < -3 || i > 2) return 0;
  return middle[i];
}
