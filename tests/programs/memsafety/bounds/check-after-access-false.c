// expect: false bits: both
// the element is read before the index is checked
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {4, 5, __VERIFIER_nondet_int()}, *p = a, i = 0;
  while (p[i] != 6 && i < 3) i++;
  return i;
}
