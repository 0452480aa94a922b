// expect: true bits: both
// the index is checked before the element is read
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {4, 5, __VERIFIER_nondet_int()}, *p = a, i = 0;
  while (i < 3 && p[i] != 6) i++;
  return i;
}
