// expect: true bits: both
// a read behind an array, from the address of its second element: inside
// args: --check ub
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < -1 || i > 2) return 0;
  if ((&a[1])[i]) return 1;
  return 0;
}
