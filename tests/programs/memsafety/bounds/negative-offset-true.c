// expect: true bits: both
// an index may be negative where the pointer points into the middle
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[5] = {1, 2, 3, 4, 5}, *middle = &a[2];
  int i = __VERIFIER_nondet_int();
  if (i < -2 || i > 2) return 0;
  return middle[i];
}
