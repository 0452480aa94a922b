// expect: true bits: both
// a write to the element behind the end of an array, by pointer arithmetic: inside
// args: --check ub
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static int a[4];
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  *(a + i) = 1;
  return 0;
}
