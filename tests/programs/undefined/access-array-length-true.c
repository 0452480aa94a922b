// expect: true bits: both
// a write to the element behind the end of an array of variable length: inside
// args: --check ub
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 4;
  int a[n];
  a[0] = a[1] = a[2] = a[3] = 0;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  a[i]--;
  return 0;
}
